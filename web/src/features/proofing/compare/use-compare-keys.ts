import { useEffect, useEffectEvent, useState } from 'react'
import { isTyping } from '../../../lib/browser/keys.ts'
import { isSilent } from '../../../lib/browser/letters.ts'
import { movedBy, VIEWS, type CompareMode } from './compare-rules.ts'

interface KeysOptions {
  onMode: (mode: CompareMode) => void
  /** What the arrows move: the line, or how much is seen; null where they move the picture. */
  moved: { share: number; onShare: (share: number) => void } | null
}

/** The keys of comparing. Returns whether the older version is to be seen alone, which is while Space is held. */
export function useCompareKeys({ onMode, moved }: KeysOptions): boolean {
  const [isAlone, setAlone] = useState(false)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isSilent(event.key)) return
    if (isTyping(event.target) || document.querySelector('[role=dialog]') !== null) return
    if (event.key === ' ') {
      // On a button Space presses it.
      const isPressed = event.target instanceof Element && event.target.closest(USES_SPACE) !== null
      if (isPressed) return
      setAlone(true)
    } else if (event.target instanceof Element && event.target.closest(USES_KEYS) !== null) {
      return
    } else {
      const mode = VIEWS[Number(event.key) - 1]
      const share = moved === null ? null : movedBy(event, moved.share)
      if (mode !== undefined) onMode(mode)
      else if (share !== null) moved?.onShare(share)
      else return
    }
    event.preventDefault()
  })
  useEffect(() => {
    const leave = () => setAlone(false)
    const onKeyUp = ({ key }: KeyboardEvent) => {
      if (key === ' ') leave()
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('keyup', onKeyUp)
    addEventListener('blur', leave)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('keyup', onKeyUp)
      removeEventListener('blur', leave)
    }
  }, [])
  return isAlone
}

const USES_KEYS = '[role=combobox], [role=listbox], [role=menu]'
const USES_SPACE = `button, a, ${USES_KEYS}`
