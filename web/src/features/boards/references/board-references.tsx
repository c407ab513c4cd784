import './references.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronRight, LayoutGrid } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Board, BoardItem } from '@plinth/contract/boards/boards.ts'
import type { BriefReference } from '@plinth/contract/boards/briefs.ts'
import { MAX_BRIEF_REFERENCES } from '@plinth/contract/limits.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { hasNoItems } from '../../../ui/feedback/endless.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { allBoardsQuery, itemsQuery } from '../board-api.ts'
import { shownOf } from '../item-view.ts'
import { isShown, referenceOf } from './reference-rules.ts'
import { ReferenceThing } from './reference-thing.tsx'
import { referenceTexts as texts } from './reference-texts.ts'
import { SendNotes } from './send-notes.tsx'

interface BoardReferencesProps {
  open: boolean
  viewerId: string
  chosen: readonly BriefReference[]
  onChange: (chosen: BriefReference[]) => void
  onClose: () => void
}

/** Chooses works and posts from the viewer's boards and those shared with them, one board after another. */
export function BoardReferences({ open, onClose, ...choice }: BoardReferencesProps) {
  const [board, setBoard] = useState<Board | null>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={whenClosed(onClose)}
      title={board === null ? texts.title : board.title}
    >
      <p role="status" className="tnum mt-1 text-14 text-ink-3">
        {texts.chosen(choice.chosen.length)}
      </p>
      <div className="reference-choice">
        {board === null ? (
          <Boards onPick={setBoard} />
        ) : (
          <Things key={board.id} board={board} onBack={() => setBoard(null)} {...choice} />
        )}
      </div>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {texts.done}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function Boards({ onPick }: { onPick: (board: Board) => void }) {
  const query = useInfiniteQuery(allBoardsQuery())
  return (
    <>
      <QueryView
        query={query}
        skeleton={
          <div role="status" aria-label={texts.loading} className="mt-3 grid gap-3">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </div>
        }
        failed={texts.failed}
        isEmpty={hasNoItems}
        empty={<p className="mt-3 text-16 text-ink-2">{texts.none}</p>}
      >
        {({ pages }) => (
          <ul aria-label={texts.boards} className="mt-3">
            {pages
              .flatMap(({ items }) => items)
              .map((board) => (
                <li key={board.id}>
                  <BoardRow board={board} onPick={() => onPick(board)} />
                </li>
              ))}
          </ul>
        )}
      </QueryView>
      <More query={query} />
    </>
  )
}

function BoardRow({ board, onPick }: { board: Board; onPick: () => void }) {
  const [cover] = board.covers
  return (
    <button type="button" className="reference-board" onClick={onPick}>
      <span className="reference-board-cover">
        {cover ? (
          <Picture picture={pictureSources(cover)} alt="" sizes="44px" fit="cover" />
        ) : (
          <LayoutGrid size={18} aria-hidden />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-14 font-semibold text-ink">{board.title}</span>
        <span className="tnum block text-13 text-ink-3">{texts.saved(board.itemCount)}</span>
      </span>
      <ChevronRight size={18} aria-hidden />
    </button>
  )
}

interface ThingsProps extends Omit<BoardReferencesProps, 'open' | 'onClose'> {
  board: Board
  onBack: () => void
}

/** What is on one board. Choosing has its effect at once. */
function Things({ board, onBack, viewerId, chosen, onChange }: ThingsProps) {
  const query = useInfiniteQuery(itemsQuery(board.id, 'all'))
  const [isFull, setFull] = useState(false)
  const [sendsNotes, setSendsNotes] = useState(true)
  const back = useRef<HTMLButtonElement>(null)
  // The row that was pressed is gone.
  useEffect(() => back.current?.focus(), [])
  const toggle = (item: BoardItem) => {
    const reference = referenceOf(item, sendsNotes)
    if (reference === null) return
    const isChosen = isAmong(chosen, item)
    const isTooMany = !isChosen && chosen.length >= MAX_BRIEF_REFERENCES
    setFull(isTooMany)
    if (isTooMany) return
    onChange(isChosen ? chosen.filter(({ id }) => id !== reference.id) : [...chosen, reference])
  }
  const things: readonly BoardItem[] =
    query.data?.pages.flatMap(({ items }) => items.filter(isShown)) ?? []
  const changeNotes = (sends: boolean) => {
    setSendsNotes(sends)
    const onBoard = things.flatMap((item) => referenceOf(item, sends) ?? [])
    onChange(chosen.map((one) => onBoard.find(({ id }) => id === one.id) ?? one))
  }
  return (
    <>
      <button ref={back} type="button" className="reference-back" onClick={onBack}>
        <ArrowLeft size={18} aria-hidden />
        {texts.all}
      </button>
      <QueryView
        query={query}
        skeleton={
          <div role="status" aria-label={texts.itemsLoading} className="mt-2">
            <Skeleton className="h-24" />
          </div>
        }
        failed={texts.itemsFailed}
      >
        {() =>
          things.length === 0 && !query.hasNextPage ? (
            <p className="mt-2 text-16 text-ink-2">{texts.empty}</p>
          ) : (
            <Group label={texts.items(board.title)}>
              {things.map((item) => (
                <ReferenceThing
                  key={item.id}
                  one={shownOf(item)}
                  isChosen={isAmong(chosen, item)}
                  onToggle={() => toggle(item)}
                />
              ))}
            </Group>
          )
        }
      </QueryView>
      <More query={query} />
      <p role="status" className="text-14 text-warning">
        {isFull ? texts.tooMany : ''}
      </p>
      {things.length === 0 ? null : (
        <SendNotes
          viewerId={viewerId}
          items={things.filter((item) => isAmong(chosen, item))}
          sendsNotes={sendsNotes}
          onSendsNotes={changeNotes}
        />
      )}
    </>
  )
}

const Group = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="group" aria-label={label} className="reference-things">
    {children}
  </div>
)

const isAmong = (chosen: readonly BriefReference[], { work, post }: BoardItem): boolean =>
  chosen.some(({ id }) => id === work?.id || id === post?.id)

interface MoreProps {
  query: Pick<
    ReturnType<typeof useInfiniteQuery>,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
}

/** The next page of either list, for whoever asks for it. */
const More = ({ query }: MoreProps) =>
  query.hasNextPage ? (
    <Button
      variant="quiet"
      className="-ml-4.5"
      busy={query.isFetchingNextPage && texts.loadingMore}
      onClick={() => void query.fetchNextPage()}
    >
      {query.isFetchNextPageError ? texts.moreFailed : texts.more}
    </Button>
  ) : null
