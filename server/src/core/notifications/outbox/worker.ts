import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import { createPause } from '../../../jobs/pause.ts'
import { hasOutboxRows, MAX_OUTBOX_ROWS, processOutbox } from './outbox-queries.ts'

/** How long after a write of this process its rows are turned into notifications, together. */
const SOON_MS = 300
/** How often rows of other processes are looked for, while there are some. */
const POLL_MS = 1_000
/** How often, once there have been none for `QUIET_POLLS`. */
const SELDOM_MS = 5_000
const QUIET_POLLS = 10
const LONGEST_PAUSE_MS = 30_000
/** How long a batch should take, because writers wait for what it locks. */
const BATCH_MS = 50
const FEWEST_ROWS = 20
/** From this share of its time on, the process counts as busy with what people wait for. */
const BUSY = 0.5
/** Pause of a busy process after a batch, in times of what the batch took: a tenth of a core at most. */
const REST = 9

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
  let empty = 0
  const pause = createPause()

  let atMost = MAX_OUTBOX_ROWS
  let measured = performance.eventLoopUtilization()

  /** Returns whether more rows are waiting. */
  const processBatch = async (): Promise<boolean> => {
    empty += 1
    if (!(await hasOutboxRows(db))) return false
    empty = 0
    const begin = performance.now()
    const processed = await processOutbox(db, deps, atMost)
    if (processed === null) return false
    const took = performance.now() - begin
    atMost = Math.round(
      Math.min(Math.max((atMost * BATCH_MS) / took, FEWEST_ROWS), MAX_OUTBOX_ROWS),
    )
    if (processed.userIds.length > 0) live.notificationsMoved(processed.userIds)
    const { utilization } = performance.eventLoopUtilization(measured)
    measured = performance.eventLoopUtilization()
    if (utilization > BUSY) await rest(took * REST, stopping.signal)
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
      const usual = empty > QUIET_POLLS ? SELDOM_MS : POLL_MS
      await pause.wait(Math.min(usual * 2 ** failures, LONGEST_PAUSE_MS))
    }
  }
  const ended = loop()
  return {
    wakeSoon: () => pause.endAfter(SOON_MS),
    stop: async () => {
      stopping.abort()
      pause.end()
      await ended
    },
  }
}

/** Waits, but no longer than until the process stops. */
const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
