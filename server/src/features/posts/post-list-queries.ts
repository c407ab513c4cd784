import { sql, type RawBuilder } from 'kysely'
import { meTable, type Who } from '../../core/session/viewer-sql.ts'
import { microsOf, timeOfMicros } from '../../db/micros.ts'
import type { Database } from '../../db/pool.ts'
import { encodePostPosition, type PostOrder, type PostPosition } from './post-cursor.ts'
import { isVisible, postColumns, postJoins } from './post-sql.ts'

export interface PostListInput {
  limit: number
  after: PostPosition | null
}

export interface ExploreInput extends PostListInput {
  order: 'newest' | 'popular'
  categoryId?: number | undefined
}

export interface FoundPosts {
  /** A page of Posts; null when there is nobody whose posts they could be. */
  json: string | null
  viewerId: string | null
  nextCursor: string | null
}

interface PageRow {
  json: string
  viewerId: string | null
  last: [number, string] | null
}

interface List {
  order: PostOrder
  /** Rows `p` with `id` and what the order and the conditions ask for. */
  from: RawBuilder<unknown>
  conditions: RawBuilder<unknown>[]
  columns?: RawBuilder<unknown>
}

/** The sort column of each order, how a cursor carries it, and how the cursor's value becomes it again. */
const ORDERS: Record<
  PostOrder,
  {
    column: RawBuilder<unknown>
    carried: RawBuilder<unknown>
    restore: (key: number) => RawBuilder<unknown>
  }
> = {
  newest: byTime(sql`p.created_at`),
  liked: byTime(sql`p.marked_at`),
  saved: byTime(sql`p.marked_at`),
  popular: {
    column: sql`p.hot`,
    carried: sql`p.hot`,
    restore: (key) => sql`${key}::float8`,
  },
}

function byTime(column: RawBuilder<unknown>) {
  return { column, carried: microsOf(column), restore: timeOfMicros }
}

/** Posts that everybody can see. */
export const exploreStatement = (who: Who, input: ExploreInput): RawBuilder<PageRow> =>
  pageStatement(who, input, {
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
): RawBuilder<PageRow & { isUser: boolean }> =>
  pageStatement(who, input, {
    order: 'newest',
    from: sql`posts p`,
    conditions: [sql`p.creator_id = ${userId}::uuid`, isVisible],
    columns: sql`, exists (
      select 1 from users where id = ${userId}::uuid and suspended_at is null) as "isUser"`,
  })

/** What the viewer likes or has saved and can still see. The marks' index has the order. */
export const markedPostsStatement = (
  who: Who,
  order: 'liked' | 'saved',
  input: PostListInput,
): RawBuilder<PageRow> =>
  pageStatement(who, input, {
    order,
    from: sql`(
      select mark.post_id as id, mark.created_at as marked_at, i.is_visible, i.creator_id
      from ${sql.table(order === 'liked' ? 'post_likes' : 'post_saves')} mark
      join posts i on i.id = mark.post_id
      where mark.user_id = (select user_id from me)) p`,
    conditions: [isVisible],
  })

/** Posts with a tag: its rows are there only while their posts are visible to everybody. */
export const tagPostsStatement = (
  who: Who,
  tag: string,
  input: PostListInput,
): RawBuilder<PageRow> =>
  pageStatement(who, input, {
    order: 'newest',
    from: sql`(select post_id as id, created_at from post_tags where tag = tag_key(${tag}::text)) p`,
    conditions: [],
  })

/**
 * Ids first, from the index alone, then the wide columns for one page. The number fetched is one of two
 * constants: with a parameter the planner would guess it, and with any number there were a hundred statements.
 */
function pageStatement<Row extends PageRow>(
  who: Who,
  { limit, after }: PostListInput,
  list: List,
): RawBuilder<Row> {
  const { column, carried, restore } = ORDERS[list.order]
  const conditions =
    after === null
      ? list.conditions
      : [...list.conditions, sql`(${column}, p.id) < (${restore(after.key)}, ${after.id}::uuid)`]
  return sql<Row>`
    with ${meTable(who)},
    page as materialized (
      select p.id, ${carried} as key,
        row_number() over (order by ${column} desc, p.id desc) as place
      from ${list.from} where ${sql.join([sql`true`, ...conditions], sql` and `)}
      order by ${column} desc, p.id desc limit ${sql.lit(limit <= 20 ? 21 : 101)})
    select (select user_id from me) as "viewerId",
      (select json_build_array(key, id) from page where place = ${limit}::int
        and exists (select 1 from page where place > ${limit}::int)) as last,
      (select coalesce(json_agg(t), '[]')::text from (
        select ${postColumns} from page join posts p on p.id = page.id ${postJoins}
        where page.place <= ${limit}::int order by page.place
      ) t) as json
      ${list.columns ?? sql``}`
}

export async function listExplore(
  db: Database,
  who: Who,
  input: ExploreInput,
): Promise<FoundPosts> {
  const { rows } = await exploreStatement(who, input).execute(db)
  return toPage(input.order, rows[0])
}

/** Null JSON when there is no such person. */
export async function listPostsOf(
  db: Database,
  who: Who,
  userId: string,
  input: PostListInput,
): Promise<FoundPosts> {
  const { rows } = await userPostsStatement(who, userId, input).execute(db)
  const page = toPage('newest', rows[0])
  return rows[0]?.isUser === true ? page : { ...page, json: null, nextCursor: null }
}

export async function listMarked(
  db: Database,
  who: Who,
  order: 'liked' | 'saved',
  input: PostListInput,
): Promise<FoundPosts> {
  const { rows } = await markedPostsStatement(who, order, input).execute(db)
  return toPage(order, rows[0])
}

export async function listTagged(
  db: Database,
  who: Who,
  tag: string,
  input: PostListInput,
): Promise<FoundPosts> {
  const { rows } = await tagPostsStatement(who, tag, input).execute(db)
  return toPage('newest', rows[0])
}

function toPage(order: PostOrder, row: PageRow | undefined): FoundPosts {
  if (row === undefined) throw new Error('a page without a row')
  const { json, viewerId, last } = row
  return {
    json,
    viewerId,
    nextCursor: last && encodePostPosition({ order, key: last[0], id: last[1] }),
  }
}

/** What the viewer has to do with these posts: the ids of those for which each flag is on. */
export async function findPostFlags(
  db: Database,
  who: Who,
  ids: string[],
): Promise<{ viewerId: string | null; on: Record<string, string[]> }> {
  const { rows } = await sql<{ viewerId: string | null; on: Record<string, string[]> }>`
    with ${meTable(who)}
    select (select user_id from me) as "viewerId", json_build_object(
      'isLiked', array(select post_id from post_likes
        where user_id = (select user_id from me) and post_id = any (${ids}::uuid[])),
      'isSaved', array(select post_id from post_saves
        where user_id = (select user_id from me) and post_id = any (${ids}::uuid[])),
      'isFollowing', array(select p.id from posts p
        join follows f on f.follower_id = (select user_id from me) and f.followed_id = p.creator_id
        where p.id = any (${ids}::uuid[]))) as on`.execute(db)
  return rows[0] ?? { viewerId: null, on: {} }
}
