import { useSyncExternalStore } from 'react'

// Kept while the page is open, so that a revealed picture stays revealed.
const revealed = new Set<string>()
const listeners = new Set<() => void>()
let all = false

const notify = () => listeners.forEach((listener) => listener())
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

interface Hideable {
  src: string
  isSensitive?: boolean | undefined
}

/** Reveals a sensitive picture everywhere on the page. */
export function reveal({ src }: Hideable): void {
  revealed.add(src)
  notify()
}

/** Whether sensitive pictures are shown without asking. */
export function revealAll(isOn: boolean): void {
  all = isOn
  notify()
}

/** Whether this picture is hidden because the viewer has not revealed it. */
export const useVeiled = (picture: Hideable): boolean =>
  useSyncExternalStore(
    subscribe,
    () => picture.isSensitive === true && !all && !revealed.has(picture.src),
    () => picture.isSensitive === true,
  )
