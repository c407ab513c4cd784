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
  /** The element that has the focus: its tag. */
  on: string
}

/** What a key does in a player; null for what is the page's or the button's own. */
export function playerActionOf({ key, altKey, ctrlKey, metaKey, on }: Key): PlayerAction | null {
  if (altKey || ctrlKey || metaKey) return null
  const onLine = on === 'INPUT'
  if (key === 'ArrowRight' || (onLine && key === 'ArrowUp')) return 'on'
  if (key === 'ArrowLeft' || (onLine && key === 'ArrowDown')) return 'back'
  // A button is pressed by the space bar already.
  if (key === ' ') return on === 'BUTTON' ? null : 'toggle'
  return LETTERS[key.toLowerCase()] ?? null
}

/** Keys while something in the player has the focus, and only then. `act` answers whether it could do it. */
export function usePlayerKeys(
  box: RefObject<HTMLElement | null>,
  act: (wish: PlayerAction) => boolean,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const wish = playerActionOf({
      key: event.key,
      altKey: event.altKey,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      on: event.target instanceof Element ? event.target.tagName : '',
    })
    if (wish !== null && act(wish)) event.preventDefault()
  })
  useEffect(() => {
    const element = box.current
    const listen = (event: KeyboardEvent) => onKey(event)
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [box])
}
