import { useState } from 'react'
import { useDraft } from './draft.ts'

const EMPTY = { text: '' }

/**
 * Text that is there again when the page was left or the sending failed, until it is dropped or, where it is the tab's
 * own, the tab is closed.
 */
export function useKeptText(name: string, owner: string, { isOfTab = false } = {}) {
  const draft = useDraft({ name, owner, isOfTab, empty: EMPTY })
  const [text, setText] = useState(draft.kept?.fields.text ?? '')
  return {
    text,
    setText: (typed: string) => {
      setText(typed)
      draft.keep({ text: typed })
    },
    drop: () => {
      setText('')
      draft.drop()
    },
  }
}
