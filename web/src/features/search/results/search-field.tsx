import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'
import { SearchInput } from '../../../ui/form/text-input.tsx'
import { texts } from '../search-texts.ts'

/** The field on phones, where the bar has none. Without scripts it is a plain form. */
export function SearchField({ q }: { q: string }) {
  const [text, setText] = useState(q)
  const [shown, setShown] = useState(q)
  if (q !== shown) {
    setShown(q)
    setText(q)
  }
  const field = useRef<HTMLInputElement>(null)
  // Somebody who opens the page without words has come to type them.
  useEffect(() => {
    if (q === '') field.current?.focus()
  }, [q])
  const navigate = useNavigate()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <form
      role="search"
      action="/search"
      method="get"
      className="search-field"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void navigate({ to: '/search', search: { q: text.trim() } })
      }}
    >
      <SearchInput
        name="q"
        label={texts.search.label}
        placeholder={texts.search.label}
        maxLength={MAX_SEARCH_LENGTH}
        enterKeyHint="search"
        ref={field}
        value={text}
        onValueChange={setText}
        className="min-w-0 flex-1 rounded-control border border-line-strong bg-surface-1 px-4"
      />
      <a
        href="/explore"
        className="inline-flex min-h-11 items-center text-14 font-semibold text-ink-2"
        onClick={(event) => {
          event.preventDefault()
          if (canGoBack) router.history.back()
          else void navigate({ to: '/explore' })
        }}
      >
        {texts.search.cancel}
      </a>
    </form>
  )
}
