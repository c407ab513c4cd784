import { useState, type KeyboardEvent } from 'react'
import { moved } from './palette-rules.ts'

interface PaletteKeys {
  ids: readonly string[]
  /** Searches for what is typed. */
  onSearch: () => void
  /** Removes an option from its list, if it can be removed. */
  onForget: (id: string) => void
}

/** The active option, and the keys that move it, open it or remove it. Escape belongs to the dialog. */
export function usePaletteKeys({ ids, onSearch, onForget }: PaletteKeys) {
  const [wanted, setActive] = useState<string | null>(null)
  const active = wanted !== null && ids.includes(wanted) ? wanted : null
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The key belongs to the input method, which composes a word.
    if (event.nativeEvent.isComposing) return
    const { key, currentTarget } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      const next = moved(ids, active, key)
      setActive(next)
      if (next !== null) document.getElementById(next)?.scrollIntoView({ block: 'nearest' })
    } else if (key === 'Enter') {
      event.preventDefault()
      if (active === null) onSearch()
      else document.getElementById(active)?.click()
    } else if (key === 'Delete' && active !== null) {
      // Within the words the key deletes a letter.
      if (currentTarget.selectionEnd !== currentTarget.value.length) return
      event.preventDefault()
      onForget(active)
    }
  }
  return { active, setActive, onKeyDown }
}
