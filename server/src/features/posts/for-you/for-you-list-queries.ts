import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { CATEGORIES } from '@plinth/contract/choices.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { listForYou } from '@plinth/contract/posts/posts.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import { isOn } from '../../../http/cards.ts'
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
import {
  cardPage,
  markedRows,
  type CardPageRow,
  type RowKind,
} from '../../../core/session/marked-sql.ts'
import { viewerPages, viewerReads, type PageInput } from '../../../core/session/viewer-page-sql.ts'
import { meTable, type Who } from '../../../core/session/viewer-sql.ts'
import { blockedOf, isNotBlocked } from '../../../core/users/block-sql.ts'
import {
  byNumber,
  byTime,
  onlyRow,
  pageStatement,
  pastTime,
  type PageRow,
  type ViewerPageRow,
} from '../../../db/page-sql.ts'
import { isPromotedRow, PROMOTED_ROWS, type PostReads } from '../post-card-queries.ts'
import { decodePostPosition } from '../post-list-queries.ts'
import { isPromoted, isRespondedTo, postColumns, shownPost } from '../post-sql.ts'
import { findPromoted, findCandidates, findTaste, type Wanted } from './for-you-queries.ts'
import { rankForYou, type RankedPost } from './rank.ts'
import { tasteScore, type Taste, type ViewerTaste } from './score.ts'
import { OLDER_TEXT, POPULAR, POPULAR_TEXT, RANKING, RANKING_VERSION } from './weights.ts'

/** How many of the viewer's favourite tags and categories to find candidates in. */
const MOST_TAGS = 8
const MOST_CATEGORIES = 3
/** Posts before the promoted one. */
const BEFORE_PROMOTED = 3
/** With the promoted post. */
const LONGEST_LIST = RANKING.length + 1
/** Order of the visitors' list, in its cursor. */
const POPULAR_ORDER = 'popular'
/** Order of the posts after the new ones, in its cursor. */
const OLDER_ORDER = 'older'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

type Query = QueryOf<typeof listForYou>

/** What For You is read with, and written when it is ranked anew. */
export interface ForYouReads extends PostReads {
  db: Database
}

/** Ranked for a person who is signed in; after everything new, older posts. */
export async function findForYou(
  sources: ForYouReads,
  who: Who,
  { cursor, limit = PAGE_SIZE }: Query,
): Promise<HotResult> {
  const { db, reads, cards } = sources
  const start = decodeStart(cursor)
  if (start !== null && 'older' in start) {
    return findOlder(sources, who, { limit, after: start.older })
  }
  // A cursor that was made up may lie beyond every list.
  const position = Math.min(start?.position ?? 0, LONGEST_LIST)
  const input = { position, limit, fresh: start === null }
  let page = await reads.one(listPageStatement(who, input))
  if (page.viewerId !== null && page.listId === null) {
    await makeList(db, page.viewerId)
    page = await reads.one(listPageStatement(who, { ...input, fresh: false }))
  }
  const { viewerId, listId, length, rows } = page
  if (viewerId === null || listId === null) return { json: '[]', viewerId, nextCursor: null }
  // A first page is never empty while there are older posts.
  if (length <= position) return findOlder(sources, who, { limit, after: null })
  const nextCursor =
    length > position + limit
      ? encodeCursor([listId, position + limit])
      : encodeCursor([OLDER_ORDER, madeAt(listId), LAST_ID])
  const reasons = page.reasons?.split('\n') ?? []
  const skipped = position - (position % PART)
  const json = await cards.list(who, rows, (row) =>
    isOn(row, HIDDEN)
      ? null
      : `,"isPromoted":${isPromotedRow(row)},"reasons":${reasons[row.key - 1 - skipped] ?? '[]'}`,
  )
  return { json, viewerId, nextCursor }
}

async function findOlder(
  { reads, cards }: PostReads,
  who: Who,
  { limit, after }: OlderInput,
): Promise<HotResult> {
  const { rows, viewerId } = await reads.one(olderStatement(who, { limit, after: pastTime(after) }))
  const { json, last } = await cards.page(
    who,
    rows,
    limit,
    (row) => `,"isPromoted":${isPromotedRow(row)},"reasons":${OLDER_REASONS}`,
  )
  return { json, viewerId, nextCursor: cursorAfter(OLDER_ORDER, last) }
}

const OLDER_REASONS = JSON.stringify([{ kind: 'older', text: OLDER_TEXT }])

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

interface ListPageRow {
  viewerId: string | null
  /** Null when there is no list to read from. */
  listId: string | null
  /** How many posts the list has. */
  length: number
  rows: string | null
  /** A line for each post of the parts that the page is in. */
  reasons: string | null
}

interface ListPageValues {
  first: number
  last: number
  firstPart: number
  lastPart: number
}

/** Posts in each part of a list. */
const PART = 20

/** With those that the viewer said "not for me" to, and the people with whom they have a block. */
const LIST_ROWS: RowKind = {
  ...PROMOTED_ROWS,
  marks: (page) => ({
    ...PROMOTED_ROWS.marks(page),
    hides: sql`select post_id from post_hides where user_id = ${page.viewerId} and post_id = any (${page.ids})
      union all ${blockedOf(page.viewerId, page.creatorIds)}`,
  }),
}
/** Its place among the marks. */
const HIDDEN = 4

/**
 * A page of the viewer's saved list, by place. Posts that were deleted, hidden or made invisible since then are left
 * out, and the others keep their places.
 */
const listPage = viewerReads<{ fresh: boolean }, ListPageValues, ListPageRow>(
  ({ fresh }, { first, last, firstPart, lastPart }, me) => {
    const usable = fresh
      ? sql`and l.ranking_version = ${sql.lit(RANKING_VERSION)} and l.length > 0
          and l.made_at between now() - ${sql.lit(LIST_SECONDS)} * interval '1 second' and now()`
      : sql``
    const place = sql`g.place * ${sql.lit(PART)} + t.place`
    const rows = markedRows(LIST_ROWS, {
      from: sql`parts g cross join lateral unnest(g.post_ids) with ordinality t (id, place)
        join posts p on p.id = t.id`,
      where: sql`p.is_visible and ${place} between ${first}::int and ${last}::int`,
      key: place,
    })
    return sql<ListPageRow>`
      with ${me},
      list as materialized (
        select l.id, l.length from for_you_lists l where l.user_id = (select user_id from me) ${usable}),
      parts as materialized (
        select g.place, g.post_ids, g.reasons from list cross join for_you_pages g
        where g.user_id = (select user_id from me)
          and g.place between ${firstPart}::smallint and ${lastPart}::smallint)
      select (select user_id from me) as "viewerId", (select id from list) as "listId",
        coalesce((select length from list), 0) as length,
        (select string_agg(reasons, E'\n' order by place) from parts) as reasons,
        ${rows} as rows`
  },
)

export const listPageStatement = (who: Who, { position, limit, fresh }: ListPageInput) =>
  listPage(
    who,
    { fresh },
    {
      first: position + 1,
      last: position + limit,
      firstPart: Math.floor(position / PART),
      lastPart: Math.floor((position + limit - 1) / PART),
    },
  )

interface OlderInput {
  limit: number
  /** Null for the newest. */
  after: TimePosition | null
}

/**
 * What follows the viewer's list: all posts of other people that are not in it, newest first. Leaves out what they hid
 * and people they asked for less of.
 */
const older = viewerPages<object, object, CardPageRow>((_, __, page) =>
  cardPage(PROMOTED_ROWS, {
    ...page,
    sort: byTime(sql`p.created_at`),
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
  }),
)
export const olderStatement = (who: Who, page: PageInput) => older(who, page, {}, {})

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
  const ids = posts.map(({ id }) => id)
  const parts = Array.from({ length: Math.ceil(posts.length / PART) }, (_, at) =>
    posts.slice(at * PART, (at + 1) * PART),
  )
  await sql`
    with list as (
      insert into for_you_lists (user_id, id, ranking_version, post_ids, length)
      values (${viewerId}::uuid, ${newId()}::uuid, ${RANKING_VERSION}::smallint, ${ids}::uuid[],
        ${ids.length}::smallint)
      on conflict (user_id) do update set id = excluded.id, ranking_version = excluded.ranking_version,
        post_ids = excluded.post_ids, length = excluded.length, made_at = now()
      returning user_id),
    shorter as (
      delete from for_you_pages where user_id = ${viewerId}::uuid and place >= ${parts.length}::smallint)
    insert into for_you_pages (user_id, place, post_ids, reasons)
    select list.user_id, part.place - 1,
      (${ids}::uuid[])[(part.place - 1) * ${sql.lit(PART)} + 1 : part.place * ${sql.lit(PART)}], part.reasons
    from list, unnest(${parts.map((part) => part.map(({ reasons }) => JSON.stringify(reasons)).join('\n'))}::text[])
      with ordinality part (reasons, place)
    on conflict (user_id, place) do update set post_ids = excluded.post_ids, reasons = excluded.reasons`.execute(
    db,
  )
}
