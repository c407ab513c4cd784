import './rights.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { isMissing } from '../../../lib/api/errors.ts'
import { toPerson } from '../../../lib/routing/paths.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { workQuery } from '../portfolio-api.ts'
import { texts as all } from '../work/work-texts.ts'
import { fieldsOf } from './rights-form.ts'
import { RightsForm } from './rights-fields.tsx'
import { rightsTexts as texts } from './rights-texts.ts'

/** How a work was made and whether it is kept out of AI training, for its creator. */
export function RightsPage({ id, viewerId }: { id: string; viewerId: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useQuery(workQuery(id))
  if (isMissing(query.error)) {
    return (
      <>
        <h1 className="sr-only">{texts.title}</h1>
        <EmptyState title={all.work.goneTitle} line={all.work.gone} />
      </>
    )
  }
  return (
    <QueryView query={query} skeleton={<RightsSkeleton />} failed={texts.failed}>
      {(work) => {
        if (work.creatorId !== viewerId) {
          return (
            <>
              <h1 className="sr-only">{texts.title}</h1>
              <EmptyState
                title={texts.notYours}
                line={texts.notYoursLine}
                action={
                  <Link to="/portfolio/$id" params={{ id }} className="text-link hit">
                    {texts.seeWork}
                  </Link>
                }
              />
            </>
          )
        }
        return (
          <>
            <nav aria-label={texts.trail} className="pt-8 text-14 max-tablet:pt-4">
              <ol className="flex min-w-0 items-center gap-3 text-ink-3">
                <li>
                  <Link {...toPerson(work.creator)} className="hit hover:text-ink hover:underline">
                    {texts.portfolio}
                  </Link>
                </li>
                <li aria-hidden>
                  <ChevronRight size={16} />
                </li>
                <li className="min-w-0">
                  <Link
                    to="/portfolio/$id"
                    params={{ id }}
                    className="hit block truncate work-title text-ink-2 hover:text-ink hover:underline"
                  >
                    {work.title}
                  </Link>
                </li>
              </ol>
            </nav>
            <h1
              ref={heading}
              tabIndex={-1}
              className="display pt-2 pb-10 text-44 text-ink outline-none max-tablet:pb-7 max-tablet:text-32"
            >
              {texts.title}
            </h1>
            <RightsForm
              // What was saved is what the next change starts from.
              key={JSON.stringify(fieldsOf(work))}
              work={work}
              onSaved={() => heading.current?.focus()}
            />
          </>
        )
      }}
    </QueryView>
  )
}

const RightsSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="pt-10">
    <Skeleton className="h-11 w-2/5" />
    <Skeleton className="mt-12 h-96 w-full" />
  </div>
)
