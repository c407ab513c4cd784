import type { Database } from '../../../db/pool.ts'
import {
  continueAfter,
  findFollowers,
  notifyOfWork,
  takeOldestWork,
  unreadStatement,
} from './new-work-queries.ts'

/**
 * Notifies the next followers of the oldest new work, and deletes its outbox row after the last of them. A follower who
 * has not read the notification of an earlier work of that maker gets no second one: it moves to the new work and counts
 * both. Returns whose notifications changed; null when no new work waits. For the outbox worker, which runs alone.
 */
export async function announceNewWork(trx: Database): Promise<string[] | null> {
  const work = await takeOldestWork(trx)
  if (work === null) return null
  const { ids, last } = await findFollowers(trx, work)
  const { rows: unread } = await unreadStatement(work.makerId, ids).execute(trx)
  await notifyOfWork(trx, work, { ids, unread })
  await continueAfter(trx, work.id, last)
  return ids
}
