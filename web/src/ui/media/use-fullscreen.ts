import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react'

/** Shows one element full screen, where the browser allows it. */
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
    // When the system or a frame refuses, nothing changes.
    const change = isFull ? document.exitFullscreen() : element.current?.requestFullscreen()
    change?.catch(() => setFull(document.fullscreenElement === element.current))
  }
  return { isFull, toggle, isOffered }
}

const neverChanges = () => () => undefined
