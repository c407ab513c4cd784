import type { LiveEvent } from '@plinth/contract/notifications/live.ts'
import { getUnreadCount } from '@plinth/contract/notifications/notifications.ts'
import { call, isUnauthorized } from '../api/api.ts'

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000

/**
 * Waits for a lock that one tab of the browser holds at a time, then calls `lead`. In a browser without locks every tab
 * leads.
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
    // Leaving the queue rejects, too. A browser that refuses locks counts as one without them.
    if (!signal.aborted) lead(false)
  })
  return () => stopped.abort()
}

/**
 * Keeps a stream of events open. The browser reopens a lost connection by itself, but not one that the server refuses:
 * that is tried again, with growing pauses, until a call shows that the session has ended.
 */
export function keepConnected(
  path: string,
  onEvent: (event: LiveEvent) => void,
  onLost: () => void,
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
    onEvent({ type: 'ended' })
  }
  const open = () => {
    source = new EventSource(path)
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as LiveEvent
      if (event.type === 'hello') wait = FIRST_WAIT_MS
      if (event.type === 'ended') end()
      else onEvent(event)
    }
    source.onerror = () => {
      onLost()
      if (source?.readyState === EventSource.CLOSED) void refused()
    }
  }
  /** An event source does not know why it was refused; an ordinary call does. */
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
    // Random, so that not everybody connects at once to a server that has restarted.
    timer = setTimeout(open, wait * (0.5 + Math.random()))
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }

  open()
  return stop
}
