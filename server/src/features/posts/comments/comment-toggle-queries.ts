import { sql } from 'kysely'
import { isBlockBetween } from '../../../core/users/block-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { createToggleBatch, type ToggleBatch } from '../../../db/toggles.ts'

/** Likes of comments that stand under posts the person can see. */
export const createCommentLikes = (db: Database): ToggleBatch =>
  createToggleBatch(db, {
    rows: 'comment_likes',
    itemColumn: 'comment_id',
    items: 'comments',
    counter: 'like_count',
    isVisible: sql`(not i.is_removed and not i.author_gone
      and not ${isBlockBetween(sql`i.author_id`, sql`w.user_id`)} and exists (
      select 1 from posts p where p.id = i.post_id and (p.is_visible or p.creator_id = w.user_id
        or (select a.is_admin from users a where a.id = w.user_id))
        and not ${isBlockBetween(sql`p.creator_id`, sql`w.user_id`)}))`,
  })
