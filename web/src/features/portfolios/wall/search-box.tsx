import { useEffect, useEffectEvent, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'
import { SearchInput } from '../../../ui/form/text-input.tsx'
import { addressed, goingTo, searchTextOf, sending, typed } from './search-text.ts'
import { texts } from '../portfolio-texts.ts'

const PAUSE_MS = 250

/** Search as it stands in the address, sent when the typing pauses. */
export function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [state, setState] = useState(() => searchTextOf(q))
  if (q !== state.q) setState(addressed(state, q))

  const send = (text: string) => {
    const words = text.trim()
    if (words === goingTo(state)) return
    setState((last) => sending(last, words))
    onSearch(words)
  }
  const sendLater = useEffectEvent(send)
  const { text } = state
  useEffect(() => {
    const timer = setTimeout(() => sendLater(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        send(text)
      }}
    >
      <SearchInput
        label={texts.search.label}
        placeholder={texts.search.placeholder}
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onBlur={() => send(text)}
        enterKeyHint="search"
        onValueChange={(next) => setState(typed(state, next))}
      />
    </form>
  )
}
