import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
/** Values set on this page, for browsers that block storage. */
const here = new Map<string, boolean>()

function read(key: string): boolean {
  const own = here.get(key)
  if (own !== undefined) return own
  try {
    return localStorage.getItem(key) === 'on'
  } catch {
    return false
  }
}

function write(key: string, on: boolean): void {
  here.set(key, on)
  try {
    localStorage.setItem(key, on ? 'on' : 'off')
  } catch {
    // Where storage is blocked, the switch is only remembered on this page.
  }
  for (const listener of listeners) listener()
}

/** A switch that this browser remembers, shared by every use of the same key. Off at first. */
export function useStoredSwitch(key: string): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    () => read(key),
    () => false,
  )
  return [on, (next) => write(key, next)]
}
