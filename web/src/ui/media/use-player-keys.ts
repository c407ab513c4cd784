import { useEffect, useEffectEvent, type RefObject } from 'react'

export type PlayerAction = 'toggle' | 'mute' | 'fullscreen' | 'captions' | 'on' | 'back'

const LETTERS: Partial<Record<string, PlayerAction>> = {
  m: 'mute',
  f: 'fullscreen',
  c: 'captions',
}

interface Key {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  /** Tag name of the focused element. */
  on: string
}

/** What a key does in a player; null for keys that belong to the page or a button. */
export function playerActionOf({ key, altKey, ctrlKey, metaKey, on }: Key): PlayerAction | null {
  if (altKey || ctrlKey || metaKey) return null
  const onLine = on === 'INPUT'
  if (key === 'ArrowRight' || (onLine && key === 'ArrowUp')) return 'on'
  if (key === 'ArrowLeft' || (onLine && key === 'ArrowDown')) return 'back'
  // The space bar presses a focused button by itself.
  if (key === ' ') return on === 'BUTTON' ? null : 'toggle'
  return LETTERS[key.toLowerCase()] ?? null
}

/** Handles keys while something in the player has focus. `act` returns whether it did anything. */
export function usePlayerKeys(
  box: RefObject<HTMLElement | null>,
  act: (action: PlayerAction) => boolean,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = playerActionOf({
      key: event.key,
      altKey: event.altKey,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      on: event.target instanceof Element ? event.target.tagName : '',
    })
    if (action !== null && act(action)) event.preventDefault()
  })
  useEffect(() => {
    const element = box.current
    const listen = (event: KeyboardEvent) => onKey(event)
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [box])
}
