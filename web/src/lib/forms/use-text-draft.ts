import { useState } from 'react'
import { useDraft } from './draft.ts'

const EMPTY = { text: '' }

/**
 * A text that survives leaving the page and a failed send, until it is dropped. With `isPerTab` it also ends when the
 * tab is closed.
 */
export function useTextDraft(name: string, owner: string, { isPerTab = false } = {}) {
  const draft = useDraft({ name, owner, isPerTab, empty: EMPTY })
  const [text, setText] = useState(draft.saved?.fields.text ?? '')
  return {
    text,
    setText: (typed: string) => {
      setText(typed)
      draft.save({ text: typed })
    },
    drop: () => {
      setText('')
      draft.drop()
    },
  }
}
