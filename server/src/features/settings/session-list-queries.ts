import { sql } from 'kysely'
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
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends all of somebody's sessions but one; returns how many. */
export async function endSessionsBut(
  db: Database,
  { keep, userId }: { keep: string; userId: string },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', keep)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
