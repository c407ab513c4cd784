import './palette.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'
import { paletteShown } from '../../../lib/browser/palette-state.ts'
import { messageDialog } from '../../../lib/routing/dialog-search.ts'
import { Dialog, DialogClose, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { forgetSearch, forgetSearches, useSearches } from '../recents.ts'
import { suggestQuery } from '../search-api.ts'
import { texts } from '../search-texts.ts'
import { PaletteOptions } from './palette-options.tsx'
import { groupsOf, optionIds, type PaletteAction } from './palette-rules.ts'
import { usePaletteKeys } from './use-palette-keys.ts'
import { usePause } from '../../../lib/forms/use-pause.ts'

const words = texts.palette
const PAUSE_MS = 120

interface SearchPaletteProps {
  open: boolean
  onClose: () => void
  /** The words of the field that opened it. */
  start: string
  /** Somebody is still typing them. */
  isTyped: boolean
  /** Null for visitors, who get nothing to do. */
  viewerId: string | null
  actions: readonly PaletteAction[]
}

/** The search field over everything, with suggestions while somebody types. */
export function SearchPalette({ open, onClose, isTyped, ...rest }: SearchPaletteProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={whenClosed(onClose)}
      title={words.title}
      titleHidden
      bare
      className="search-palette"
      onOpenAutoFocus={(event) => {
        // By itself the dialog selects the words.
        if (!isTyped) return
        event.preventDefault()
        field.current?.focus()
      }}
    >
      <PaletteContent {...rest} field={field} onClose={onClose} />
    </Dialog>
  )
}

interface PaletteContentProps extends Omit<SearchPaletteProps, 'open' | 'isTyped'> {
  field: RefObject<HTMLInputElement | null>
}

function PaletteContent({ onClose, start, viewerId, actions, field }: PaletteContentProps) {
  const [text, setText] = useState(start)
  useEffect(() => () => void paletteShown(false), [])
  const typed = text.trim()
  const navigate = useNavigate()
  const searches = useSearches()
  const query = useQuery(suggestQuery(usePause(typed, PAUSE_MS)))
  const [person] = typed === '' ? [] : (query.data?.people ?? [])
  const message: PaletteAction[] =
    viewerId === null || person === undefined || person.id === viewerId
      ? []
      : [
          {
            id: 'message',
            label: words.message(person),
            icon: 'message',
            perform: () => void navigate(messageDialog(person.id)),
          },
        ]
  const groups = groupsOf({
    words: typed,
    searches,
    suggestions: query.data,
    actions: [...message, ...actions],
  })
  const ids = optionIds(groups)
  const search = () => {
    if (typed === '') return
    onClose()
    void navigate({ to: '/search', search: { q: typed } })
  }
  const { active, setActive, onKeyDown } = usePaletteKeys({
    ids,
    onSearch: search,
    onForget: (id) => {
      const [group, index] = id.split('-')
      const one = group === 'recent' ? groups.recent[Number(index)] : undefined
      if (one !== undefined) forgetSearch(one)
    },
  })
  const isFailed = query.isError && query.data === undefined
  const isEmpty = ids.length === 0 && typed !== '' && !query.isFetching
  return (
    <>
      <form
        role="search"
        className="palette-head"
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <Search size={22} className="shrink-0 text-ink-2" aria-hidden />
        <input
          ref={field}
          role="combobox"
          aria-label={words.placeholder}
          aria-expanded={ids.length > 0}
          aria-controls="palette-options"
          aria-autocomplete="list"
          aria-activedescendant={active ?? undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          placeholder={words.placeholder}
          maxLength={MAX_SEARCH_LENGTH}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setActive(null)
          }}
          onKeyDown={onKeyDown}
          onFocus={() => {
            // Letters that were typed before the field took the focus.
            const ahead = paletteShown(true)
            if (ahead.startsWith(text)) setText(ahead)
          }}
          className="palette-input"
        />
        <button type="button" className="palette-escape hit max-tablet:hidden" onClick={onClose}>
          <kbd aria-hidden>{words.escape}</kbd>
          <span className="sr-only">{words.close}</span>
        </button>
        <DialogClose className="tablet:hidden" />
      </form>
      <div
        id="palette-options"
        role="listbox"
        // Without options it would be an empty list.
        hidden={ids.length === 0}
        aria-label={words.options}
        aria-busy={query.isFetching}
        className="palette-list"
      >
        <PaletteOptions
          groups={groups}
          typed={typed}
          active={active}
          onPoint={setActive}
          onForget={forgetSearch}
          onClose={onClose}
        />
      </div>
      <p role="status" className={isFailed || isEmpty ? 'palette-none' : 'sr-only'}>
        {isFailed ? words.failed : isEmpty ? words.none : words.count(ids.length)}
      </p>
      <p id="palette-forget" hidden>
        {words.forgetHint}
      </p>
      <div className="palette-foot">
        <span aria-hidden className="flex items-center gap-2 max-tablet:hidden">
          <kbd>↑</kbd>
          <kbd>↓</kbd>
          {words.move}
          <kbd className="palette-second">↵</kbd>
          {words.open}
        </span>
        {typed === '' ? (
          searches.length === 0 ? null : (
            <button type="button" className="palette-all" onClick={forgetSearches}>
              {words.forgetAll}
            </button>
          )
        ) : (
          <Link to="/search" search={{ q: typed }} className="palette-all" onClick={onClose}>
            {words.seeAll(typed)}
          </Link>
        )}
      </div>
    </>
  )
}
