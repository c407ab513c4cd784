import { useSyncExternalStore } from 'react'

/** The search palette while it is open, with the words that it starts with. */
export interface Palette {
  words: string
  /** Whether the person is still typing. If so the next letter is added to the words, otherwise it replaces them. */
  isTyped: boolean
}

let palette: Palette | null = null
const listeners = new Set<() => void>()

function set(next: Palette | null): void {
  palette = next
  for (const listener of listeners) listener()
}

/** Opens the search palette, with the words of another field. */
export const openPalette = (words = '', isTyped = false): void => set({ words, isTyped })
export const closePalette = (): void => set(null)

let isShown = false

/** Says that the palette's field has the focus, or is gone again. Returns what was typed until then, once. */
export function paletteShown(shown: boolean): string {
  const wasShown = isShown
  isShown = shown
  return wasShown ? '' : (palette?.words ?? '')
}

/** Keeps a letter that somebody types while the palette still loads; false when it is not loading. */
export function typedAhead(key: string): boolean {
  if (palette === null || isShown || key.length !== 1) return false
  set({ words: palette.words + key, isTyped: true })
  return true
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The open palette; null while it is closed. */
export const usePalette = (): Palette | null =>
  useSyncExternalStore(
    subscribe,
    () => palette,
    () => null,
  )
