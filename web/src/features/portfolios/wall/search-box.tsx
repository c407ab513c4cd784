import { useEffect, useEffectEvent, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'
import { SearchInput } from '../../../ui/form/text-input.tsx'
import { texts } from '../portfolio-texts.ts'

/** The text in the search field, and the part of it that has been sent to the address. */
export interface SearchText {
  text: string
  /** The search in the address. */
  q: string
  /** Sent by this field and not yet seen in the address. */
  sent: readonly string[]
}

export const searchTextOf = (q: string): SearchText => ({ text: q, q, sent: [] })

export const typed = (state: SearchText, text: string): SearchText => ({ ...state, text })

/** What the address shows, or will show once it has caught up. */
export const goingTo = (state: SearchText): string => state.sent.at(-1) ?? state.q

export const sending = (state: SearchText, q: string): SearchText =>
  q === goingTo(state) ? state : { ...state, sent: [...state.sent, q] }

/** The address changed. If it only repeats what this field sent, newer input is kept. */
export function addressed(state: SearchText, q: string): SearchText {
  const echo = state.sent.lastIndexOf(q)
  return echo === -1 ? { text: q, q, sent: [] } : { ...state, q, sent: state.sent.slice(echo + 1) }
}

const PAUSE_MS = 250

/** The search field. Sends the text to the address when typing pauses. */
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
