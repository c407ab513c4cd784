import { type AnalyticsPeriod, TOP_PORTFOLIOS } from '@plinth/contract/analytics/analytics.ts'
import type { Picture } from '@plinth/contract/media/media.ts'
import type { ViewSource } from '@plinth/contract/people/views.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { cardImageUrl, pictureJson } from '../../core/media/media-sql.ts'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'

export interface Asked {
  creatorId: string
  period: AnalyticsPeriod
  tz: string
  now: Date
}

/** The figures of one day. Earnings are in cents. */
export interface FoundDay {
  day: string
  isInPeriod: boolean
  isThisMonth: boolean
  views: number
  likes: number
  saves: number
  messages: number
  earnings: number
}
interface FoundFunnel {
  views: number
  messages: number
  deposits: number
  completions: number
}
export interface Found {
  /** Up to today, from the start of the period, of last week or of the month, whichever is earliest. */
  days: FoundDay[]
  works: (FoundFunnel & {
    id: string
    title: string
    imageUrl: string
    picture: Picture
    likes: number
  })[]
  sources: (FoundFunnel & { source: ViewSource })[]
  /** Inquiries of the period that led to a paid deposit. */
  converted: number
}

/**
 * Everything a creator's analytics are computed from, in one statement. It reads tallies and no single events, except
 * for the creator's own projects.
 */
export const analyticsStatement = ({ creatorId, period, tz, now }: Asked): RawBuilder<Found> => sql`
  with clock as materialized (
    select today, (today - ${period - 1}::int)::date as first,
      date_trunc('month', today::timestamp)::date as month,
      (today - ${period - 1}::int)::timestamp at time zone ${tz}::text as begins
    from (select (${now}::timestamptz at time zone ${tz}::text)::date as today) t),
  days as materialized (${daysOf({
    tz,
    from: sql`(select least(first, today - 13, month) from clock)`,
    today: sql`(select today from clock)`,
  })}),
  figures as (${dayFigures(creatorId)}),
  works as (
    select i.id, i.title, i.media_id, coalesce(w.views, 0) as views, coalesce(w.likes, 0) as likes,
      coalesce(w.messages, 0) as messages, coalesce(w.deposits, 0) as deposits,
      coalesce(w.completions, 0) as completions
    from portfolio_items i
    left join (${workFigures(creatorId, BEGINS)}) w on w.item_id = i.id
    where i.creator_id = ${creatorId}::uuid and i.is_listed
    order by views desc, likes desc, i.created_at desc, i.id desc limit ${sql.lit(TOP_PORTFOLIOS)})
  select
    (select json_agg(json_build_object('day', f.day, 'isInPeriod', f.day >= c.first,
      'isThisMonth', f.day >= c.month, 'views', f.views, 'likes', f.likes, 'saves', f.saves,
      'messages', f.messages, 'earnings', f.earnings) order by f.day)
      from figures f, clock c) as days,
    (select coalesce(json_agg(json_build_object('id', w.id, 'title', w.title,
      'imageUrl', ${cardImageUrl()}, 'picture', ${pictureJson()}, 'views', w.views, 'likes', w.likes,
      'messages', w.messages, 'deposits', w.deposits, 'completions', w.completions)
      order by w.views desc, w.likes desc, w.id desc), '[]')
      from works w join media m on m.id = w.media_id) as works,
    (select coalesce(json_agg(s order by s.views desc, s.source), '[]')
      from (${sourceFigures(creatorId, BEGINS)}) s
      where s.views + s.messages + s.deposits + s.completions > 0) as sources,
    (select count(*)::int from projects p join messages m on m.project_id = p.id
      where p.creator_id = ${creatorId}::uuid and p.shared_at is not null
        and p.deposit_paid_at is not null and m.message_type = 'business_inquiry'
        and m.created_at >= ${BEGINS}) as converted`
const BEGINS = sql`(select begins from clock)`

/** PostgreSQL's error code for an unknown time zone. */
const NO_SUCH_ZONE = '22023'

/**
 * Also returns the time zone that was used: UTC when the requested one is newer than the database's list of zones.
 */
export async function findAnalytics(
  db: Database,
  asked: Asked,
): Promise<{ found: Found; asked: Asked }> {
  try {
    const { rows } = await analyticsStatement(asked).execute(db)
    const [found] = rows
    if (found === undefined) throw new Error('figures of nothing')
    return { found, asked }
  } catch (error) {
    if ((error as { code?: string }).code !== NO_SUCH_ZONE || asked.tz === 'UTC') throw error
    return findAnalytics(db, { ...asked, tz: 'UTC' })
  }
}

/** How long one part of a fold may take. */
const FOLD_TIMEOUT_MS = 30_000

/** Adds up to `atMost` due rows to the tallies, from this creator on. Tells how many and whose were last. */
export function foldTallies(
  db: Kysely<DB>,
  { atMost, from }: { atMost: number; from: string },
): Promise<{ folded: number; last: string | null }> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = ${sql.lit(FOLD_TIMEOUT_MS)}`.execute(trx)
    return onlyRow(
      trx,
      sql<{ folded: number; last: string | null }>`
        select folded::int, last_creator as last
        from fold_tallies(${atMost}::integer, ${from}::uuid)`,
    )
  })
}

type Sql = RawBuilder<unknown>

/** The first whole UTC hour, day or month from that time on, whatever time zone the database is set to. */
const firstWhole = (grain: 'hour' | 'day' | 'month', at: Sql): Sql =>
  sql`tally_begin(${sql.lit(grain)}, (${at} at time zone 'UTC' + ${sql.lit(`1 ${grain}`)}::interval
    - interval '1 microsecond') at time zone 'UTC')`

/**
 * The days in the reader's time zone with their beginning and end, so that days of 23 or 25 hours come out right, and
 * with the first and the last time at which an hour begins within them.
 */
const daysOf = ({ tz, from, today }: { tz: string; from: Sql; today: Sql }): Sql => sql`
  select day, begins, ends, ${firstWhole('hour', sql`begins`)} as first_hour, tally_begin('hour', ends) as last_hour
  from (
    select day::date as day, day at time zone ${tz}::text as begins,
      (day + interval '1 day') at time zone ${tz}::text as ends
    from generate_series(${from}::timestamp, ${today}::timestamp, interval '1 day') day) d`

const SUMS = sql`coalesce(sum(views), 0)::int as views, coalesce(sum(likes), 0)::int as likes,
  coalesce(sum(saves), 0)::int as saves, coalesce(sum(messages), 0)::int as messages,
  coalesce(sum(earnings_cents), 0)::bigint as earnings`

/**
 * Figures of each of `days`: tallies of its whole hours, of the quarters before and after them where its time zone is
 * not whole hours from UTC, and rows not yet added to those. Where a day can have none of a kind, no index is searched.
 */
const dayFigures = (creatorId: string): Sql => sql`
  select d.day, s.* from days d cross join lateral (
    select ${SUMS} from (
      select views, likes, saves, messages, earnings_cents from creator_tallies
      where creator_id = ${creatorId}::uuid and grain = 'hour' and slot >= d.first_hour and slot < d.last_hour
      union all
      select views, likes, saves, messages, earnings_cents from creator_tallies
      where creator_id = ${creatorId}::uuid and grain = 'quarter' and slot >= d.begins and slot < d.first_hour
        and d.begins < d.first_hour
      union all
      select views, likes, saves, messages, earnings_cents from creator_tallies
      where creator_id = ${creatorId}::uuid and grain = 'quarter' and slot >= d.last_hour and slot < d.ends
        and d.last_hour < d.ends
      union all
      select views, likes, saves, messages, earnings_cents from tallies_due
      where creator_id = ${creatorId}::uuid and slot >= d.begins and slot < d.ends
        and d.ends > (select min(slot) from tallies_due where creator_id = ${creatorId}::uuid)) t) s`

/**
 * Sums by work or by source since the period began: tallies of quarters of an hour up to the first whole UTC hour, of
 * hours up to the first whole day, of days up to the first whole month, of months from then on, and rows not yet added
 * to those.
 */
function since(
  creatorId: string,
  begins: Sql,
  { table, by, columns }: { table: string; by: string; columns: readonly string[] },
): Sql {
  const key = sql.ref(by)
  const listed = sql.join(columns.map((column) => sql.ref(column)))
  const summed = sql.join(
    columns.map((column) => sql`sum(${sql.ref(column)})::int as ${sql.ref(column)}`),
  )
  const wholeHour = firstWhole('hour', begins)
  const wholeDay = firstWhole('day', begins)
  const wholeMonth = firstWhole('month', begins)
  const tallies = (grain: string, from: Sql, to?: Sql) => sql`
      select ${key}, ${listed} from ${sql.table(table)}
      where creator_id = ${creatorId}::uuid and grain = ${sql.lit(grain)} and slot >= ${from}
        ${to === undefined ? sql`` : sql`and slot < ${to}`}
      union all`
  return sql`
    select ${key}, ${summed} from (
      ${tallies('month', wholeMonth)}
      ${tallies('day', wholeDay, wholeMonth)}
      ${tallies('hour', wholeHour, wholeDay)}
      ${tallies('quarter', begins, wholeHour)}
      select ${key}, ${listed} from tallies_due
      where creator_id = ${creatorId}::uuid and slot >= ${begins} and ${key} is not null) t
    group by 1`
}

const workFigures = (creatorId: string, begins: Sql): Sql =>
  since(creatorId, begins, {
    table: 'work_tallies',
    by: 'item_id',
    columns: ['views', 'likes', 'messages', 'deposits', 'completions'],
  })
const sourceFigures = (creatorId: string, begins: Sql): Sql =>
  since(creatorId, begins, {
    table: 'source_tallies',
    by: 'source',
    columns: ['views', 'messages', 'deposits', 'completions'],
  })
