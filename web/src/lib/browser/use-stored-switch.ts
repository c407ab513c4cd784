import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
/** What this page has set, for browsers whose store is closed. */
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
    // A closed store costs the memory of it and nothing else.
  }
  for (const listener of listeners) listener()
}

/** A switch that this browser remembers, the same wherever it stands on the page. Off at first. */
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
