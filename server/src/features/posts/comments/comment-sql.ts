import { COMMENT_EDIT_MINUTES } from '@plinth/contract/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import { personHasRight } from '../../../db/staff-sql.ts'
import { isoTime } from '../../../db/time-sql.ts'
import { isNotBlocked } from '../../../core/users/block-sql.ts'
import { personJson } from '../../../core/users/person-sql.ts'

/** Replies that come with a comment; the others are fetched on request. */
const FIRST_REPLIES = 3

/** Until when the author of comment `c` can edit it. */
export const editableUntil = sql`(c.created_at + ${sql.lit(`${COMMENT_EDIT_MINUTES} minutes`)}::interval)`

/** Whether the viewer wrote comment `c`, and whether they can still edit it. */
export const isOwn = sql`coalesce(c.author_id = (select user_id from me), false)`
export const isEditable = sql`(${isOwn} and not c.is_removed and now() < ${editableUntil})`

/** Whether the viewer may remove comment `c` of post `p`. */
export const mayRemove = sql`(coalesce(
  (select user_id from me) in (c.author_id, p.creator_id), false)
  or ${personHasRight(sql`(select user_id from me)`, 'content.moderate')})`

const isRemoved = sql`(c.is_removed or c.author_gone)`

/** Whether comment `c` is listed. A comment by an inactive author stays only if it has replies. */
export const isThere = sql`((not c.author_gone or c.reply_count > 0) and ${isNotBlocked(sql`c.author_id`)})`

/**
 * All fields of a Reply, from `comments c`, its author `users u` and its post `p`, with the viewer in `me`. Avoids
 * `exists`, which the planner may turn into a hash of everything the viewer likes.
 */
const replyColumns = sql`
  c.id, c.post_id as "postId", c.parent_id as "parentId",
  ${personJson('u')} as author,
  case when c.author_gone then '' else c.content end as content,
  case when c.author_gone then '[]' else c.mentions end as mentions,
  c.author_id = p.creator_id as "isByCreator", ${isRemoved} as "isRemoved",
  c.like_count as "likeCount",
  (select true from comment_likes l
    where l.user_id = (select user_id from me) and l.comment_id = c.id) is not null as "isLiked",
  c.reply_count as "replyCount", ${isoTime(sql`c.created_at`)} as "createdAt", ${isoTime(sql`c.edited_at`)} as "editedAt",
  case when ${isEditable} then ${isoTime(editableUntil)} end as "editableUntil",
  not ${isRemoved} and ${mayRemove} as "canDelete"`

export interface CommentsShown {
  /** Rows with the `id` of a comment and its `place` on the page. */
  page: RawBuilder<unknown>
  /** The comment's post: one row with `creator_id`. */
  post: RawBuilder<unknown>
  limit: number
}

/** The JSON of a page of replies. */
export const repliesJson = ({ page, post, limit }: CommentsShown): RawBuilder<unknown> => sql`
  (select coalesce(json_agg(t), '[]')::text from (
    select ${replyColumns}
    from ${page} shown join comments c on c.id = shown.id join users u on u.id = c.author_id
      cross join ${post} p
    where shown.place <= ${limit}::int order by shown.place
  ) t)`

/** The JSON of a page of comments, each with its first replies. */
export const commentsJson = ({ page, post, limit }: CommentsShown): RawBuilder<unknown> => sql`
  (select coalesce(json_agg(t), '[]')::text from (
    select ${replyColumns}, (
      select coalesce(json_agg(r), '[]') from (
        select ${replyColumns}
        from comments c join users u on u.id = c.author_id
        where c.parent_id = shown.id and ${isThere}
        order by c.created_at, c.id limit ${sql.lit(FIRST_REPLIES)}
      ) r) as replies
    from ${page} shown join comments c on c.id = shown.id join users u on u.id = c.author_id
      cross join ${post} p
    where shown.place <= ${limit}::int order by shown.place
  ) t)`
