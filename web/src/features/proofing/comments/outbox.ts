import type { MarkPlace, ProofMark } from '@plinth/contract/proofing/marks.ts'
import { ApiError } from '../../../lib/api/errors.ts'

/** A comment or an answer that the server has not confirmed. Sent again it stays one, because it has its id already. */
export interface Unsent {
  id: string
  text: string
  writtenAt: string
  target: { versionId: string; place: MarkPlace } | { markId: string }
  /** Why the server refused it; empty while it is on its way. */
  refusal: string
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface ProofOutbox {
  all: () => readonly Unsent[]
  /** Whether the last try reached nobody. It is tried again by itself. */
  isWaiting: () => boolean
  add: (unsent: Unsent) => void
  drop: (id: string) => void
  /** Tries everything again now, also what was refused. */
  retry: () => void
  subscribe: (onChange: () => void) => () => void
}

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000

const isUnsent = (value: unknown): value is Unsent => {
  const one = Object(value) as Partial<Unsent>
  return (
    typeof one.id === 'string' &&
    typeof one.text === 'string' &&
    typeof one.writtenAt === 'string' &&
    typeof one.refusal === 'string' &&
    typeof one.target === 'object' &&
    one.target !== null &&
    ('markId' in one.target || 'place' in one.target)
  )
}

/** What this browser keeps under a key. */
export function readUnsent(store: Pick<Store, 'getItem'>, key: string): readonly Unsent[] {
  try {
    const stored: unknown = JSON.parse(store.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isUnsent) : []
  } catch {
    return []
  }
}

/**
 * What somebody wrote in a room and is not there yet. It is kept in this browser until the server has it, and sent one by
 * one in the order in which it was written.
 */
export function makeProofOutbox({
  key,
  store,
  send,
  onSent,
  later = (run, ms) => void setTimeout(run, ms),
}: {
  key: string
  store: Store
  send: (unsent: Unsent) => Promise<ProofMark>
  onSent: (mark: ProofMark) => void
  later?: (run: () => void, ms: number) => void
}): ProofOutbox {
  const listeners = new Set<() => void>()
  let all = readUnsent(store, key)
  let isSending = false
  let isWaiting = false
  let wait = FIRST_WAIT_MS

  const put = (next: readonly Unsent[]) => {
    all = next
    try {
      if (next.length === 0) store.removeItem(key)
      else store.setItem(key, JSON.stringify(next))
    } catch {
      // Where the browser keeps nothing, it stays until the page is left.
    }
    for (const listener of listeners) listener()
  }
  const setWaiting = (next: boolean) => {
    if (isWaiting === next) return
    isWaiting = next
    for (const listener of listeners) listener()
  }
  const drop = (id: string) => put(all.filter((one) => one.id !== id))

  const run = async () => {
    if (isSending) return
    isSending = true
    for (;;) {
      const next = all.find(({ refusal }) => refusal === '')
      if (next === undefined) break
      try {
        onSent(await send(next))
        drop(next.id)
        wait = FIRST_WAIT_MS
        setWaiting(false)
      } catch (error) {
        if (isRefusal(error)) {
          put(all.map((one) => (one.id === next.id ? { ...one, refusal: error.detail } : one)))
          continue
        }
        setWaiting(true)
        later(() => void run(), wait)
        wait = Math.min(2 * wait, LONGEST_WAIT_MS)
        break
      }
    }
    isSending = false
  }

  if (all.length > 0) void run()
  return {
    all: () => all,
    isWaiting: () => isWaiting,
    add: (unsent) => {
      put([...all, unsent])
      void run()
    },
    drop,
    retry: () => {
      put(all.map((one) => ({ ...one, refusal: '' })))
      void run()
    },
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

/** Whether the server has said no, so that the same would be refused again. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 401 &&
  error.status !== 408 &&
  error.status !== 429
