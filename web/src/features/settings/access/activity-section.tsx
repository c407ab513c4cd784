import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { listAccountEvents, type AccountEvent } from '@plinth/contract/people/activity.ts'
import { pagesOf } from '../../../lib/cache/pages.ts'
import { dateAndTime } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { hasNoItems } from '../../../ui/feedback/endless.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Row, Section, SectionSkeleton } from '../section.tsx'
import { activityTexts as words, eventTitle } from './activity-texts.ts'

/** What happened to the safety of the viewer's account, newest first. */
export function ActivitySection() {
  const client = useQueryClient()
  const query = useInfiniteQuery(pagesOf(client, listAccountEvents, {}, { staleTime: 0 }))
  return (
    <Section id="activity" line={words.line}>
      <p className="mt-2 text-14 text-ink-3">{words.warning}</p>
      <div className="mt-5 border-b border-line">
        <QueryView
          query={query}
          skeleton={<SectionSkeleton label={words.loading} />}
          failed={words.failed}
          isEmpty={hasNoItems}
          empty={<p className="border-t border-line py-5 text-16 text-ink-2">{words.none}</p>}
        >
          {({ pages }) =>
            pages
              .flatMap(({ items }) => items)
              .map((event) => <Event key={event.id} event={event} />)
          }
        </QueryView>
      </div>
      {query.hasNextPage ? (
        <Button
          variant="quiet"
          className="mt-4 px-0!"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {words.more}
        </Button>
      ) : null}
    </Section>
  )
}

function Event({ event }: { event: AccountEvent }) {
  const { device, address, createdAt } = event
  const facts = [device, address === null ? null : words.from(address)]
  const line = facts.filter((fact) => fact !== null).join(' · ')
  return (
    <Row
      title={<span className="min-w-0 wrap-anywhere">{eventTitle(event)}</span>}
      line={line === '' ? undefined : line}
    >
      <time dateTime={createdAt} className="text-14 text-ink-3">
        {dateAndTime(createdAt)}
      </time>
    </Row>
  )
}
