import { useSyncExternalStore } from 'react'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A reply that the server has not confirmed. Sent again, it stays one message, whether or not the last try arrived. */
export interface UnsentReply {
  clientId: string
  conversationId: string
  receiverId: string
  subject: string
  content: string
  files: { id: string; name: string }[]
  writtenAt: string
  /** The server's sentence when it refused the reply; empty when unknown. */
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

/** Checks stored data, which an older version may have written differently. */
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
  /** Adds a reply or replaces its earlier version. */
  save: (unsent: UnsentReply) => void
  drop: (clientId: string) => void
  /** Calls back after every change, here and in other tabs. */
  subscribe: (onChange: () => void) => () => void
}

export const outboxKey = (viewerId: string) => `plinth.outbox.${viewerId}`

/** A person's unsent replies, stored in this browser until they are sent or removed. */
export function makeOutbox(viewerId: string, store: Store): Outbox {
  const key = outboxKey(viewerId)
  const listeners = new Set<() => void>()
  /** Used in place of storage that is full or blocked. */
  let here: string | null = null
  let read: { text: string; all: readonly UnsentReply[] } = { text: '[]', all: [] }

  const stored = (): string => {
    try {
      return here ?? store.getItem(key) ?? '[]'
    } catch {
      return '[]'
    }
  }
  /** Returns the same list until something changes. */
  const all = () => {
    const text = stored()
    if (text !== read.text) read = { text, all: parseUnsent(text) }
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

function parseUnsent(text: string): readonly UnsentReply[] {
  try {
    const stored: unknown = JSON.parse(text)
    return Array.isArray(stored) ? stored.filter(isUnsent) : []
  } catch {
    return []
  }
}

const outboxes = new Map<string, Outbox>()

/** This person's outbox in this browser. */
export function outboxOf(viewerId: string): Outbox {
  const known = outboxes.get(viewerId)
  if (known) return known
  const outbox = withOtherTabs(viewerId, makeOutbox(viewerId, localStorage))
  outboxes.set(viewerId, outbox)
  return outbox
}

/** Also notifies subscribers of changes by other tabs. */
const withOtherTabs = (viewerId: string, outbox: Outbox): Outbox => ({
  ...outbox,
  subscribe: (onChange) => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key === outboxKey(viewerId)) onChange()
    }
    addEventListener('storage', onStorage)
    const stop = outbox.subscribe(onChange)
    return () => {
      removeEventListener('storage', onStorage)
      stop()
    }
  },
})

export function useUnsent(viewerId: string): readonly UnsentReply[] {
  const { subscribe, all } = outboxOf(viewerId)
  return useSyncExternalStore(subscribe, all)
}
