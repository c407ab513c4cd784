import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { listWall, WallEntry, WallState } from '@plinth/contract/portfolios/walls.ts'
import { sql, type RawBuilder } from 'kysely'
import { dollarsOf } from '../../../core/money/money-sql.ts'
import { markedRows, rowColumns, type CardPageRow } from '../../../core/session/marked-sql.ts'
import { viewerPages, type PageInput } from '../../../core/session/viewer-page-sql.ts'
import { viewerSeesHidden, type Who } from '../../../core/session/viewer-sql.ts'
import { hasBlockedViewer } from '../../../core/users/block-sql.ts'
import { microsOf, timeOfMicros, onlyRow } from '../../../db/page-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { listOf } from '../../../http/cards.ts'
import {
  cursorAfter,
  decodePosition,
  isMicroseconds,
  type FoundPage,
} from '../../../http/paging.ts'
import { WORK_ROWS, type WorkReads } from '../portfolio-card-queries.ts'
import { isShown } from '../portfolio-sql.ts'
import { isInSeries, seriesFigures, sideOf, type WallSide } from './wall-sql.ts'

/** Works that a series shows of itself. */
const STACK = 3

/** How a wall is ordered: as it was arranged, or newest first. A first page asks which. */
type WallOrder = 'arranged' | 'newest'

interface WallShape {
  side: WallSide
  order: WallOrder | 'first'
}

/** An entry without its works' cards. */
interface FoundEntry extends Pick<WallEntry, 'id' | 'pin' | 'series'> {
  key: number
  /** Ids of its works. */
  works: string[]
}

interface WallRow extends CardPageRow {
  /** Whether there is such a person for the viewer. */
  isUser: boolean
  isArranged: boolean
  entries: FoundEntry[]
}

/** A page of a wall, of which the smallest key comes first, with the works that its entries show. */
const wallPages = viewerPages<WallShape, { userId: string | null }, WallRow>(
  ({ side, order }, { userId }, { me, fetched, after }) => {
    const w = sideOf(side, 'w')
    const i = sideOf(side, 'i')
    const isDraft = side === 'draft'
    // Of their own wall the caller is whoever the session belongs to.
    const creatorId = isDraft ? sql`(select user_id from me)` : sql`${userId}::uuid`
    const isThere = isDraft
      ? sql`true`
      : sql`(not u.is_gone or ${viewerSeesHidden}) and not ${hasBlockedViewer(sql`u.id`)}`
    const isShownWall = isDraft ? sql`true` : sql`w.shown_at is not null`
    const passed = (key: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
      after === null ? sql`` : sql`and (${key}, ${id}) > (${after.key}::float8, ${after.id}::uuid)`
    const hasWork = isDraft
      ? sql`true`
      : sql`exists (
          select 1 from wall_places i join portfolio_items p on p.id = i.item_id
          where ${i.inside} = w.series_id and ${isInSeries(side)})`
    const arranged = sql`
      select w.id, w.item_id, w.series_id, ${w.pin} as pin, ${w.at} as key
      from wall_places w left join portfolio_items p on p.id = w.item_id
      where w.creator_id = ${creatorId} and ${w.inside} is null and ${w.at} is not null
        and case when w.series_id is null then ${isShown} else ${hasWork} end
        and (select is_arranged from person) ${passed(w.at, sql`w.id`)}
      order by ${w.at}, w.id limit ${fetched}`
    const newest = sql`
      select p.id, p.id as item_id, null::uuid as series_id, null::smallint as pin,
        -${microsOf(sql`p.created_at`)}::float8 as key
      from portfolio_items p
      where p.creator_id = ${creatorId} and ${isShown} and not (select is_arranged from person)
        ${after === null ? sql`` : sql`and (p.created_at, p.id) < (${timeOfMicros(sql`(-${after.key}::float8)`)}, ${after.id}::uuid)`}
      order by p.created_at desc, p.id desc limit ${fetched}`
    const page =
      order === 'first'
        ? sql`(${arranged}) union all (${newest})`
        : order === 'arranged'
          ? arranged
          : newest
    const rows = markedRows(WORK_ROWS, {
      from: sql`(
        select p.id, ${rowColumns(WORK_ROWS, 'p')} from shown f join portfolio_items p on p.id = f.id) p`,
      key: sql`0`,
    })
    return sql<WallRow>`
      with ${me},
      person as materialized (
        select u.id, ${
          order === 'first'
            ? sql`(select true from walls w where w.creator_id = u.id and ${isShownWall}) is not null`
            : sql`${sql.lit(order === 'arranged')}`
        } as is_arranged
        from users u where u.id = ${creatorId} and ${isThere}),
      page as materialized (${page}),
      shown as materialized (
        select page.id as entry, page.item_id as id, 1 as n from page where page.item_id is not null
        union all
        select page.id, f.id, f.n from page cross join lateral (
          select p.id, row_number() over (
            order by (p.id = (select s.cover_id from series s where s.id = page.series_id)) desc nulls last,
              ${i.place}, i.id) as n
          from wall_places i join portfolio_items p on p.id = i.item_id
          where ${i.inside} = page.series_id and ${isInSeries(side)}
          order by n limit ${sql.lit(STACK)}) f)
      select (select user_id from me) as "viewerId", exists (select 1 from person) as "isUser",
        coalesce((select is_arranged from person), false) as "isArranged", ${rows} as rows, (
          select coalesce(json_agg(json_build_object('id', page.id, 'key', page.key, 'pin', page.pin,
            'series', (
              select json_build_object('title', s.title, 'description', s.description, 'workCount', f.works,
                'fromPrice', ${dollarsOf(sql`f.least`)}, 'coverId', s.cover_id)
              from series s cross join lateral (${seriesFigures(side)}) f where s.id = page.series_id),
            'works', (select coalesce(json_agg(shown.id order by shown.n), '[]') from shown
              where shown.entry = page.id))
            order by page.key, case when (select is_arranged from person) then page.id end, page.id desc), '[]')
          from page) as entries`
  },
)

export const wallStatement = (
  who: Who,
  { userId, ...shape }: WallShape & { userId: string | null },
  page: PageInput,
) => wallPages(who, page, shape, { userId })

async function findPage(
  { reads, cards }: WorkReads,
  who: Who,
  { side, userId }: { side: WallSide; userId: string | null },
  { cursor, limit = PAGE_SIZE }: QueryOf<typeof listWall>,
): Promise<FoundPage> {
  const names = [`wall-${side}`, `wall-${side}-newest`] as const
  const after = decodePosition(cursor, names, (key, name) =>
    name === names[1] ? isMicroseconds(-key) : Number.isFinite(key),
  )
  const order = after === null ? 'first' : after.order === names[1] ? 'newest' : 'arranged'
  const row = await reads.one(wallStatement(who, { side, order, userId }, { limit, after }))
  const { viewerId, isUser, isArranged, entries } = row
  if (!isUser) return { json: null, viewerId, nextCursor: null }
  const shown = entries.slice(0, limit)
  const end = entries.length > limit ? shown.at(-1) : undefined
  const ofPage = await cards.items(who, row.rows, Infinity)
  const items = new Map(ofPage.items.map((item) => [item.id, item]))
  const list = shown.flatMap(({ id, series, pin, works }) => {
    const found = works.flatMap((workId) => items.get(workId) ?? [])
    // A work that somebody took away meanwhile. The creator still arranges a series without works.
    if (found.length === 0 && (series === null || side === 'shown')) return []
    const entry = JSON.stringify({ id, series, pin, isArranged }).slice(0, -1)
    return [{ opened: Buffer.concat([Buffer.from(`${entry},"works":`), listOf(found)]), rest: '}' }]
  })
  return {
    json: listOf(list),
    viewerId,
    nextCursor: cursorAfter(
      names[isArranged ? 0 : 1],
      end === undefined ? null : [end.key, end.id],
    ),
  }
}

/** Somebody's wall as visitors see it; null JSON when there is no such person. */
export const findWall = (
  works: WorkReads,
  who: Who,
  userId: string,
  query: QueryOf<typeof listWall>,
): Promise<FoundPage> => findPage(works, who, { side: 'shown', userId }, query)

/** The viewer's own wall as they arrange it. */
export const findArranged = (
  works: WorkReads,
  who: Who,
  query: QueryOf<typeof listWall>,
): Promise<FoundPage> => findPage(works, who, { side: 'draft', userId: null }, query)

/** The viewer's own wall in figures. Works on it are counted from an index of their creator's. */
export const findWallState = (db: Database, viewerId: string): Promise<WallState> => {
  const creatorId = sql`${viewerId}::uuid`
  return onlyRow(
    db,
    sql<WallState>`
      with wall as (select moves, shown_at from walls where creator_id = ${creatorId}),
      works as (
        select count(*) filter (where p.state = 'published')::int as published,
          count(*) filter (where p.state = 'draft')::int as drafts,
          count(*) filter (where p.state = 'scheduled')::int as scheduled,
          count(*) filter (where p.state = 'hidden')::int as hidden
        from portfolio_items p where p.creator_id = ${creatorId}),
      away as (
        select count(*) filter (where w.draft_pin is not null)::int as pinned,
          count(*) filter (where w.draft_inside is not null)::int as inside
        from wall_places w join portfolio_items p on p.id = w.item_id
        where w.creator_id = ${creatorId} and p.state = 'published'
          and (w.draft_pin is not null or w.draft_inside is not null))
      select coalesce((select moves from wall), 0) as moves,
        exists (select 1 from wall_moves m join wall on m.number = wall.moves
          where m.creator_id = ${creatorId} and m.before is not null) as "canUndo",
        coalesce((select shown_at is not null from wall), false) as "isShown",
        works.published - away.pinned - away.inside as "workCount", away.pinned as "pinCount",
        (select count(*)::int from series s where s.creator_id = ${creatorId}) as "seriesCount",
        works.drafts as "draftCount", works.scheduled as "scheduledCount", works.hidden as "hiddenCount"
      from works, away`,
  )
}
