import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'

const NEXT = new Set(['ArrowDown', 'j', 'J', 'PageDown'])
const PREVIOUS = new Set(['ArrowUp', 'k', 'K', 'PageUp'])
const TYPED_IN = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]'

/** Which way a key leads in the feed: +1, -1, or 0 for a key that is not the feed's. */
export function stepOfKey(event: {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}): -1 | 0 | 1 {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return 0
  if (NEXT.has(event.key)) return 1
  return PREVIOUS.has(event.key) ? -1 : 0
}

/**
 * A feed whose children fill it one at a time. `active` is the child in sight; keys and `go` move by one and take the
 * focus along, so that a screen reader says where one is.
 */
export function useSnapFeed(length: number) {
  const feed = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  /** Where a step is on its way to, so that a second one before it has arrived goes on from there. */
  const aim = useRef<number | null>(null)
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')

  useEffect(() => {
    const element = feed.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (entry.isIntersecting) setActive([...element.children].indexOf(entry.target))
        }
      },
      { root: element, threshold: 0.6 },
    )
    for (const child of [...element.children].slice(0, length)) observer.observe(child)
    const rest = () => {
      aim.current = null
    }
    element.addEventListener('scrollend', rest)
    return () => {
      observer.disconnect()
      element.removeEventListener('scrollend', rest)
    }
  }, [length])

  const go = (step: number) => {
    const places = feed.current?.children ?? []
    // What stood at the end can have been replaced since, and the feed have slipped back: it is gone to once more.
    const next = Math.min(Math.max((aim.current ?? active) + step, 0), places.length - 1)
    const target = places[next]
    if (!(target instanceof HTMLElement)) return
    aim.current = next
    target.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block: 'start' })
    target.focus({ preventScroll: true })
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest(TYPED_IN)) return
    const step = stepOfKey(event)
    if (step === 0) return
    event.preventDefault()
    go(step)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  return { feed, active, go }
}
