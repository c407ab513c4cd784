import type { Comment, Mention } from '@plinth/contract/posts/comments.ts'
import { sql } from 'kysely'
import { meOf, meTable } from '../../../core/session/viewer-sql.ts'
import { isBlockBetween } from '../../../core/users/block-sql.ts'
import { personJson } from '../../../core/users/person-sql.ts'
import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'
import { statement } from '../../../db/statement.ts'
import { isoTime } from '../../../db/time-sql.ts'
import { createToggleBatch, type ToggleBatch } from '../../../db/toggles.ts'
import type { Writes } from '../../../db/writes.ts'
import { isVisible } from '../post-sql.ts'
import { commentsOf, oneComment } from './comment-list-queries.ts'
import { editableUntil, isEditable, isOwn, mayRemove } from './comment-sql.ts'

export interface NewComment {
  postId: string
  authorId: string
  /** A comment of the post. If it is a reply, the new comment goes under the same comment. */
  parentId: string | null
  content: string
  mentions: Mention[]
  clientId: string | null
}

/** `missing`: the author can see no such post, or the parent does not exist. `taken`: the client's id belongs to a comment on another post. */
export type InsertResult = { comment: Comment; isNew: boolean } | 'missing' | 'taken'

const lockPost = statement<null, { postId: string }, object>(
  (_, { postId }) => sql<object>`select from posts where id = ${postId}::uuid for no key update`,
)

interface AddedRow {
  id: string | null
  /** What the database knows of a new comment; null when there is none. */
  added: Pick<Comment, 'parentId' | 'author' | 'isByCreator' | 'createdAt' | 'editableUntil'> | null
  isElsewhere: boolean
}

type AddedValues = Omit<NewComment, 'mentions'> & { id: string; mentions: string }

const addComment = statement<null, AddedValues, AddedRow>(
  (_, { id, postId, authorId, parentId, content, mentions, clientId }) => sql<AddedRow>`
    with ${meOf('person', authorId)},
    post as materialized (
      select p.id, p.creator_id from posts p where p.id = ${postId}::uuid and ${isVisible}
        and not ${isBlockBetween(sql`p.creator_id`, sql`${authorId}::uuid`)}),
    parent as materialized (
      select coalesce(parent_id, id) as id from comments
      where id = ${parentId}::uuid and post_id = ${postId}::uuid and not is_removed
        and not author_gone),
    added as (
      insert into comments (id, post_id, author_id, parent_id, content, mentions, client_id)
      select ${id}::uuid, post.id, ${authorId}::uuid, (select id from parent),
        ${content}, ${mentions}::jsonb, ${clientId}::uuid
      from post where ${parentId}::uuid is null or exists (select 1 from parent)
      on conflict on constraint comments_client do nothing
      returning id, post_id, parent_id, author_id, created_at),
    counted as (
      update posts p set comment_count = p.comment_count + 1 from added where p.id = added.post_id),
    answered as (
      update comments c set reply_count = c.reply_count + 1 from added where c.id = added.parent_id),
    noticed as (
      insert into notices (kind, actor_id, post_id, comment_id)
      select 'comment', author_id, post_id, id from added),
    known as (
      select c.id, c.post_id from post, comments c
      where c.author_id = ${authorId}::uuid and c.client_id = ${clientId}::uuid)
    select coalesce((select id from added), (select id from known)) as id,
      (select json_build_object('parentId', c.parent_id, 'author', ${personJson('u')},
          'isByCreator', c.author_id = post.creator_id, 'createdAt', ${isoTime(sql`c.created_at`)},
          'editableUntil', ${isoTime(editableUntil)})
        from added c join users u on u.id = c.author_id cross join post) as added,
      exists (select 1 from known where post_id <> ${postId}::uuid) as "isElsewhere"`,
)

/**
 * Writes a comment, counts it, adds an outbox row for the notifications and returns it as its author sees it. Locks the
 * post first, so that the second statement sees the results of the previous comment: counters, a repeated client id, a
 * parent that was just removed.
 */
export async function insertComment(writes: Writes, given: NewComment): Promise<InsertResult> {
  const id = newId()
  const { postId, authorId, content, mentions } = given
  const [, [row]] = await writes.together(
    lockPost(null, { postId }),
    addComment(null, { ...given, id, mentions: JSON.stringify(mentions) }),
  )
  if (row === undefined || row.id === null) return 'missing'
  if (row.isElsewhere) return 'taken'
  if (row.added !== null)
    return {
      comment: newComment({ id, postId: postId.toLowerCase(), content, mentions }, row.added),
      isNew: true,
    }
  const [known] = commentsOf(
    (await writes.rows(oneComment({ viewerId: authorId }, {}, { id: row.id })))[0],
  )
  return known === undefined ? 'missing' : { comment: known, isNew: false }
}

/** A new comment as its author sees it: nobody has answered or liked it yet. */
const newComment = (
  given: Pick<Comment, 'id' | 'postId' | 'content' | 'mentions'>,
  added: NonNullable<AddedRow['added']>,
): Comment => ({
  ...given,
  ...added,
  isRemoved: false,
  likeCount: 0,
  isLiked: false,
  replyCount: 0,
  editedAt: null,
  canDelete: true,
  replies: [],
})

export interface CommentRights {
  postId: string
  isOwn: boolean
  isEditable: boolean
  mayRemove: boolean
  /** Neither the comment nor the post is the viewer's. */
  isForeign: boolean
  content: string
}

/** What the viewer may do to a comment that they can see; undefined when there is none, or it was removed. */
export async function findRights(
  db: Database,
  viewerId: string,
  id: string,
): Promise<CommentRights | undefined> {
  const { rows } = await sql<CommentRights>`
    with ${meTable({ viewerId })}
    select p.id as "postId", ${isOwn} as "isOwn", ${isEditable} as "isEditable",
      ${mayRemove} as "mayRemove", c.content,
      (select user_id from me) not in (c.author_id, p.creator_id) as "isForeign"
    from comments c join posts p on p.id = c.post_id
    where c.id = ${id}::uuid and not c.is_removed and not c.author_gone and ${isVisible}`.execute(
    db,
  )
  return rows[0]
}

/**
 * Edits one's own comment; false when it no longer exists, its time ran out, or there is now a block between its author
 * and the post's. Locks the post first, like every other statement here, since deleting it deletes the comment too.
 */
export async function changeComment(
  db: Database,
  change: { id: string; authorId: string; content: string; mentions: Mention[] },
): Promise<boolean> {
  const { rows } = await sql`
    with ${meTable({ viewerId: change.authorId })},
    held as materialized (
      select p.id from comments c join posts p on p.id = c.post_id
      where c.id = ${change.id}::uuid
        and not ${isBlockBetween(sql`p.creator_id`, sql`${change.authorId}::uuid`)}
      for key share of p),
    changed as (
      update comments c set content = ${change.content}, edited_at = now(),
        mentions = ${JSON.stringify(change.mentions)}::jsonb
      from held where c.post_id = held.id and c.id = ${change.id}::uuid and ${isEditable}
      returning c.id, c.post_id, c.author_id),
    noticed as (
      insert into notices (kind, actor_id, post_id, comment_id)
      select 'comment', author_id, post_id, id from changed)
    select 1 from changed`.execute(db)
  return rows.length > 0
}

/**
 * Removes a comment: deletes its row or, when it has replies, only its text. A removed comment's row is deleted with its
 * last reply. Returns the people whose notifications about it were deleted; null when it was removed already. Call it in
 * a transaction: it locks the post first, so that no reply is added in between.
 */
export async function removeComment(
  trx: Database,
  { postId, id }: { postId: string; id: string },
): Promise<string[] | null> {
  await sql`select id from posts where id = ${postId}::uuid for no key update`.execute(trx)
  const notifiedIds = await deleteNotifications(trx, id)
  const { rows } = await sql`
      with wanted as materialized (
        select id, parent_id,
          exists (select 1 from comments r where r.parent_id = c.id) as has_replies
        from comments c where id = ${id}::uuid and not is_removed),
      emptied as (
        update comments c set content = '', mentions = '[]', is_removed = true
        from wanted w where c.id = w.id and w.has_replies),
      gone as (
        delete from comments c using wanted w where c.id = w.id and not w.has_replies
        returning c.parent_id),
      counted as (
        update posts set comment_count = comment_count - 1
        where id = ${postId}::uuid and exists (select 1 from wanted)),
      left_alone as (
        delete from comments c using gone
        where c.id = gone.parent_id and c.is_removed and c.reply_count = 1),
      answered as (
        update comments c set reply_count = c.reply_count - 1 from gone
        where c.id = gone.parent_id and not (c.is_removed and c.reply_count = 1))
      select 1 from wanted`.execute(trx)
  return rows.length > 0 ? notifiedIds : null
}

/**
 * Deletes the notifications about a comment. The notification worker locks an outbox row while it reads the comment, so
 * the outbox rows are deleted first; the second statement then sees all notifications that the worker made of them.
 */
async function deleteNotifications(trx: Database, commentId: string): Promise<string[]> {
  await trx.deleteFrom('notices').where('comment_id', '=', commentId).execute()
  const { rows } = await sql<{ user_id: string }>`
    delete from notifications where comment_id = ${commentId}::uuid returning user_id`.execute(trx)
  return [...new Set(rows.map((row) => row.user_id))]
}

/** Likes of comments on posts that the person can see. */
export const createCommentLikes = (writes: Writes): ToggleBatch =>
  createToggleBatch(writes, {
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
