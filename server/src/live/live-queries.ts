import { sql } from 'kysely'
import type { Database } from '../db/pool.ts'
import { hasRight } from '../db/staff-sql.ts'

const seesHidden = hasRight(sql.ref('v.staff_role'), 'content.read')

export interface WatchedPost {
  id: string
  likeCount: number
  saveCount: number
  commentCount: number
  shareCount: number
  viewCount: number
  /** Who of the people asked about may not see it. */
  hiddenFrom: string[]
}

/**
 * The counts of these posts, and which of these people may not see them now: nobody but its author and staff who
 * read hidden content see a post that is not visible, and nobody else whom its author has blocked sees any.
 */
export function readWatched(
  db: Database,
  ids: readonly string[],
  userIds: readonly string[],
): Promise<WatchedPost[]> {
  const people = sql`any (${userIds}::uuid[])`
  return db
    .selectFrom('posts as p')
    .select(['id', 'like_count as likeCount', 'save_count as saveCount'])
    .select(['comment_count as commentCount', 'share_count as shareCount'])
    .select('view_count as viewCount')
    .select(
      sql<string[]>`case when p.is_visible then array(
          select b.blocked_id from blocks b join users v on v.id = b.blocked_id
          where b.blocker_id = p.creator_id and b.blocked_id = ${people} and not ${seesHidden})
        else array(
          select v.id from users v
          where v.id = ${people} and v.id <> p.creator_id and not ${seesHidden}) end`.as(
        'hiddenFrom',
      ),
    )
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
}

/** Which of these posts are by one of these people. */
export async function findPostsBy(
  db: Database,
  userIds: readonly string[],
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('creator_id', '=', sql<string>`any (${userIds}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}

export function readFollowers(
  db: Database,
  userIds: readonly string[],
): Promise<{ id: string; followers: number }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'follower_count as followers'])
    .where('id', '=', sql<string>`any (${userIds}::uuid[])`)
    .execute()
}

/** Which of these sessions are still active, as hex strings of their hashes. */
export async function findLivingSessions(
  db: Database,
  tokenHashes: readonly Buffer[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('token_hash')
    .where('token_hash', '=', sql<Buffer>`any (${tokenHashes}::bytea[])`)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('absolute_expires_at', '>', sql<Date>`now()`)
    .where('is_gone', '=', false)
    .execute()
  return new Set(rows.map((row) => row.token_hash.toString('hex')))
}
