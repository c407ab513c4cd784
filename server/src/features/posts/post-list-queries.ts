import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { listExplorePosts, listUserPosts } from '@plinth/contract/posts/posts.ts'
import { sql, type RawBuilder } from 'kysely'
import {
  cursorAfter,
  decodePosition,
  isMicroseconds,
  type Position,
  foundPage,
  type FoundPage,
} from '../../http/paging.ts'
import { meTable, viewerSeesHidden, type Who } from '../../core/session/viewer-sql.ts'
import { isNotBlocked, hasBlockedViewer } from '../../core/users/block-sql.ts'
import { cardPage, rowColumns, type CardPageRow } from '../../core/session/marked-sql.ts'
import { viewerPages, type PageSlots } from '../../core/session/viewer-page-sql.ts'
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
import type { Deps } from '../../deps.ts'
import { createSharedPages, itemsOf, type SharedPages } from '../../http/shared-pages.ts'
import { POST_ROWS, type PostReads } from './post-card-queries.ts'
import { findPostFlags } from './post-item-queries.ts'
import { isRespondedTo, isSeen, isShown, shownPost } from './post-sql.ts'

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

const SORTS: Record<PostOrder, Sort> = {
  newest: byTime(sql`p.created_at`),
  liked: byTime(sql`p.toggled_at`),
  saved: byTime(sql`p.toggled_at`),
  popular: byNumber(sql`p.hot`, 'float8'),
}

interface List extends PageList {
  order: PostOrder
  on?: 'likes' | 'saves' | undefined
}

const postsPage = <Row extends CardPageRow>(page: PageSlots, { order, ...list }: List) =>
  cardPage<Row>(POST_ROWS, { ...page, sort: SORTS[order], ...list })

/** Posts that everybody can see, as visitors do. The popular ones begin with those that people liked or commented on. */
export const exploreStatement = ({
  order,
  categoryId,
  limit,
  after,
}: ExploreInput): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable({ viewerId: null }),
    sort: SORTS[order],
    limit,
    after,
    shown: shownPost,
    first: order === 'popular' && after === null ? isRespondedTo : undefined,
    from: sql`posts p`,
    conditions: [
      sql`p.is_visible`,
      ...(categoryId === undefined ? [] : [sql`p.category_id = ${categoryId}::smallint`]),
    ],
  })

/** One person's posts. They and admins also see those that are not visible to everybody. */
const userPosts = viewerPages<object, { userId: string }, CardPageRow & { isUser: boolean }>(
  (_, { userId }, page) =>
    postsPage(page, {
      order: 'newest',
      from: sql`posts p`,
      conditions: [sql`p.creator_id = ${userId}::uuid`, isShown],
      columns: sql`, exists (
        select 1 from users u where u.id = ${userId}::uuid
          and (not u.is_gone or ${viewerSeesHidden}) and not ${hasBlockedViewer(sql`u.id`)}) as "isUser"`,
    }),
)
export const userPostsStatement = (who: Who, userId: string, input: PostListInput) =>
  userPosts(who, input, {}, { userId })

/** What the viewer likes or has saved and can still see, in the order of the like's or save's index. */
const likedOrSaved = viewerPages<{ order: 'liked' | 'saved' }, object, CardPageRow>(
  ({ order }, _, page) =>
    postsPage(page, {
      order,
      from: sql`(
        select toggle.post_id as id, toggle.created_at as toggled_at, ${rowColumns(POST_ROWS, 'i')}
        from ${sql.table(order === 'liked' ? 'post_likes' : 'post_saves')} toggle
        join posts i on i.id = toggle.post_id
        where toggle.user_id = (select user_id from me)) p`,
      conditions: [isSeen],
      on: order === 'liked' ? 'likes' : 'saves',
    }),
)
export const likedOrSavedPostsStatement = (
  who: Who,
  order: 'liked' | 'saved',
  input: PostListInput,
) => likedOrSaved(who, input, { order }, {})

/** Posts with a tag. The tag's rows exist only while their posts are visible to everybody. */
const tagPosts = viewerPages<object, { tag: string }, CardPageRow>((_, { tag }, page) =>
  postsPage(page, {
    order: 'newest',
    from: sql`(
      select t.post_id as id, t.created_at, ${rowColumns(POST_ROWS, 'i')}
      from post_tags t join posts i on i.id = t.post_id where t.tag = tag_key(${tag}::text)) p`,
    conditions: [isNotBlocked(sql`p.creator_id`)],
  }),
)
export const tagPostsStatement = (who: Who, tag: string, input: PostListInput) =>
  tagPosts(who, input, {}, { tag })

type ExploreQuery = QueryOf<typeof listExplorePosts>
type PagingQuery = QueryOf<typeof listUserPosts>

export async function findExplore(db: Database, query: ExploreQuery): Promise<FoundPage> {
  const { categoryId, sort: order = 'popular', limit = PAGE_SIZE, cursor } = query
  const input = { order, categoryId, limit, after: decodePostPosition(cursor, order) }
  return foundPage(order, await onlyRow(db, exploreStatement(input)))
}

/** Explore is the same for everybody except for the viewer's own flags. */
export const createExplorePages = ({
  db,
  reads,
  replicas,
}: Pick<Deps, 'db' | 'reads' | 'replicas'>): SharedPages<ExploreQuery> => {
  const load = async (at: Database, query: ExploreQuery) => {
    const { json, ...page } = await findExplore(at, query)
    return { ...page, items: itemsOf(json) }
  }
  return createSharedPages({
    load: (query) => load(db, query),
    ...(replicas.reports().length === 0
      ? {}
      : { loadForVisitors: (query) => replicas.read((at) => load(at, query)) }),
    findFlags: (who, page) => findPostFlags(reads, who, page),
  })
}

/** A page of so many posts from its row, for a list of this name or order. */
export async function postPage(
  { cards }: PostReads,
  who: Who,
  order: string,
  { rows, viewerId }: CardPageRow,
  limit: number,
): Promise<FoundPage> {
  const { json, last } = await cards.page(who, rows, limit)
  return { json, viewerId, nextCursor: cursorAfter(order, last) }
}

/** Null JSON when there is no such person. */
export async function findUserPosts(
  posts: PostReads,
  who: Who,
  userId: string,
  { cursor, limit = PAGE_SIZE }: PagingQuery,
): Promise<FoundPage> {
  const input = { limit, after: decodePostPosition(cursor, 'newest') }
  const row = await posts.reads.one(userPostsStatement(who, userId, input))
  if (!row.isUser) return { json: null, viewerId: row.viewerId, nextCursor: null }
  return postPage(posts, who, 'newest', row, limit)
}

export async function findLikedOrSavedPosts(
  posts: PostReads,
  who: Who,
  order: 'liked' | 'saved',
  { cursor, limit = PAGE_SIZE }: PagingQuery,
): Promise<FoundPage> {
  const input = { limit, after: decodePostPosition(cursor, order) }
  const row = await posts.reads.one(likedOrSavedPostsStatement(who, order, input))
  return postPage(posts, who, order, row, limit)
}

export async function findTagPosts(
  posts: PostReads,
  who: Who,
  tag: string,
  { cursor, limit = PAGE_SIZE }: PagingQuery,
): Promise<FoundPage> {
  const input = { limit, after: decodePostPosition(cursor, 'newest') }
  const row = await posts.reads.one(tagPostsStatement(who, tag, input))
  return postPage(posts, who, 'newest', row, limit)
}
