import { useState } from 'react'
import { useDraft } from './draft.ts'

const EMPTY = { text: '' }

/**
 * Text that is there again when the page was left or the sending failed, until it is dropped or, where it is the tab's
 * own, the tab is closed.
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
