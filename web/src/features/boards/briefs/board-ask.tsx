import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { BoardView } from '@plinth/contract/boards/boards.ts'
import type { BriefLine } from '@plinth/contract/boards/briefs.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { briefsQuery } from './brief-api.ts'
import { askTexts as texts } from './brief-texts.ts'

/** The way from a board to a brief, and to the answers of those that were sent. */
export function BoardAsk({ board: { id, itemCount } }: { board: BoardView }) {
  const emptyId = useId()
  const [isAll, setAll] = useState(false)
  const query = useInfiniteQuery(briefsQuery(id))
  const briefs = query.data?.pages.flatMap((page) => page.items) ?? []
  const shown = isAll ? briefs : briefs.slice(0, 1)
  return (
    <div className="board-ask">
      {itemCount === 0 ? (
        <>
          <Button disabled aria-describedby={emptyId}>
            {texts.button}
          </Button>
          <p id={emptyId} className="text-14 text-ink-3">
            {texts.empty}
          </p>
        </>
      ) : (
        <Button variant="primary" asChild>
          <Link to="/boards/$id/$part/{-$briefId}" params={{ id, part: 'brief' }}>
            {texts.button}
          </Link>
        </Button>
      )}
      {shown.length === 0 ? null : (
        <ul aria-label={texts.briefs}>
          {shown.map((brief) => (
            <li key={brief.id}>
              <Sent boardId={id} brief={brief} />
            </li>
          ))}
        </ul>
      )}
      {!isAll && briefs.length > 1 ? (
        <button
          type="button"
          className="text-link hit min-h-11 text-14"
          onClick={() => setAll(true)}
        >
          {texts.earlier}
        </button>
      ) : null}
      {isAll && query.hasNextPage ? (
        <button
          type="button"
          className="text-link hit min-h-11 text-14"
          onClick={() => void query.fetchNextPage()}
        >
          {texts.more}
        </button>
      ) : null}
    </div>
  )
}

const Sent = ({ boardId, brief }: { boardId: string; brief: BriefLine }) => {
  const { id, sentCount, unsentCount, createdAt } = brief
  const unsent = unsentCount === 0 ? '' : `, ${texts.unsent(unsentCount)}`
  return (
    <Link
      to="/boards/$id/$part/{-$briefId}"
      params={{ id: boardId, part: 'briefs', briefId: id }}
      className="text-link inline-flex min-h-11 items-center text-14"
    >
      {`${texts.asked(sentCount, createdAt)}${unsent}`}
    </Link>
  )
}
