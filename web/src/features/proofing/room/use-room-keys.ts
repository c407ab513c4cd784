import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../../lib/browser/keys.ts'
import { isSilent } from '../../../lib/browser/letters.ts'

/** Runs what belongs to a key, unless somebody types, or a dialog is open. */
export function useRoomKeys(acts: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    if (isSilent(event.key)) return
    if (isTyping(event.target) || document.querySelector('[role=dialog]') !== null) return
    const act = acts[event.key.toLowerCase()]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
