import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Check, LayoutGrid, Plus } from 'lucide-react'
import { useState } from 'react'
import { MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { useDraft } from '../../lib/forms/draft.ts'
import { usePause } from '../../lib/forms/use-pause.ts'
import type { Pinned } from '../../ui/actions/board-picker.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { hasNoItems } from '../../ui/feedback/endless.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Picture } from '../../ui/media/picture.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { offeredQuery, useTick } from './board-api.ts'
import { isOn, readOffered, type OfferedBoard } from './board-cache.ts'
import { NewBoardField, NoteField } from './picker-fields.tsx'
import { pickerTexts as texts } from './picker-texts.ts'

const PAUSE_MS = 200
/** From more boards than this on, they can be searched. */
const FEW = 6
const NO_NOTE = { id: '', title: '', note: '' }

interface PickerListProps {
  thing: Pinned
  isAsked: boolean
}

/** The boards, last used first. Pressing one puts the thing on it at once, or takes it off. */
export function PickerList({ thing, isAsked }: PickerListProps) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const words = usePause(typed.trim(), PAUSE_MS)
  const query = useInfiniteQuery(offeredQuery(thing, words))
  const [said, setSaid] = useState(isAsked ? '' : texts.announced)
  // A note that was not sent is there again when the list opens the next time.
  const draft = useDraft({
    name: `board-pin.${thing.id}`,
    owner: useViewer()?.id ?? '',
    isPerTab: true,
    empty: NO_NOTE,
  })
  /** What was ticked here last gets the note. */
  const [ticked, setTicked] = useState(draft.saved?.fields ?? null)
  const [hasMany, setHasMany] = useState(false)
  const tick = useTick(thing, ({ id, title }, on) => {
    setSaid(on ? texts.added(title) : texts.removed(title))
    if (on) setTicked({ id, title, note: '' })
    else if (ticked?.id === id) {
      setTicked(null)
      draft.drop()
    }
  })
  const boards =
    query.data?.pages.flatMap(({ items }) => items).filter(({ role }) => role !== 'view') ?? []
  if (!hasMany && words === '' && (boards.length > FEW || query.hasNextPage)) setHasMany(true)
  return (
    <>
      <div className="flex items-center justify-between gap-4 px-3 pb-2">
        <h2 className="text-14 font-semibold text-ink">{texts.title}</h2>
        <p className="flex items-center gap-1.5 text-14 text-success">
          <Check size={16} aria-hidden />
          {texts.saved}
        </p>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      {hasMany ? (
        <TextInput
          type="search"
          aria-label={texts.search}
          placeholder={texts.searchHint}
          value={typed}
          maxLength={MAX_SEARCH_LENGTH}
          onChange={({ target }) => setTyped(target.value)}
          className="mx-3 mb-2 w-auto!"
        />
      ) : null}
      <div className="board-picker-list">
        <QueryView
          query={query}
          skeleton={<RowsSkeleton />}
          failed={texts.loadFailed}
          isEmpty={hasNoItems}
          empty={
            <p className="px-3 py-2 text-14 text-ink-2">
              {words === '' ? texts.none : texts.noneFound(words)}
            </p>
          }
        >
          {() => (
            <ul>
              {boards.map((board) => (
                <li key={board.id}>
                  <Row board={board} onPress={() => tick(board.id, isOn(board), !isOn(board))} />
                </li>
              ))}
            </ul>
          )}
        </QueryView>
        {query.hasNextPage ? (
          <Button
            variant="quiet"
            busy={query.isFetchingNextPage && texts.loadingMore}
            onClick={() => void query.fetchNextPage()}
          >
            {texts.more}
          </Button>
        ) : null}
      </div>
      {ticked === null ? null : (
        <NoteField
          key={ticked.id}
          board={ticked}
          thing={thing}
          note={ticked.note}
          onNote={(note) => {
            setTicked({ ...ticked, note })
            if (note === '') draft.drop()
            else draft.save({ ...ticked, note })
          }}
          onSaid={setSaid}
        />
      )}
      <NewBoardField
        icon={<Plus size={18} aria-hidden />}
        thing={thing}
        onMade={async (board) => {
          setSaid(texts.added(board.title))
          setTyped('')
          setTicked({ ...board, note: '' })
          await readOffered(client, thing)
        }}
      />
    </>
  )
}

function Row({ board, onPress }: { board: OfferedBoard; onPress: () => void }) {
  const [cover] = board.covers
  const on = isOn(board)
  return (
    <button type="button" aria-pressed={on} className="board-picker-row" onClick={onPress}>
      <span className={cover ? 'board-picker-cover' : 'board-picker-cover board-picker-none'}>
        {cover ? (
          <Picture picture={pictureSources(cover)} alt="" sizes="44px" />
        ) : (
          <LayoutGrid size={18} aria-hidden />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-14 font-semibold text-ink">{board.title}</span>
        <span className="tnum block text-13 text-ink-2">{texts.count(board.itemCount)}</span>
      </span>
      {on ? <Check size={20} aria-hidden className="text-ink" /> : null}
    </button>
  )
}

const RowsSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="grid gap-3 px-3 py-2">
    <Skeleton className="h-11 w-full" />
    <Skeleton className="h-11 w-full" />
  </div>
)
