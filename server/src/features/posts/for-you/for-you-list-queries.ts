import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { CATEGORIES } from '@plinth/contract/choices.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { listForYou } from '@plinth/contract/posts/posts.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import type { HotResult } from '../../../http/mount.ts'
import {
  badCursor,
  cursorAfter,
  decodeCursor,
  decodeTimeCursor,
  encodeCursor,
  isCursorOf,
  isId,
  type TimePosition,
} from '../../../http/paging.ts'
import { newId } from '../../../db/id.ts'
import { meTable, type Who } from '../../../core/session/viewer-sql.ts'
import { isNotBlocked } from '../../../core/users/block-sql.ts'
import {
  byNumber,
  byTime,
  onlyRow,
  pageStatement,
  pastTime,
  type PageRow,
  type ViewerPageRow,
} from '../../../db/page-sql.ts'
import { decodePostPosition } from '../post-list-queries.ts'
import { isPromoted, isRespondedTo, postColumns, postJoins, shownPost } from '../post-sql.ts'
import { findPromoted, findCandidates, findTaste, type Wanted } from './for-you-queries.ts'
import { rankForYou, type RankedPost } from './rank.ts'
import { tasteScore, type Taste, type ViewerTaste } from './score.ts'
import { OLDER_TEXT, POPULAR, POPULAR_TEXT, RANKING_VERSION } from './weights.ts'

/** How many of the viewer's favourite tags and categories to find candidates in. */
const MOST_TAGS = 8
const MOST_CATEGORIES = 3
/** Posts before the promoted one. */
const BEFORE_PROMOTED = 3
/** Order of the visitors' list, in its cursor. */
const POPULAR_ORDER = 'popular'
/** Order of the posts after the new ones, in its cursor. */
const OLDER_ORDER = 'older'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

type Query = QueryOf<typeof listForYou>

/** Ranked for a person who is signed in; after everything new, older posts. */
export async function findForYou(
  db: Database,
  who: Who,
  { cursor, limit = PAGE_SIZE }: Query,
): Promise<HotResult> {
  const start = decodeStart(cursor)
  if (start !== null && 'older' in start) {
    return findOlder(db, who, { limit, after: start.older })
  }
  const position = start?.position ?? 0
  const input = { position, limit, fresh: start === null }
  let page = await findListPage(db, who, input)
  if (page.viewerId !== null && page.listId === null) {
    await makeList(db, page.viewerId)
    page = await findListPage(db, who, { ...input, fresh: false })
  }
  const { json, viewerId, listId, isPast, hasMore } = page
  if (viewerId === null || listId === null) return { json, viewerId, nextCursor: null }
  // A first page is never empty while there are older posts.
  if (isPast) return findOlder(db, who, { limit, after: null })
  const nextCursor = hasMore
    ? encodeCursor([listId, position + limit])
    : encodeCursor([OLDER_ORDER, madeAt(listId), LAST_ID])
  return { json, viewerId, nextCursor }
}

async function findOlder(db: Database, who: Who, input: OlderInput): Promise<HotResult> {
  const { json, viewerId, last } = await onlyRow(db, olderStatement(who, input))
  return { json, viewerId, nextCursor: cursorAfter(OLDER_ORDER, last) }
}

/**
 * When a list was made, in microseconds: its id begins with those milliseconds. What was posted since is no older post
 * but comes with the next visit.
 */
const madeAt = (listId: string) => Number.parseInt(listId.replace('-', '').slice(0, 12), 16) * 1_000

/** What is popular now, for people who are not signed in. */
export async function findForVisitors(
  db: Database,
  { cursor, limit = PAGE_SIZE }: Query,
): Promise<HotResult> {
  const after = decodePostPosition(cursor, POPULAR_ORDER)
  const { json, last } = await findPopular(db, { limit, after })
  return { json, viewerId: null, nextCursor: cursorAfter(POPULAR_ORDER, last) }
}

async function makeList(db: Database, viewerId: string): Promise<void> {
  const taste = await findTaste(db, viewerId)
  const candidates = await findCandidates(db, viewerId, wantedBy(taste))
  const ranked = rankForYou(candidates, taste, Date.now())
  await saveList(db, viewerId, withPromoted(ranked, await findPromoted(db, viewerId)))
}

/** Inserts the promoted post into the first page, unless the list is too short to reach its place. */
function withPromoted(ranked: readonly RankedPost[], id: string | null): readonly RankedPost[] {
  if (id === null || ranked.length < BEFORE_PROMOTED) return ranked
  const others = ranked.filter((post) => post.id !== id)
  return others.toSpliced(BEFORE_PROMOTED, 0, { id, reasons: [] })
}

/** A viewer who likes no category yet gets posts from each of them. */
function wantedBy({ tags, categories }: ViewerTaste): Wanted {
  const liked = strongest(categories, MOST_CATEGORIES)
  return {
    tags: strongest(tags, MOST_TAGS),
    categories: liked.length > 0 ? liked : CATEGORIES.map(({ id }) => id),
  }
}

function strongest<Key extends string | number>(
  tastes: ReadonlyMap<Key, Taste>,
  most: number,
): Key[] {
  return [...tastes]
    .map(([key, taste]) => ({ key, score: tasteScore(taste) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .slice(0, most)
    .map(({ key }) => key)
}

/**
 * How many posts of the list come before the page, or where it continues among the older posts; 400 for a bad cursor.
 * When the list was ranked again in the meantime, the page starts at the same place: the order is much the same, and the
 * reader keeps scrolling.
 */
function decodeStart(
  cursor: string | undefined,
): { position: number } | { older: TimePosition | null } | null {
  if (cursor === undefined) return null
  if (isCursorOf(cursor, OLDER_ORDER)) return { older: decodeTimeCursor(cursor, OLDER_ORDER) }
  const [listId, position] = decodeCursor(cursor, ['string', 'number']) ?? ['', -1]
  if (isId(listId) && Number.isSafeInteger(position) && position >= 0) return { position }
  throw badCursor()
}

/** A reload within this time shows the same order. */
const LIST_SECONDS = 60

export interface ListPageInput {
  /** How many of the list's posts come before the page. */
  position: number
  limit: number
  /** Only accept a list that is recent enough to be shown from its beginning. */
  fresh: boolean
}

export interface ListPageRow {
  viewerId: string | null
  /** Null when there is no list to read from. */
  listId: string | null
  /** Nothing of the list is left for this page. */
  isPast: boolean
  hasMore: boolean
  json: string
}

/**
 * A page of the viewer's saved list, by place. Posts that were deleted, hidden or made invisible since then are left
 * out, and the others keep their places.
 */
export function listPageStatement(
  who: Who,
  { position, limit, fresh }: ListPageInput,
): RawBuilder<ListPageRow> {
  const usable = fresh
    ? sql`and l.ranking_version = ${RANKING_VERSION}::smallint and cardinality(l.post_ids) > 0
        and l.made_at > now() - ${sql.lit(LIST_SECONDS)} * interval '1 second'`
    : sql``
  return sql<ListPageRow>`
    with ${meTable(who)},
    list as materialized (
      select l.id, l.post_ids, l.reasons from for_you_lists l
      where l.user_id = (select user_id from me) ${usable}),
    page as materialized (
      select t.id, t.reasons, t.place from list l
      cross join lateral rows from (unnest(l.post_ids), jsonb_array_elements(l.reasons))
        with ordinality t(id, reasons, place)
      where t.place > ${position}::bigint and t.place <= ${position + limit}::bigint)
    select (select user_id from me) as "viewerId", (select id from list) as "listId",
      coalesce((select cardinality(post_ids) from list) <= ${position}::bigint, false) as "isPast",
      coalesce((select cardinality(post_ids) from list) > ${position + limit}::bigint, false) as "hasMore",
      (select coalesce(json_agg(t), '[]')::text from (
        select ${postColumns}, ${isPromoted} as "isPromoted", page.reasons
        from page join posts p on p.id = page.id ${postJoins}
        where p.is_visible and ${isNotBlocked(sql`p.creator_id`)}
          and (select true from post_hides h
            where h.user_id = (select user_id from me) and h.post_id = p.id) is null
        order by page.place
      ) t) as json`
}

const findListPage = (db: Database, who: Who, input: ListPageInput): Promise<ListPageRow> =>
  onlyRow(db, listPageStatement(who, input))

export interface OlderInput {
  limit: number
  /** Null for the newest. */
  after: TimePosition | null
}

/**
 * What follows the viewer's list: all posts of other people that are not in it, newest first. Leaves out what they hid
 * and people they asked for less of.
 */
export const olderStatement = (who: Who, { limit, after }: OlderInput): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable(who),
    from: sql`posts p`,
    conditions: [
      sql`p.is_visible`,
      sql`p.creator_id <> (select user_id from me)`,
      isNotBlocked(sql`p.creator_id`),
      sql`p.id <> all (coalesce(
        (select post_ids from for_you_lists where user_id = (select user_id from me)), '{}'))`,
      // The planner takes "is null" to be rare, and would then read all posts and sort them.
      sql`(select true from post_hides h
        where h.user_id = (select user_id from me) and h.post_id = p.id) is not true`,
      sql`p.creator_id <> all (array(
        select creator_id from creator_dampings where user_id = (select user_id from me)))`,
    ],
    sort: byTime(sql`p.created_at`),
    limit,
    after: pastTime(after),
    shown: {
      ...shownPost,
      columns: sql`${postColumns}, ${isPromoted} as "isPromoted",
        json_build_array(json_build_object('kind', 'older', 'text', ${sql.lit(OLDER_TEXT)})) as reasons`,
    },
  })

export interface PopularInput {
  limit: number
  after: { key: number; id: string } | null
}

/** What is popular now, for visitors. The first page begins with posts that people liked or commented on. */
export const popularStatement = ({ limit, after }: PopularInput): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable({ viewerId: null }),
    from: sql`posts p`,
    conditions: [sql`p.is_visible`],
    sort: byNumber(sql`p.hot`, 'float8'),
    limit,
    after,
    first: after === null ? isRespondedTo : undefined,
    shown: {
      ...shownPost,
      columns: sql`${postColumns}, ${isPromoted} as "isPromoted", case
        when p.created_at > now() - ${sql.lit(POPULAR.age / 1000)} * interval '1 second'
          and ${isRespondedTo}
        then json_build_array(json_build_object('kind', 'popular', 'text', ${sql.lit(POPULAR_TEXT)}))
        else '[]' end as reasons`,
    },
  })

const findPopular = (db: Database, input: PopularInput): Promise<PageRow> =>
  onlyRow(db, popularStatement(input))

/** Replaces the viewer's list. */
export async function saveList(
  db: Database,
  viewerId: string,
  posts: readonly RankedPost[],
): Promise<void> {
  await sql`
    insert into for_you_lists (user_id, id, ranking_version, post_ids, reasons)
    values (${viewerId}::uuid, ${newId()}::uuid, ${RANKING_VERSION}::smallint,
      ${posts.map(({ id }) => id)}::uuid[], ${JSON.stringify(posts.map(({ reasons }) => reasons))}::jsonb)
    on conflict (user_id) do update set id = excluded.id, ranking_version = excluded.ranking_version,
      post_ids = excluded.post_ids, reasons = excluded.reasons, made_at = now()`.execute(db)
}
