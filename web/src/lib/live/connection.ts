import type { LiveEvent } from '@plinth/contract/notifications/live.ts'
import { getUnreadCount } from '@plinth/contract/notifications/notifications.ts'
import { call, isUnauthorized } from '../api/api.ts'

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000

/**
 * Holds a lock that one tab of the browser has at a time. A browser without locks lets every tab have its
 * own turn.
 */
export function takeTurn(name: string, lead: (waited: boolean) => void): () => void {
  if (!('locks' in navigator)) {
    lead(false)
    return () => undefined
  }
  const stopped = new AbortController()
  const { signal } = stopped
  const hold = (waited: boolean) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      else {
        signal.addEventListener('abort', () => resolve())
        lead(waited)
      }
    })
  const queue = async () => {
    const free = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await hold(false)
      return lock !== null
    })
    if (!free && !signal.aborted) await navigator.locks.request(name, { signal }, () => hold(true))
  }
  queue().catch(() => {
    // To leave the queue rejects too. A browser that grants no locks is one without.
    if (!signal.aborted) lead(false)
  })
  return () => stopped.abort()
}

/**
 * Keeps a stream of events open. A lost connection comes back by itself; one that the server refuses does
 * not, so it is tried again, ever later, until a call says that the session is gone.
 */
export function keepConnected(
  path: string,
  hear: (event: LiveEvent) => void,
  lost: () => void,
): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT_MS
  let stopped = false

  const stop = () => {
    stopped = true
    source?.close()
    clearTimeout(timer)
  }
  const end = () => {
    if (stopped) return
    stop()
    hear({ type: 'ended' })
  }
  const open = () => {
    source = new EventSource(path)
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as LiveEvent
      if (event.type === 'hello') wait = FIRST_WAIT_MS
      if (event.type === 'ended') end()
      else hear(event)
    }
    source.onerror = () => {
      lost()
      if (source?.readyState === EventSource.CLOSED) void refused()
    }
  }
  /** An event source does not tell why it was refused: an ordinary call does. */
  const refused = async () => {
    try {
      await call(getUnreadCount)
    } catch (error) {
      if (isUnauthorized(error)) {
        end()
        return
      }
    }
    if (stopped) return
    // Spread out, so that a server that starts again is not met by everybody at once.
    timer = setTimeout(open, wait * (0.5 + Math.random()))
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }

  open()
  return stop
}
