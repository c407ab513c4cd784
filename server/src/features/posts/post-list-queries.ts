import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { listExplorePosts, listUserPosts } from '@plinth/contract/posts/posts.ts'
import { sql, type RawBuilder } from 'kysely'
import {
  decodePosition,
  isMicroseconds,
  type Position,
  foundPage,
  type FoundPage,
} from '../../http/paging.ts'
import { meTable, viewerIsAdmin, type Who } from '../../core/session/viewer-sql.ts'
import { isNotBlocked, hasBlockedViewer } from '../../core/users/block-sql.ts'
import {
  byNumber,
  byTime,
  onlyRow,
  pageStatement,
  type PageList,
  type Sort,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { createSharedPages, type SharedPages } from '../../http/shared-pages.ts'
import { findPostFlags } from './post-item-queries.ts'
import { isRespondedTo, isShown, shownPost } from './post-sql.ts'

/** What a list of posts is sorted by before the id. A cursor is only valid for the order it was made in. */
export type PostOrder = 'newest' | 'popular' | 'liked' | 'saved'

/** Where a page ended: the last id, with the hot score for `popular` and microseconds for the others. */
export type PostPosition = Position<PostOrder>

/** The position in the cursor; 400 unless it belongs to this order. */
export const decodePostPosition = (
  cursor: string | undefined,
  order: PostOrder,
): PostPosition | null =>
  decodePosition(cursor, [order], order === 'popular' ? Number.isFinite : isMicroseconds)

export interface PostListInput {
  limit: number
  after: PostPosition | null
}

export interface ExploreInput extends PostListInput {
  order: 'newest' | 'popular'
  categoryId?: number | undefined
}

interface List extends PageList {
  order: PostOrder
  first?: RawBuilder<unknown> | undefined
}

const SORTS: Record<PostOrder, Sort> = {
  newest: byTime(sql`p.created_at`),
  liked: byTime(sql`p.toggled_at`),
  saved: byTime(sql`p.toggled_at`),
  popular: byNumber(sql`p.hot`, 'float8'),
}

/** Posts that everybody can see. The popular ones begin with those that people liked or commented on. */
export const exploreStatement = (who: Who, input: ExploreInput): RawBuilder<ViewerPageRow> =>
  postsPage(who, input, {
    order: input.order,
    first: input.order === 'popular' && input.after === null ? isRespondedTo : undefined,
    from: sql`posts p`,
    conditions: [
      sql`p.is_visible`,
      ...(input.categoryId === undefined
        ? []
        : [sql`p.category_id = ${input.categoryId}::smallint`]),
    ],
  })

/** One person's posts. They and admins also see those that are not visible to everybody. */
export const userPostsStatement = (
  who: Who,
  userId: string,
  input: PostListInput,
): RawBuilder<ViewerPageRow & { isUser: boolean }> =>
  postsPage(who, input, {
    order: 'newest',
    from: sql`posts p`,
    conditions: [sql`p.creator_id = ${userId}::uuid`, isShown],
    columns: sql`, exists (
      select 1 from users u where u.id = ${userId}::uuid
        and (not u.is_gone or ${viewerIsAdmin}) and not ${hasBlockedViewer(sql`u.id`)}) as "isUser"`,
  })

/** What the viewer likes or has saved and can still see, in the order of the like's or save's index. */
export const likedOrSavedPostsStatement = (
  who: Who,
  order: 'liked' | 'saved',
  input: PostListInput,
): RawBuilder<ViewerPageRow> =>
  postsPage(who, input, {
    order,
    from: sql`(
      select toggle.post_id as id, toggle.created_at as toggled_at, i.is_visible, i.creator_id
      from ${sql.table(order === 'liked' ? 'post_likes' : 'post_saves')} toggle
      join posts i on i.id = toggle.post_id
      where toggle.user_id = (select user_id from me)) p`,
    conditions: [isShown, isNotBlocked(sql`p.creator_id`)],
  })

/** Posts with a tag. The tag's rows exist only while their posts are visible to everybody. */
export const tagPostsStatement = (
  who: Who,
  tag: string,
  input: PostListInput,
): RawBuilder<ViewerPageRow> =>
  postsPage(who, input, {
    order: 'newest',
    from: sql`(select post_id as id, created_at from post_tags where tag = tag_key(${tag}::text)) p`,
    conditions: [isNotBlocked(sql`(select i.creator_id from posts i where i.id = p.id)`)],
  })

const postsPage = <Row extends ViewerPageRow>(
  who: Who,
  { limit, after }: PostListInput,
  { order, ...list }: List,
): RawBuilder<Row> =>
  pageStatement({ me: meTable(who), sort: SORTS[order], limit, after, shown: shownPost, ...list })

type ExploreQuery = QueryOf<typeof listExplorePosts>
type PagingQuery = QueryOf<typeof listUserPosts>

export async function findExplore(db: Database, who: Who, query: ExploreQuery): Promise<FoundPage> {
  const { categoryId, sort: order = 'popular', limit = PAGE_SIZE, cursor } = query
  const input = { order, categoryId, limit, after: decodePostPosition(cursor, order) }
  return foundPage(order, await onlyRow(db, exploreStatement(who, input)))
}

/** Explore is the same for everybody except for the viewer's own flags. */
export const createExplorePages = (db: Database): SharedPages<ExploreQuery> =>
  createSharedPages({
    load: (query: ExploreQuery) => findExplore(db, { viewerId: null }, query),
    findFlags: (who, ids) => findPostFlags(db, who, ids),
  })

/** Null JSON when there is no such person. */
export async function findUserPosts(
  db: Database,
  who: Who,
  userId: string,
  { cursor, limit = PAGE_SIZE }: PagingQuery,
): Promise<FoundPage> {
  const input = { limit, after: decodePostPosition(cursor, 'newest') }
  const row = await onlyRow(db, userPostsStatement(who, userId, input))
  return foundPage('newest', row, row.isUser)
}

export async function findLikedOrSavedPosts(
  db: Database,
  viewerId: string,
  order: 'liked' | 'saved',
  { cursor, limit = PAGE_SIZE }: PagingQuery,
): Promise<FoundPage> {
  const input = { limit, after: decodePostPosition(cursor, order) }
  return foundPage(order, await onlyRow(db, likedOrSavedPostsStatement({ viewerId }, order, input)))
}

export async function findTagPosts(
  db: Database,
  who: Who,
  tag: string,
  { cursor, limit = PAGE_SIZE }: PagingQuery,
): Promise<FoundPage> {
  const input = { limit, after: decodePostPosition(cursor, 'newest') }
  return foundPage('newest', await onlyRow(db, tagPostsStatement(who, tag, input)))
}
