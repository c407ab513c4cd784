import { useEffect, useEffectEvent, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'
import { SearchInput } from '../../../ui/form/text-input.tsx'
import { texts } from '../messages-texts.ts'

const PAUSE_MS = 250

/** Search as it stands in the address, sent when the typing pauses. */
export function ConversationSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q)
  const [sent, setSent] = useState(q)
  // The address changed by itself: one has gone back, or opened a link.
  if (q !== sent) {
    setSent(q)
    if (q !== text.trim()) setText(q)
  }
  const send = useEffectEvent((words: string) => {
    if (words !== q) onSearch(words)
  })
  useEffect(() => {
    const timer = setTimeout(() => send(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== q) onSearch(text.trim())
      }}
    >
      <SearchInput
        label={texts.search.label}
        placeholder={texts.search.placeholder}
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        enterKeyHint="search"
        onValueChange={setText}
      />
    </form>
  )
}
