import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { listOwnHeld, type HeldText } from '@plinth/contract/moderation/held.ts'
import { pagesOf } from '../../../lib/cache/pages.ts'
import { fullName } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Row } from '../section.tsx'
import { limitsTexts as words } from './limits-texts.ts'

/** What the viewer sent to many people and staff look at first. Nothing for everybody else. */
export function HeldList() {
  const client = useQueryClient()
  const query = useInfiniteQuery(pagesOf(client, listOwnHeld, {}, { staleTime: 0 }))
  return (
    <QueryView query={query} skeleton={null} failed={words.heldFailed}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        return items.length === 0 ? null : (
          <>
            <h3 className="mt-8 text-16 font-semibold text-ink">{words.held}</h3>
            <p className="mt-2 text-14 text-ink-3">{words.heldLine}</p>
            <div className="mt-4 border-b border-line">
              {items.map((held) => (
                <HeldRow key={held.id} held={held} />
              ))}
            </div>
            {query.hasNextPage ? (
              <Button
                variant="quiet"
                className="mt-4 px-0!"
                disabled={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {words.heldMore}
              </Button>
            ) : null}
          </>
        )
      }}
    </QueryView>
  )
}

const HeldRow = ({ held: { receiver, content, state, note } }: { held: HeldText }) => (
  <Row
    title={words.heldTo(receiver && fullName(receiver))}
    line={
      <>
        <span className="line-clamp-2 wrap-anywhere">{content}</span>
        {note === null ? null : <span className="mt-1 block wrap-anywhere text-ink-2">{note}</span>}
      </>
    }
  >
    <span className="text-14 text-ink-3">{words.heldStates[state]}</span>
  </Row>
)
