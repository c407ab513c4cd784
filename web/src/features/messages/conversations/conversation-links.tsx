import { useEffect, useRef, type ReactNode } from 'react'

/** ↑ and ↓ go from link to link. */
function stepAlong(list: HTMLElement, event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  const links = [...list.querySelectorAll('a')]
  const next = links[links.findIndex((link) => link === document.activeElement) + by]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** A list of links that the arrow keys walk along. */
export function ConversationLinks({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const element = list.current
    const stop = new AbortController()
    element?.addEventListener('keydown', (event) => stepAlong(element, event), {
      signal: stop.signal,
    })
    return () => stop.abort()
  }, [])
  return (
    <ul ref={list} aria-label={label}>
      {children}
    </ul>
  )
}
