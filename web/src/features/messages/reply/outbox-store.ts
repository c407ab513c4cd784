import { useSyncExternalStore } from 'react'
import { makeOutbox, outboxKey, type Outbox, type UnsentReply } from './outbox.ts'

const outboxes = new Map<string, Outbox>()

/** What this person has not got out of this browser. */
export function outboxOf(viewerId: string): Outbox {
  const known = outboxes.get(viewerId)
  if (known) return known
  const made = withOtherTabs(viewerId, makeOutbox(viewerId, localStorage))
  outboxes.set(viewerId, made)
  return made
}

/** What another tab sends or removes is no longer unsent here. */
const withOtherTabs = (viewerId: string, outbox: Outbox): Outbox => ({
  ...outbox,
  subscribe: (onChange) => {
    const hear = ({ key }: StorageEvent) => {
      if (key === null || key === outboxKey(viewerId)) onChange()
    }
    addEventListener('storage', hear)
    const stop = outbox.subscribe(onChange)
    return () => {
      removeEventListener('storage', hear)
      stop()
    }
  },
})

export function useUnsent(viewerId: string): readonly UnsentReply[] {
  const { subscribe, all } = outboxOf(viewerId)
  return useSyncExternalStore(subscribe, all)
}
