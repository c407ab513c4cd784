import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'

const NEXT = new Set(['ArrowDown', 'j', 'J', 'PageDown'])
const PREVIOUS = new Set(['ArrowUp', 'k', 'K', 'PageUp'])
const TYPED_IN = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]'

/** The step for a key: +1, -1, or 0 for keys that the feed does not use. */
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

/** The position of the child whose top is nearest to the feed's. */
function nearestTo(feed: HTMLElement): number {
  const { top } = feed.getBoundingClientRect()
  const away = [...feed.children].map((child) => Math.abs(child.getBoundingClientRect().top - top))
  return Math.max(0, away.indexOf(Math.min(...away)))
}

/**
 * A feed in which each child fills the window. `active` is the visible child; keys and `go` move by one and move the
 * focus too, so that screen readers announce the child.
 */
export function useSnapFeed(length: number) {
  const feed = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  /** The target of the current scroll, so that a second step before it ends continues from there. */
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
    // While it scrolls, posts on the way can be the last that were seen to come in.
    const rest = () => {
      aim.current = null
      setActive(nearestTo(element))
    }
    element.addEventListener('scrollend', rest)
    return () => {
      observer.disconnect()
      element.removeEventListener('scrollend', rest)
    }
  }, [length])

  const go = (step: number) => {
    if (feed.current === null) return
    const places = feed.current.children
    // Also scrolls when the target is the same: the last child can have been replaced and the feed slipped back.
    const next = Math.min(
      Math.max((aim.current ?? nearestTo(feed.current)) + step, 0),
      places.length - 1,
    )
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
