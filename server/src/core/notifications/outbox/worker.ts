import type { Deps } from '../../../deps.ts'
import { hasOutboxRows, processOutbox } from './outbox-queries.ts'

/** How long after a write of this process its rows are turned into notifications, together. */
const SOON_MS = 300
/** How often rows of other processes are looked for. */
const POLL_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

export interface OutboxWorker {
  /** Somebody has written something: looks soon. */
  wakeSoon: () => void
  /** Waits until the current batch is done. */
  stop: () => Promise<void>
}

/**
 * Turns outbox rows into notifications for as long as the process runs. Every process that runs jobs has such a worker;
 * one that finds another busy leaves the rows to it.
 */
export function startOutboxWorker(
  deps: Pick<Deps, 'db' | 'live' | 'jobs' | 'mail'>,
  onError: (error: unknown) => void,
): OutboxWorker {
  const { db, live } = deps
  const stopping = new AbortController()
  let failures = 0
  let wake = () => {}
  let waking: NodeJS.Timeout | null = null

  /** Returns whether more rows are waiting. */
  const processBatch = async (): Promise<boolean> => {
    if (!(await hasOutboxRows(db))) return false
    const processed = await processOutbox(db, deps)
    if (processed === null) return false
    if (processed.userIds.length > 0) live.notificationsMoved(processed.userIds)
    return processed.isMore
  }

  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (await processBatch()) continue
        failures = 0
      } catch (error) {
        failures += 1
        onError(error)
      }
      const pause = Math.min(POLL_MS * 2 ** failures, LONGEST_PAUSE_MS)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const ended = loop()
  return {
    wakeSoon: () => {
      waking ??= setTimeout(() => {
        waking = null
        wake()
      }, SOON_MS).unref()
    },
    stop: async () => {
      stopping.abort()
      wake()
      await ended
    },
  }
}
