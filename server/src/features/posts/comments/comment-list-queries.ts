import type { CommentSort } from '@plinth/contract/choices.ts'
import type { Comment } from '@plinth/contract/posts/comments.ts'
import { sql, type RawBuilder } from 'kysely'
import { viewerReads } from '../../../core/session/viewer-page-sql.ts'
import { meTable, type Who } from '../../../core/session/viewer-sql.ts'
import {
  microsOf,
  timeOfMicros,
  fetchedFor,
  onlyRow,
  pageEnd,
  type ViewerPageRow,
} from '../../../db/page-sql.ts'
import type { Database } from '../../../db/pool.ts'
import type { Reads } from '../../../db/reads.ts'
import { foundPage, type FoundPage, type TimePosition } from '../../../http/paging.ts'
import { commentsJson, isThere, repliesJson } from './comment-sql.ts'
import { isVisible } from '../post-sql.ts'

/** A cursor is only valid for the list it was made in. */
export type CommentList = CommentSort | 'replies'

export interface CommentsInput {
  list: CommentList
  /** The post, or for replies their comment. */
  ofId: string
  limit: number
  after: TimePosition | null
}

interface CommentsRow extends ViewerPageRow {
  isThere: boolean
}

const LISTS = {
  oldest: { direction: sql`asc`, beyond: sql`>` },
  newest: { direction: sql`desc`, beyond: sql`<` },
  replies: { direction: sql`asc`, beyond: sql`>` },
}

/** A page of a post's comments or of a comment's replies, if the viewer can see the post. */
export function commentsStatement(
  who: Who,
  { list, ofId, limit, after }: CommentsInput,
): RawBuilder<CommentsRow> {
  const { direction, beyond } = LISTS[list]
  const passed =
    after === null
      ? sql``
      : sql`and (c.created_at, c.id) ${beyond} (${timeOfMicros(after.micros)}, ${after.id}::uuid)`
  const [postId, isListed, toJson] =
    list === 'replies'
      ? [
          sql`(select post_id from comments where id = ${ofId}::uuid)`,
          sql`c.parent_id = ${ofId}::uuid`,
          repliesJson,
        ]
      : [sql`${ofId}::uuid`, sql`c.post_id = ${ofId}::uuid and c.parent_id is null`, commentsJson]
  return sql<CommentsRow>`
    with ${meTable(who)},
    post as materialized (
      select p.id, p.creator_id from posts p where p.id = ${postId} and ${isVisible}),
    page as materialized (
      select c.id, ${microsOf(sql`c.created_at`)} as key,
        row_number() over (order by c.created_at ${direction}, c.id ${direction}) as place
      from (
        select c.id, c.created_at from comments c
        where ${isListed} and exists (select 1 from post) ${passed}
          and ${isThere}
        order by c.created_at ${direction}, c.id ${direction}
        limit ${fetchedFor(limit)}) c)
    select (select user_id from me) as "viewerId", exists (select 1 from post) as "isThere",
      ${pageEnd(limit)} as last,
      ${toJson({ page: sql`page`, post: sql`post`, limit })} as json`
}

/** Null JSON when the viewer can see no such post. */
export async function findComments(
  db: Database,
  who: Who,
  input: CommentsInput,
): Promise<FoundPage> {
  const row = await onlyRow(db, commentsStatement(who, input))
  return foundPage(input.list, row, row.isThere)
}

interface CommentRow {
  json: string
}

/** One comment with its first replies, if the viewer can see its post. */
export const oneComment = viewerReads<object, { id: string }, CommentRow>(
  (_, { id }, me) => sql<CommentRow>`
    with ${me},
    page as materialized (
      select c.id, c.post_id, 1 as place from comments c where c.id = ${id}::uuid),
    post as materialized (
      select p.creator_id from posts p where p.id = (select post_id from page) and ${isVisible})
    select ${commentsJson({ page: sql`page`, post: sql`post`, limit: 1 })} as json`,
)

export const commentsOf = (row: CommentRow | undefined): Comment[] =>
  JSON.parse(row?.json ?? '[]') as Comment[]

export async function findComment(
  reads: Reads,
  viewerId: string,
  id: string,
): Promise<Comment | null> {
  const [comment] = commentsOf(await reads.one(oneComment({ viewerId }, {}, { id })))
  return comment ?? null
}
