import { hasLinks } from '@plinth/contract/people/levels.ts'
import type { Comment, Mention } from '@plinth/contract/posts/comments.ts'
import { sql } from 'kysely'
import { countWritten } from '../../../core/limits/daily-queries.ts'
import { sparing } from '../../../core/limits/sparing.ts'
import { meTable } from '../../../core/session/viewer-sql.ts'
import { isBlockBetween } from '../../../core/users/block-sql.ts'
import { personJson } from '../../../core/users/person-sql.ts'
import { createBatches, type Batched } from '../../../db/batches.ts'
import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'
import { hasRight, personHasRight } from '../../../db/staff-sql.ts'
import { statement } from '../../../db/statement.ts'
import { isoTime } from '../../../db/time-sql.ts'
import { createToggleBatch, type ToggleBatch } from '../../../db/toggles.ts'
import type { Writes } from '../../../db/writes.ts'
import type { Deps } from '../../../deps.ts'
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

const lockPosts = statement<null, { ids: string[] }, object>(
  (_, { ids }) => sql<object>`
    select from posts where id = any (${ids}::uuid[]) order by id for no key update`,
)

interface AddedRow {
  place: number
  id: string | null
  /** What the database knows of a new comment; null when there is none. */
  added: Pick<Comment, 'parentId' | 'author' | 'isByCreator' | 'createdAt' | 'editableUntil'> | null
  isElsewhere: boolean
}

interface AddedValues {
  ids: string[]
  postIds: string[]
  authorIds: string[]
  parentIds: (string | null)[]
  contents: string[]
  mentions: string[]
  clientIds: (string | null)[]
}

const addComments = statement<null, AddedValues, AddedRow>(
  (_, { ids, postIds, authorIds, parentIds, contents, mentions, clientIds }) => sql<AddedRow>`
    with given as materialized (
      select * from unnest(${ids}::uuid[], ${postIds}::uuid[], ${authorIds}::uuid[],
        ${parentIds}::uuid[], ${contents}::text[], ${mentions}::text[], ${clientIds}::uuid[])
        with ordinality as g (id, post_id, author_id, parent_id, content, mentions, client_id, place)),
    wanted as materialized (
      select g.*, p.creator_id, coalesce(c.parent_id, c.id) as under_id
      from given g join posts p on p.id = g.post_id join users u on u.id = g.author_id
      left join comments c on c.id = g.parent_id and c.post_id = g.post_id
        and not c.is_removed and not c.author_gone
      where (p.is_visible or p.creator_id = g.author_id or ${hasRight(sql`u.staff_role`, 'content.read')})
        and not ${isBlockBetween(sql`p.creator_id`, sql`g.author_id`)}
        and (g.parent_id is null or c.id is not null)),
    added as (
      insert into comments (id, post_id, author_id, parent_id, content, mentions, client_id)
      select id, post_id, author_id, under_id, content, mentions::jsonb, client_id
      from wanted order by place
      on conflict on constraint comments_client do nothing
      returning id, post_id, parent_id, author_id, created_at),
    counted as (
      update posts p set comment_count = p.comment_count + n.count
      from (select post_id, count(*)::int as count from added group by post_id) n
      where p.id = n.post_id),
    answered as (
      update comments c set reply_count = c.reply_count + n.count
      from (select parent_id, count(*)::int as count from added group by parent_id) n
      where c.id = n.parent_id),
    noticed as (
      insert into notices (kind, actor_id, post_id, comment_id)
      select 'comment', author_id, post_id, id from added)
    select w.place::int as place, coalesce(c.id, k.id) as id,
      case when c.id is not null then json_build_object('parentId', c.parent_id,
        'author', ${personJson('u')}, 'isByCreator', c.author_id = w.creator_id,
        'createdAt', ${isoTime(sql`c.created_at`)}, 'editableUntil', ${isoTime(editableUntil)}) end as added,
      c.id is null and k.post_id is distinct from w.post_id as "isElsewhere"
    from wanted w join users u on u.id = w.author_id left join added c on c.id = w.id
    left join comments k on k.author_id = w.author_id and k.client_id = w.client_id`,
)

/** The most comments in one transaction. */
const MAX_COMMENTS = 100

/**
 * Writes comments, counts them, adds outbox rows for the notifications and returns each as its author sees it. Locks
 * the posts first, in the order of their ids, so that the second statement sees the results of earlier comments:
 * counters, a repeated client id, a parent that was just removed.
 */
export function createComments(
  deps: Pick<Deps, 'writes' | 'env' | 'now'>,
): Batched<NewComment, InsertResult> {
  const { writes, env } = deps
  const write = createBatches<NewComment, InsertResult>(
    async (comments) => {
      const ids = comments.map(() => newId())
      const postIds = comments.map(({ postId }) => postId.toLowerCase())
      const [, rows] = await writes.together(
        lockPosts(null, { ids: [...new Set(postIds)] }),
        addComments(null, {
          ids,
          postIds,
          authorIds: comments.map(({ authorId }) => authorId),
          parentIds: comments.map(({ parentId }) => parentId),
          contents: comments.map(({ content }) => content),
          mentions: comments.map(({ mentions }) => JSON.stringify(mentions)),
          clientIds: comments.map(({ clientId }) => clientId),
        }),
        ...countWritten(
          env,
          'comments',
          comments.map(({ content }, at) => ({ id: ids[at] ?? '', text: content })),
        ),
      )
      const found = new Map(rows.map((row) => [row.place, row]))
      return Promise.all(
        comments.map(async ({ authorId, content, mentions }, at): Promise<InsertResult> => {
          const row = found.get(at + 1)
          const [id = '', postId = ''] = [ids[at], postIds[at]]
          if (row === undefined || row.id === null) return 'missing'
          if (row.added !== null)
            return {
              comment: newComment({ id, postId, content, mentions }, row.added),
              isNew: true,
            }
          if (row.isElsewhere) return 'taken'
          const [shown] = await writes.rows(oneComment({ viewerId: authorId }, {}, { id: row.id }))
          const [known] = commentsOf(shown)
          return known === undefined ? 'missing' : { comment: known, isNew: false }
        }),
      )
    },
    {
      atMost: MAX_COMMENTS,
      keyOf: ({ authorId, clientId }) => clientId && `${authorId} ${clientId.toLowerCase()}`,
    },
  )
  return sparing(write, deps, ({ authorId, content }) => `${authorId} ${hasLinks(content)}`)
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
        or ${personHasRight(sql`w.user_id`, 'content.read')})
        and not ${isBlockBetween(sql`p.creator_id`, sql`w.user_id`)}))`,
  })
