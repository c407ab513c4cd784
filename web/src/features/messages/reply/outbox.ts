import { useSyncExternalStore } from 'react'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A reply that the server has not confirmed. Sending it again is the same message, whatever became of the last try. */
export interface UnsentReply {
  clientId: string
  conversationId: string
  receiverId: string
  subject: string
  content: string
  files: { id: string; name: string }[]
  writtenAt: string
  /** What the server said against it; empty when nothing is known. */
  reason: string
}

const TEXTS = [
  'clientId',
  'conversationId',
  'receiverId',
  'subject',
  'content',
  'writtenAt',
  'reason',
] as const satisfies (keyof UnsentReply)[]

const isText = (value: unknown): value is string => typeof value === 'string'

/** What an older version, or somebody else, left in the store may look different. */
function isUnsent(value: unknown): value is UnsentReply {
  if (typeof value !== 'object' || value === null) return false
  const one = value as Partial<Record<keyof UnsentReply, unknown>>
  return (
    TEXTS.every((name) => isText(one[name])) &&
    Array.isArray(one.files) &&
    one.files.every(
      (file: Record<string, unknown> | null) => isText(file?.['id']) && isText(file['name']),
    )
  )
}

export interface Outbox {
  all: () => readonly UnsentReply[]
  /** Adds it, or puts it in the place of what it was. */
  save: (unsent: UnsentReply) => void
  drop: (clientId: string) => void
  /** Hears of every change, here and in other tabs. */
  subscribe: (onChange: () => void) => () => void
}

export const outboxKey = (viewerId: string) => `plinth.outbox.${viewerId}`

/** What a person has written and not got out, kept in this browser until it is out or thrown away. */
export function makeOutbox(viewerId: string, store: Store): Outbox {
  const key = outboxKey(viewerId)
  const listeners = new Set<() => void>()
  /** Stands in for a store that is full or forbidden. */
  let here: string | null = null
  let read: { text: string; all: readonly UnsentReply[] } = { text: '[]', all: [] }

  const stored = (): string => {
    try {
      return here ?? store.getItem(key) ?? '[]'
    } catch {
      return '[]'
    }
  }
  /** The same list as long as nothing has changed. */
  const all = () => {
    const text = stored()
    if (text !== read.text) read = { text, all: understood(text) }
    return read.all
  }
  const write = (next: readonly UnsentReply[]) => {
    const text = JSON.stringify(next)
    try {
      if (next.length === 0) store.removeItem(key)
      else store.setItem(key, text)
      here = null
    } catch {
      here = text
    }
    for (const listener of listeners) listener()
  }
  return {
    all,
    save: (unsent) => {
      const known = all().some(({ clientId }) => clientId === unsent.clientId)
      write(
        known
          ? all().map((one) => (one.clientId === unsent.clientId ? unsent : one))
          : [...all(), unsent],
      )
    },
    drop: (clientId) => {
      if (all().some((one) => one.clientId === clientId)) {
        write(all().filter((one) => one.clientId !== clientId))
      }
    },
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

function understood(text: string): readonly UnsentReply[] {
  try {
    const stored: unknown = JSON.parse(text)
    return Array.isArray(stored) ? stored.filter(isUnsent) : []
  } catch {
    return []
  }
}

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
