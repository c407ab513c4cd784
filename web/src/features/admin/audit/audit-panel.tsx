import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { AUDIT_ACTIONS, type AuditQuery } from '@plinth/contract/moderation/moderation.ts'
import type { AdminSearch } from '../../../lib/routing/admin-search.ts'
import { isDay } from '../../../lib/format/days.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagesView } from '../../../ui/feedback/endless.tsx'
import { AuditFilter } from './audit-filter.tsx'
import { AuditTable } from './audit-table.tsx'
import { auditQuery } from '../queues/queue-api.ts'
import { QueueSkeleton } from '../queues/queue-list.tsx'
import { queueTexts } from '../queues/queue-texts.ts'
import { auditTexts as texts } from './audit-texts.ts'
import type { QueueProps } from '../queues/queue-rules.ts'

/** The audit log: what admins did, in one table. */
export function AuditPanel({ search, onSearch }: QueueProps) {
  const filters = filtersOf(search)
  const isTurned =
    filters.from !== undefined && filters.to !== undefined && filters.from > filters.to
  const query = useInfiniteQuery({
    ...auditQuery(useQueryClient(), filters),
    enabled: !isTurned,
  })
  const isWhole = Object.keys(filters).length === 0
  return (
    <>
      <AuditFilter search={search} filters={filters} isTurned={isTurned} onSearch={onSearch} />
      {isTurned ? null : (
        <PagesView
          query={query}
          skeleton={<QueueSkeleton />}
          failed={queueTexts.failed}
          moreFailed={queueTexts.moreFailed}
          empty={<EmptyState {...(isWhole ? texts.empty : texts.emptyFound)} />}
        >
          {(items) => (
            <>
              <AuditTable entries={items} isOld={query.isPlaceholderData} />
              <p className="mt-4 text-14 text-ink-3">{texts.kept}</p>
            </>
          )}
        </PagesView>
      )}
    </>
  )
}

/** The filters in the address, without those that the server would refuse. */
function filtersOf({ q, action, since, until }: AdminSearch): AuditQuery {
  const known = AUDIT_ACTIONS.find(({ value }) => value === action)
  return {
    ...(q === undefined ? {} : { search: q }),
    ...(known === undefined ? {} : { action: known.value }),
    ...(isDay(since) ? { from: since } : {}),
    ...(isDay(until) ? { to: until } : {}),
  }
}
