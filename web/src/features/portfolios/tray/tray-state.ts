import { useSyncExternalStore } from 'react'

/** What the tray's own code does not need to be loaded for: whether there is a tray, and files on their way to it. */
interface TrayDoor {
  isOpen: boolean
  given: readonly File[]
  isFolded: boolean
}

let door: TrayDoor = { isOpen: false, given: [], isFolded: false }
const listeners = new Set<() => void>()

function set(next: TrayDoor): void {
  door = next
  for (const listener of listeners) listener()
}

/** Opens the tray and hands it files, which it takes as soon as it has loaded. */
export const giveToTray = (files: readonly File[]): void =>
  set({ ...door, isOpen: true, given: [...door.given, ...files] })

/** The files that were handed over and not taken yet. */
export function takeGiven(): readonly File[] {
  const { given } = door
  if (given.length > 0) set({ ...door, given: [] })
  return given
}

export const closeDoor = (): void => set({ isOpen: false, given: [], isFolded: false })

export const foldTray = (isFolded: boolean): void => set({ ...door, isFolded })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTrayDoor = (): TrayDoor =>
  useSyncExternalStore(
    subscribe,
    () => door,
    () => door,
  )

const flagOf = (viewerId: string) => `plinth.tray.${viewerId}`

/** Whether an earlier visit of this person left files in the tray of this browser. */
export function hasTray(viewerId: string): boolean {
  try {
    return localStorage.getItem(flagOf(viewerId)) !== null
  } catch {
    return false
  }
}

export function rememberTray(viewerId: string, isFilled: boolean): void {
  try {
    if (isFilled) localStorage.setItem(flagOf(viewerId), '1')
    else localStorage.removeItem(flagOf(viewerId))
  } catch {
    // Where storage is blocked, the tray is only remembered on this page.
  }
}
