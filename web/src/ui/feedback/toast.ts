import { useSyncExternalStore } from 'react'

export interface ToastInput {
  title: string
  description?: string | undefined
  variant?: 'success' | 'destructive'
  /** Five seconds if it is left out. */
  durationMs?: number
  action?: { label: string; onClick: () => void }
}
export interface ToastItem extends ToastInput {
  id: string
  open: boolean
}

const LIMIT = 1
const REMOVE_DELAY_MS = 1_000_000

let items: readonly ToastItem[] = []
let made = 0
const listeners = new Set<() => void>()

function set(next: readonly ToastItem[]): void {
  items = next
  for (const listener of listeners) listener()
}

/** Shows a toast and returns its id. It replaces any earlier toast. */
export function toast(input: ToastInput): string {
  const id = String(++made)
  set([{ ...input, id, open: true }, ...items].slice(0, LIMIT))
  return id
}

export function dismissToast(id: string): void {
  set(items.map((item) => (item.id === id ? { ...item, open: false } : item)))
  setTimeout(() => set(items.filter((item) => item.id !== id)), REMOVE_DELAY_MS)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useToasts = (): readonly ToastItem[] =>
  useSyncExternalStore(
    subscribe,
    () => items,
    () => items,
  )

/** Shows a toast about something that failed or was refused. */
export const showError = (title: string, description?: string): string =>
  toast({ title, description, variant: 'destructive' })

/** Shows a toast about a failed action, with a button to try again. */
export const showFailure = (description: string, again: () => void): string =>
  toast({
    title: 'Error',
    description,
    variant: 'destructive',
    action: { label: 'Try again', onClick: again },
  })
