import { useEffect, useEffectEvent } from 'react'
import { isSilent } from '../../../lib/browser/letters.ts'

export type StageAction =
  | 'back'
  | 'stop'
  | 'play'
  | 'toggle'
  | 'one-back'
  | 'one-on'
  | 'ten-back'
  | 'ten-on'
  | 'in'
  | 'out'
  | 'comment'

const LETTERS: Partial<Record<string, StageAction>> = {
  j: 'back',
  k: 'stop',
  l: 'play',
  i: 'in',
  o: 'out',
  m: 'comment',
}

/**
 * What has the focus: something to type in, something that arrows choose or move in, a button, the line of times, or
 * nothing of these.
 */
type Focused = 'text' | 'choice' | 'button' | 'line' | 'other'

interface Key {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  /** The key is held down. */
  repeat: boolean
  on: Focused
}

/** What a key does on a stage that plays; null for keys that belong to something else. */
export function stageActionOf(pressed: Key): StageAction | null {
  const { key, on, shiftKey } = pressed
  if (pressed.altKey || pressed.ctrlKey || pressed.metaKey || on === 'text') return null
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if (on === 'choice') return null
    const way = key === 'ArrowLeft' ? 'back' : 'on'
    return shiftKey ? `ten-${way}` : `one-${way}`
  }
  if (shiftKey || pressed.repeat) return null
  // The space bar presses a focused button by itself.
  if (key === ' ') return on === 'button' || on === 'choice' ? null : 'toggle'
  return LETTERS[key.toLowerCase()] ?? null
}

const CHOICES = 'input, select, [role=slider], [role=tab], [role=radio], [role=option]'
/** What lies over the stage has all keys for itself. */
const OVER = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
export const LINE = 'data-line'

function focusedOn(target: EventTarget | null): Focused {
  if (!(target instanceof Element)) return 'other'
  if (target.hasAttribute(LINE)) return 'line'
  if (target.closest(OVER)) return 'text'
  if (target.matches('[type=range], [type=checkbox], [type=radio]')) return 'choice'
  if (target.matches('input, textarea') || (target as HTMLElement).isContentEditable) return 'text'
  if (target.matches(CHOICES)) return 'choice'
  return target.closest('button, a, summary') ? 'button' : 'other'
}

/** Handles keys wherever the focus is, unless somebody is typing. `act` returns whether it did anything. */
export function useStageKeys(act: (action: StageAction) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isSilent(event.key)) return
    const { key, altKey, ctrlKey, metaKey, shiftKey, repeat } = event
    const pressed = { key, altKey, ctrlKey, metaKey, shiftKey, repeat, on: focusedOn(event.target) }
    const action = stageActionOf(pressed)
    if (action !== null && act(action)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** How fast it plays after `J` or `L`: each press doubles it. */
export function nextSpeed(speed: number, way: 1 | -1): number {
  if (speed * way <= 0) return way
  return Math.min(8, Math.abs(speed) * 2) * way
}
