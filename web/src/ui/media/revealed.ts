import { useSyncExternalStore } from 'react'

// For as long as the page is open: what was asked for once is not asked about again.
const revealed = new Set<string>()
const listeners = new Set<() => void>()
let all = false

const tell = () => listeners.forEach((listener) => listener())
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

interface Hideable {
  src: string
  isSensitive?: boolean | undefined
}

/** Shows a sensitive picture wherever it stands. */
export function reveal({ src }: Hideable): void {
  revealed.add(src)
  tell()
}

/** Whether sensitive pictures are shown without asking. */
export function revealAll(wish: boolean): void {
  all = wish
  tell()
}

/** Whether the viewer has yet to ask for this picture. */
export const useVeiled = (picture: Hideable): boolean =>
  useSyncExternalStore(
    subscribe,
    () => picture.isSensitive === true && !all && !revealed.has(picture.src),
    () => picture.isSensitive === true,
  )
