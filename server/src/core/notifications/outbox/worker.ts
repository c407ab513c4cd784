import type { Deps } from '../../../deps.ts'
import { hasNotices, workNotices, MAX_NOTICES } from './outbox-queries.ts'

const POLL_MS = 300
const LONGEST_PAUSE_MS = 30_000

export interface NoticeWorker {
  /** Finishes what is under way. */
  stop: () => Promise<void>
}

/**
 * Makes notifications of notices for as long as the process runs. Every process that runs jobs does so; whoever finds
 * another at work leaves it to that one.
 */
export function startNoticeWorker(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  onError: (error: unknown) => void,
): NoticeWorker {
  const stopping = new AbortController()
  let failures = 0
  let wake = () => {}

  /** Whether more is waiting. */
  const workOnce = async (): Promise<boolean> => {
    if (!(await hasNotices(db))) return false
    const worked = await workNotices(db)
    if (worked === null) return false
    if (worked.userIds.length > 0) live.notificationsMoved(worked.userIds)
    return worked.taken === MAX_NOTICES
  }

  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (await workOnce()) continue
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
    stop: async () => {
      stopping.abort()
      wake()
      await ended
    },
  }
}
