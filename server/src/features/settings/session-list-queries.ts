import { sql } from 'kysely'
import { insertAccountEvent } from '../../core/account/activity-queries.ts'
import { deviceOf, type RequestSource } from '../../core/session/device.ts'
import type { Database } from '../../db/pool.ts'

export interface SessionRow {
  id: string
  userAgent: string
  lastSeenAt: Date
  signedInAt: Date
}

/** Somebody's sessions that have not expired, the last used first. */
export function findSessions(db: Database, userId: string): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'user_agent as userAgent',
      'last_seen_at as lastSeenAt',
      'signed_in_at as signedInAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('absolute_expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Ends one of somebody's sessions; false when they have none with this id. */
export async function endSessionOf(
  db: Database,
  { id, userId, source }: { id: string; userId: string; source: RequestSource },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('user_agent as userAgent')
      .executeTakeFirst()
    if (ended === undefined) return false
    const detail = deviceOf(ended.userAgent)
    await insertAccountEvent(trx, { userId, kind: 'session_ended', detail, source })
    return true
  })
}

/** Ends all of somebody's sessions but one; returns how many. */
export async function endSessionsBut(
  db: Database,
  { keep, userId, source }: { keep: string; userId: string; source: RequestSource },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '<>', keep)
      .executeTakeFirst()
    if (numDeletedRows > 0n) {
      const detail = String(numDeletedRows)
      await insertAccountEvent(trx, { userId, kind: 'sessions_ended', detail, source })
    }
    return Number(numDeletedRows)
  })
}
