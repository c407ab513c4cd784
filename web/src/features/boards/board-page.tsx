import './boards.css'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowDownUp, Check } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { BoardItemShow, BoardView } from '@plinth/contract/boards/boards.ts'
import { count, fullName } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { hasNoItems } from '../../ui/feedback/endless.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { WallSkeleton } from '../../ui/feedback/skeleton.tsx'
import { FilterTab } from '../../ui/layout/tabs.tsx'
import { OnceOpened } from '../../ui/overlay/once-opened.tsx'
import { DragGhost } from '../../ui/wall/drag-ghost.tsx'
import { JustifiedWall } from '../../ui/wall/justified-wall.tsx'
import { pageItemsQuery } from './board-api.ts'
import { BoardAsk } from './briefs/board-ask.tsx'
import { BoardHead } from './board-head.tsx'
import { BoardItemCard } from './board-item.tsx'
import { arrangeTexts, boardTexts, pageTexts as texts } from './board-texts.ts'
import { ItemMenu } from './item-menu.tsx'
import { isBeingMade, shownOf, wholeRows, type ShownItem } from './item-view.ts'
import { pictureTexts } from './pictures/picture-texts.ts'
import { AddPictures } from './pictures/add-pictures.tsx'
import { makeHandover, type Handover } from './pictures/handover.ts'
import { usePictureLinks } from './pictures/use-picture-links.ts'
import { useArrange } from '../../lib/arrange/use-arrange.ts'
import { useItemChanges } from './use-item-changes.ts'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'

const NoteDialog = lazy(async () => ({ default: (await import('./note-dialog.tsx')).NoteDialog }))

const PictureViewer = lazy(async () => ({
  default: (await import('../../ui/viewer/picture-viewer.tsx')).PictureViewer,
}))
const PictureUploads = lazy(async () => ({
  default: (await import('./pictures/picture-uploads.tsx')).PictureUploads,
}))
const MADE_AGAIN_MS = 2_000

interface BoardPageProps {
  board: BoardView
  show: BoardItemShow
  viewerId: string | null
}

/** A board: what is on it in justified rows, with the notes beside. */
export function BoardPage({ board, show, viewerId }: BoardPageProps) {
  const [handover] = useState(makeHandover)
  const canEdit = board.role === 'owner' || board.role === 'edit'
  const client = useQueryClient()
  const query = useInfiniteQuery({
    ...pageItemsQuery(client, board.id, show),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isBeingMade)) === true
        ? MADE_AGAIN_MS
        : false,
  })
  const [isArranging, setArranging] = useState(false)
  return (
    <>
      <BoardHead board={board} viewerId={viewerId} />
      {viewerId !== null && canEdit ? (
        <>
          <BoardAsk board={board} />
          <Suspense fallback={null}>
            <PictureUploads boardId={board.id} viewerId={viewerId} handover={handover} />
          </Suspense>
        </>
      ) : null}
      <QueryView
        query={query}
        skeleton={
          <div className="mt-10">
            <WallSkeleton count={6} label={texts.loading} />
          </div>
        }
        failed={texts.itemsFailed}
      >
        {(data) => (
          <Things
            board={board}
            show={show}
            viewerId={viewerId}
            handover={viewerId !== null && canEdit ? handover : null}
            items={data.pages.flatMap((page) => page.items).map(shownOf)}
            query={query}
            isEmpty={hasNoItems(data)}
            isArranging={isArranging && show === 'all'}
            onArrange={setArranging}
          />
        )}
      </QueryView>
    </>
  )
}

interface ThingsProps extends BoardPageProps {
  /** Takes pictures that an editor has chosen; null for people who may only look. */
  handover: Handover | null
  items: ShownItem[]
  query: UseInfiniteQueryResult
  isEmpty: boolean
  isArranging: boolean
  onArrange: (isArranging: boolean) => void
}

function Things(props: ThingsProps) {
  const { board, show, viewerId, handover, items, query, isEmpty, isArranging, onArrange } = props
  const changes = useItemChanges(board.id)
  const arranging = useArrange(items, { move: changes.move, texts: arrangeTexts })
  const { shown } = arranging
  const [noting, setNoting] = useState<ShownItem | null>(null)
  const [openedId, setOpenedId] = useState<string | null>(null)
  const opened = items.find(({ id }) => id === openedId)
  const place = useRef<HTMLDivElement>(null)
  const links = usePictureLinks(board.id, { readAt: query.dataUpdatedAt, place })
  const open = async ({ id }: ShownItem) => {
    await links.renew()
    setOpenedId(id)
  }
  const whole = wholeRows(shown)
  const canEdit = handover !== null
  return (
    <>
      <div className="board-bar">
        <Filter board={board} show={show} />
        {handover === null ? null : (
          <div className="board-acts">
            <AddPictures variant="quiet" onFiles={handover.give} />
            {show === 'all' && shown.length > 1 ? (
              <Button
                variant="quiet"
                aria-pressed={isArranging}
                onClick={() => {
                  arranging.finish()
                  onArrange(!isArranging)
                }}
              >
                {isArranging ? (
                  <Check size={18} aria-hidden />
                ) : (
                  <ArrowDownUp size={18} aria-hidden />
                )}
                {isArranging ? texts.arranged : texts.arrange}
              </Button>
            ) : null}
          </div>
        )}
      </div>
      {isArranging ? <p className="mb-6 text-14 text-ink-2">{arrangeTexts.help}</p> : null}
      <p role="status" className="sr-only">
        {arranging.said}
      </p>
      <h2 className="sr-only">{texts.items}</h2>
      {isEmpty ? (
        <Nothing board={board} show={show} canEdit={canEdit} />
      ) : (
        <div ref={place}>
          <JustifiedWall
            hung={shown}
            inOrder
            isFirst
            isWhole={({ id }) => whole.has(id)}
            query={query}
            texts={texts}
          >
            {(one, image) => (
              <BoardItemCard
                one={one}
                image={image}
                viewerId={viewerId}
                isWhole={whole.has(one.id)}
                arranging={isArranging ? arranging : null}
                onOpen={(picture) => void open(picture)}
                menu={
                  viewerId !== null && canEdit && !isArranging ? (
                    <ItemMenu
                      one={one}
                      shown={shown}
                      canMove={show === 'all'}
                      changes={changes}
                      viewerId={viewerId}
                      onNote={setNoting}
                    />
                  ) : null
                }
              />
            )}
          </JustifiedWall>
        </div>
      )}
      {arranging.drag === null ? null : (
        <DragGhost
          from={arranging.drag.from}
          picture={arranging.drag.one.image && pictureSources(arranging.drag.one.image)}
        />
      )}
      {opened?.image == null || opened.maker === null ? null : (
        <Suspense fallback={null}>
          <PictureViewer
            title={opened.title}
            maker={{
              name: pictureTexts.by(fullName(opened.maker)),
              src: opened.maker.profileImageUrl,
              creator: opened.maker.isCreator,
            }}
            picture={opened.image}
            onClose={() => setOpenedId(null)}
          />
        </Suspense>
      )}
      {viewerId === null ? null : (
        <OnceOpened open={noting !== null}>
          <NoteDialog
            boardId={board.id}
            one={noting}
            viewerId={viewerId}
            onClose={() => setNoting(null)}
          />
        </OnceOpened>
      )}
    </>
  )
}

function Filter({ board, show }: { board: BoardView; show: BoardItemShow }) {
  const { id, itemCount, noteCount, againstCount } = board
  const tabs = [
    ['all', texts.all, itemCount],
    ['noted', texts.noted, noteCount],
    ['against', texts.against, againstCount],
  ] as const
  return (
    <nav aria-label={texts.filter} className="board-tabs">
      {tabs.map(([one, words, value]) => (
        <FilterTab key={one} active={one === show} asChild>
          <Link
            to="/boards/$id"
            params={{ id }}
            search={one === 'all' ? {} : { show: one }}
            replace
            resetScroll={false}
          >
            <span className="tnum">{value === 0 ? words : `${words} ${count(value)}`}</span>
          </Link>
        </FilterTab>
      ))}
    </nav>
  )
}

interface NothingProps {
  board: BoardView
  show: BoardItemShow
  canEdit: boolean
}

function Nothing({ board, show, canEdit }: NothingProps) {
  if (show === 'all') {
    return (
      <div role="status" className="max-w-160">
        <EmptyState
          title={canEdit ? boardTexts.nothing : boardTexts.nothingShared}
          action={
            <Button asChild>
              <Link to="/explore">{boardTexts.browse}</Link>
            </Button>
          }
        />
      </div>
    )
  }
  return (
    <div role="status" className="max-w-160">
      <EmptyState
        title={boardTexts.nothingFiltered[show]}
        action={
          <Button asChild>
            <Link to="/boards/$id" params={{ id: board.id }} search={{}}>
              {boardTexts.showAllItems}
            </Link>
          </Button>
        }
      />
    </div>
  )
}
