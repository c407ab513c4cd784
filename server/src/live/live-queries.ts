import { sql } from 'kysely'
import type { Database } from '../db/pool.ts'

export interface PostCounts {
  id: string
  isVisible: boolean
  creatorId: string
  likeCount: number
  saveCount: number
  commentCount: number
  shareCount: number
  viewCount: number
}

export function readPosts(db: Database, ids: readonly string[]): Promise<PostCounts[]> {
  return db
    .selectFrom('posts')
    .select(['id', 'is_visible as isVisible', 'creator_id as creatorId'])
    .select(['like_count as likeCount', 'save_count as saveCount', 'comment_count as commentCount'])
    .select(['share_count as shareCount', 'view_count as viewCount'])
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
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
