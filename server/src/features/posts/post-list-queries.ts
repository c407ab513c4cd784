import { sql, type RawBuilder } from 'kysely'
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
import { foundPage, type FoundPage } from '../../http/paging.ts'
import type { ViewerFlags } from '../../http/shared-pages.ts'
import type { PostOrder, PostPosition } from './post-cursor.ts'
import { isShown, shownPost } from './post-sql.ts'

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
}

const SORTS: Record<PostOrder, Sort> = {
  newest: byTime(sql`p.created_at`),
  liked: byTime(sql`p.marked_at`),
  saved: byTime(sql`p.marked_at`),
  popular: byNumber(sql`p.hot`, 'float8'),
}

/** Posts that everybody can see. */
export const exploreStatement = (who: Who, input: ExploreInput): RawBuilder<ViewerPageRow> =>
  postsPage(who, input, {
    order: input.order,
    from: sql`posts p`,
    conditions: [
      sql`p.is_visible`,
      ...(input.categoryId === undefined
        ? []
        : [sql`p.category_id = ${input.categoryId}::smallint`]),
    ],
  })

/** One person's posts; they themself and admins have those, too, that not everybody can see. */
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

/** What the viewer likes or has saved and can still see. The marks' index has the order. */
export const markedPostsStatement = (
  who: Who,
  order: 'liked' | 'saved',
  input: PostListInput,
): RawBuilder<ViewerPageRow> =>
  postsPage(who, input, {
    order,
    from: sql`(
      select mark.post_id as id, mark.created_at as marked_at, i.is_visible, i.creator_id
      from ${sql.table(order === 'liked' ? 'post_likes' : 'post_saves')} mark
      join posts i on i.id = mark.post_id
      where mark.user_id = (select user_id from me)) p`,
    conditions: [isShown, isNotBlocked(sql`p.creator_id`)],
  })

/** Posts with a tag: its rows are there only while their posts are visible to everybody. */
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

export async function listExplore(db: Database, who: Who, input: ExploreInput): Promise<FoundPage> {
  return foundPage(input.order, await onlyRow(db, exploreStatement(who, input)))
}

/** Null JSON when there is no such person. */
export async function listPostsOf(
  db: Database,
  who: Who,
  userId: string,
  input: PostListInput,
): Promise<FoundPage> {
  const row = await onlyRow(db, userPostsStatement(who, userId, input))
  return foundPage('newest', row, row.isUser)
}

export async function listMarked(
  db: Database,
  who: Who,
  order: 'liked' | 'saved',
  input: PostListInput,
): Promise<FoundPage> {
  return foundPage(order, await onlyRow(db, markedPostsStatement(who, order, input)))
}

export async function listTagged(
  db: Database,
  who: Who,
  tag: string,
  input: PostListInput,
): Promise<FoundPage> {
  return foundPage('newest', await onlyRow(db, tagPostsStatement(who, tag, input)))
}

/** What the viewer has to do with these posts: the ids of those for which each flag is on, and of those to leave out. */
export async function findPostFlags(db: Database, who: Who, ids: string[]): Promise<ViewerFlags> {
  const { rows } = await sql<ViewerFlags>`
    with ${meTable(who)}
    select (select user_id from me) as "viewerId", json_build_object(
      'isLiked', array(select post_id from post_likes
        where user_id = (select user_id from me) and post_id = any (${ids}::uuid[])),
      'isSaved', array(select post_id from post_saves
        where user_id = (select user_id from me) and post_id = any (${ids}::uuid[])),
      'isFollowing', array(select p.id from posts p
        join follows f on f.follower_id = (select user_id from me) and f.followed_id = p.creator_id
        where p.id = any (${ids}::uuid[]))) as on,
      array(select p.id::text from posts p where p.id = any (${ids}::uuid[])
        and not ${isNotBlocked(sql`p.creator_id`)}) as hidden`.execute(db)
  return rows[0] ?? { viewerId: null, on: {}, hidden: [] }
}
