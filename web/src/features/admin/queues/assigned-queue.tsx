import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listAssignedCases } from '@plinth/contract/moderation/cases.ts'
import { pagesOf } from '../../../lib/cache/pages.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { QueueList } from './queue-list.tsx'
import { assignedTexts as texts } from './decision-texts.ts'

/** The cases that the viewer works on, of whatever kind. Each leads to its own page. */
export function AssignedQueue() {
  // Others give cases, too, so each visit reads them again.
  const source = pagesOf(useQueryClient(), listAssignedCases, {}, { staleTime: 0 })
  return (
    <div className="mt-4">
      <QueueList source={source} label={texts.list} empty={texts.empty}>
        {({ id, kind, subjectId, title, isOpen, openedAt }) => (
          <li key={id} className="border-b border-line">
            <Link
              to="/admin/cases/$kind/$id"
              params={{ kind, id: subjectId }}
              className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 py-3"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold text-ink">
                  {title === '' ? texts.kinds[kind] : title}
                </span>
                <span className="text-14 text-ink-3">{texts.kinds[kind]}</span>
              </span>
              <Badge kind={isOpen ? 'pending' : 'approved'}>
                {isOpen ? texts.open : texts.decided}
              </Badge>
              <span className="text-14 text-ink-3">{dayOf(openedAt)}</span>
            </Link>
          </li>
        )}
      </QueueList>
    </div>
  )
}
