import { Search } from 'lucide-react'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'
import { boxed } from '../../ui/form/text-input.tsx'

const PAUSE_MS = 250

/** A search field that updates the address when typing pauses. */
export function SearchField({
  q,
  label,
  placeholder,
  onSearch,
}: {
  q: string
  label: string
  placeholder: string
  onSearch: (q: string) => void
}) {
  const [text, setText] = useState(q)
  const [sent, setSent] = useState(q)
  const [known, setKnown] = useState(q)
  if (q !== known) {
    setKnown(q)
    // The address was changed elsewhere, by going back or by a link.
    if (q !== sent) setText(q)
    setSent(q)
  }
  const send = (words: string) => {
    if (words === sent) return
    setSent(words)
    onSearch(words)
  }
  const sendLater = useEffectEvent(send)
  useEffect(() => {
    const timer = setTimeout(() => sendLater(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <form
      role="search"
      className="admin-search"
      onSubmit={(event) => {
        event.preventDefault()
        send(text.trim())
      }}
    >
      <Search
        size={20}
        className="absolute top-0 bottom-0 left-4 my-auto text-ink-3 pointer-events-none"
        aria-hidden
      />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
        enterKeyHint="search"
        className={clsx(boxed, 'h-12')}
      />
    </form>
  )
}
