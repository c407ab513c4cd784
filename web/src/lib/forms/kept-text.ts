import { useState } from 'react'
import { makeDraft } from './draft.ts'

const draftOf = (name: string) =>
  makeDraft<{ text: string }>(
    name,
    (kept) => ('text' in kept && typeof kept.text === 'string' ? { text: kept.text } : null),
    ({ text }) => text.trim() === '',
  )

/**
 * Text that is there again when the page was left or the sending failed, until it is dropped. In `sessionStorage` it goes
 * with the tab.
 */
export function useKeptText(name: string, ownerId: string, store: Storage = localStorage) {
  const [draft] = useState(() => draftOf(name))
  const [text, setText] = useState(() => draft.read(store, ownerId)?.text ?? '')
  return {
    text,
    setText: (typed: string) => {
      setText(typed)
      draft.keep(store, ownerId, { text: typed })
    },
    drop: () => {
      setText('')
      draft.drop(store, ownerId)
    },
  }
}
