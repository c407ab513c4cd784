import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react'

/** Fills the screen with one element, where the browser lets it. */
export function useFullscreen(element: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false)
  const isOffered = useSyncExternalStore(
    neverChanges,
    () => document.fullscreenEnabled,
    () => false,
  )
  useEffect(() => {
    const update = () => setFull(document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [element])
  const toggle = () => {
    // Refused (by the system, or in a frame) leaves things as they are.
    const change = isFull ? document.exitFullscreen() : element.current?.requestFullscreen()
    change?.catch(() => setFull(document.fullscreenElement === element.current))
  }
  return { isFull, toggle, isOffered }
}

const neverChanges = () => () => undefined
