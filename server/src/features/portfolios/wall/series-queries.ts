import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { listSeriesWorks, Series } from '@plinth/contract/portfolios/series.ts'
import { sql, type RawBuilder } from 'kysely'
import { dollarsOf } from '../../../core/money/money-sql.ts'
import { markedRows, rowColumns, type CardPageRow } from '../../../core/session/marked-sql.ts'
import { viewerPages, viewerReads, type PageInput } from '../../../core/session/viewer-page-sql.ts'
import { viewerSeesHidden, type Who } from '../../../core/session/viewer-sql.ts'
import { hasBlockedViewer } from '../../../core/users/block-sql.ts'
import { personJson } from '../../../core/users/person-sql.ts'
import { isoTime } from '../../../db/time-sql.ts'
import { cursorAfter, decodePosition, type FoundPage } from '../../../http/paging.ts'
import type { HotResult } from '../../../http/mount.ts'
import { listOf } from '../../../http/cards.ts'
import { WORK_ROWS, type WorkReads } from '../portfolio-card-queries.ts'
import { isInSeries, seriesFigures, sideOf, type WallSide } from './wall-sql.ts'

/** Whether the viewer may read series `s` of `users u` on this side. */
const mayRead = (side: WallSide): RawBuilder<unknown> =>
  side === 'draft'
    ? sql`s.creator_id = (select user_id from me)`
    : sql`((not u.is_gone or ${viewerSeesHidden}) and not ${hasBlockedViewer(sql`u.id`)}
        and exists (
          select 1 from wall_places i join portfolio_items p on p.id = i.item_id
          where i.inside = s.id and ${isInSeries(side)}))`

interface SeriesRow {
  viewerId: string | null
  json: string | null
}

const seriesReads = viewerReads<{ side: WallSide }, { seriesId: string }, SeriesRow>(
  ({ side }, { seriesId }, me) => sql<SeriesRow>`
    with ${me}
    select (select user_id from me) as "viewerId", (
      select row_to_json(t)::text from (
        select s.id, s.title, s.description, ${personJson('u')} as creator, f.works as "workCount",
          ${dollarsOf(sql`f.least`)} as "fromPrice", s.cover_id as "coverId",
          ${isoTime(sql`s.created_at`)} as "createdAt"
        from series s join users u on u.id = s.creator_id cross join lateral (${seriesFigures(side)}) f
        where s.id = ${seriesId}::uuid and ${mayRead(side)}) t) as json`,
)

export const seriesStatement = (who: Who, side: WallSide, seriesId: string) =>
  seriesReads(who, { side }, { seriesId })

/** A series as visitors see it; null JSON when there is none for the viewer. */
export const findSeries = (
  { reads }: Pick<WorkReads, 'reads'>,
  who: Who,
  seriesId: string,
): Promise<HotResult> => reads.one(seriesStatement(who, 'shown', seriesId))

/** One of the viewer's own, as they arrange it. */
export async function findOwnSeries(
  { reads }: Pick<WorkReads, 'reads'>,
  viewerId: string,
  seriesId: string,
): Promise<Series | null> {
  const { json } = await reads.one(seriesStatement({ viewerId }, 'draft', seriesId))
  return json === null ? null : (JSON.parse(json) as Series)
}

interface WorksRow extends CardPageRow {
  isThere: boolean
  /** The places of the page and one more, in their order. */
  places: { id: string; place: number }[]
}

const seriesWorks = viewerPages<{ side: WallSide }, { seriesId: string }, WorksRow>(
  ({ side }, { seriesId }, { me, fetched, after }) => {
    const i = sideOf(side, 'i')
    const rows = markedRows(WORK_ROWS, {
      from: sql`(
        select p.id, -page.n as key, ${rowColumns(WORK_ROWS, 'p')}
        from page join portfolio_items p on p.id = page.id) p`,
      key: sql`p.key`,
    })
    return sql<WorksRow>`
      with ${me},
      one as materialized (
        select s.id from series s join users u on u.id = s.creator_id
        where s.id = ${seriesId}::uuid and ${mayRead(side)}),
      page as materialized (
        select i.id, ${i.place} as place, row_number() over (order by ${i.place}, i.id) as n
        from wall_places i join portfolio_items p on p.id = i.item_id
        where ${i.inside} = (select id from one) and ${isInSeries(side)}
          ${after === null ? sql`` : sql`and (${i.place}, i.id) > (${after.key}::float8, ${after.id}::uuid)`}
        order by ${i.place}, i.id limit ${fetched})
      select (select user_id from me) as "viewerId", exists (select 1 from one) as "isThere",
        ${rows} as rows, (
          select coalesce(json_agg(json_build_object('id', id, 'place', place) order by n), '[]')
          from page) as places`
  },
)

export const seriesWorksStatement = (
  who: Who,
  { side, seriesId }: { side: WallSide; seriesId: string },
  page: PageInput,
) => seriesWorks(who, page, { side }, { seriesId })

/** The works in a series, in its order; null JSON when there is no such series for the viewer. */
export async function findSeriesWorks(
  { reads, cards }: WorkReads,
  who: Who,
  { side, seriesId }: { side: WallSide; seriesId: string },
  { cursor, limit = PAGE_SIZE }: QueryOf<typeof listSeriesWorks>,
): Promise<FoundPage> {
  const name = `series-${side}`
  const after = decodePosition(cursor, [name], Number.isFinite)
  const row = await reads.one(seriesWorksStatement(who, { side, seriesId }, { limit, after }))
  const { viewerId, isThere, places } = row
  if (!isThere) return { json: null, viewerId, nextCursor: null }
  const { items } = await cards.items(who, row.rows, limit)
  const end = places.length > limit ? places[limit - 1] : undefined
  return {
    json: listOf(items),
    viewerId,
    nextCursor: cursorAfter(name, end === undefined ? null : [end.place, end.id]),
  }
}
