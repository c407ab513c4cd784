import { sql } from 'kysely'
import { isBlockBetween } from '../../core/users/block-sql.ts'
import type { Database } from '../../db/pool.ts'
import { personHasRight } from '../../db/staff-sql.ts'
import { createToggleBatch, type ToggleBatch } from '../../db/toggles.ts'
import type { ViewTables } from '../../db/views.ts'
import type { Writes } from '../../db/writes.ts'

export interface PostToggles {
  likes: ToggleBatch
  saves: ToggleBatch
}

export function createPostToggles(
  writes: Writes,
  onMoved: (postIds: string[]) => void,
): PostToggles {
  const shared = {
    itemColumn: 'post_id',
    items: 'posts',
    isVisible: sql`(i.is_visible or i.creator_id = w.user_id
      or ${personHasRight(sql`w.user_id`, 'content.read')})
      and not ${isBlockBetween(sql`i.creator_id`, sql`w.user_id`)}`,
    onMoved,
  }
  return {
    likes: createToggleBatch(writes, {
      ...shared,
      rows: 'post_likes',
      counter: 'like_count',
      outbox: { kind: 'like', itemColumn: 'post_id' },
    }),
    saves: createToggleBatch(writes, { ...shared, rows: 'post_saves', counter: 'save_count' }),
  }
}

export const postViews: ViewTables = {
  rows: 'post_views',
  itemColumn: 'post_id',
  items: 'posts',
  isVisible: sql`i.is_visible`,
}

/** Counts a person's first share of a post of somebody else. Returns the count; null when they can see no such post. */
export async function sharePost(
  db: Database,
  { viewer, postId }: { viewer: { id: string; isAdmin: boolean }; postId: string },
): Promise<{ shareCount: number; isNew: boolean } | null> {
  const { rows } = await sql<{ shareCount: number; isNew: boolean }>`
    with target as (
      select id, creator_id, share_count from posts where id = ${postId}::uuid
        and (is_visible or creator_id = ${viewer.id}::uuid or ${viewer.isAdmin}::boolean)
        and not ${isBlockBetween(sql`creator_id`, sql`${viewer.id}::uuid`)}),
    added as (
      insert into post_shares (user_id, post_id) select ${viewer.id}::uuid, id from target where creator_id <> ${viewer.id}::uuid
      on conflict do nothing returning post_id),
    counted as (
      update posts p set share_count = p.share_count + 1 from added where p.id = added.post_id
      returning p.share_count)
    select coalesce(counted.share_count, target.share_count) as "shareCount",
      counted.share_count is not null as "isNew"
    from target left join counted on true`.execute(db)
  return rows[0] ?? null
}
