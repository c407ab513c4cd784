import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/** Beginnings of days by the reader's clock, as local dates `day`. A day of 23 or 25 hours is as long as it is. */
export const daysOf = ({ tz, from, today }: { tz: string; from: Sql; today: Sql }): Sql => sql`
  select day::date as day, day at time zone ${tz}::text as begins,
    (day + interval '1 day') at time zone ${tz}::text as ends
  from generate_series(${from}::timestamp, ${today}::timestamp, interval '1 day') day`

const SUMS = sql`coalesce(sum(views), 0)::int as views, coalesce(sum(likes), 0)::int as likes,
  coalesce(sum(saves), 0)::int as saves, coalesce(sum(messages), 0)::int as messages,
  coalesce(sum(earnings_cents), 0)::bigint as earnings`

/** Figures of each of `days`: what is folded, and what is due. */
export const dayFigures = (creatorId: string): Sql => sql`
  select d.day, s.* from days d cross join lateral (
    select ${SUMS} from (
      select views, likes, saves, messages, earnings_cents from creator_tallies
      where creator_id = ${creatorId}::uuid and slot >= d.begins and slot < d.ends
      union all
      select views, likes, saves, messages, earnings_cents from tallies_due
      where creator_id = ${creatorId}::uuid and slot >= d.begins and slot < d.ends) t) s`

/**
 * Sums by work or by source since the period's beginning: quarters of an hour up to the first whole day of UTC, days
 * from then on, and what is due. Nothing lies after today.
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
  const wholeDay = sql`utc_day_of(${begins} + interval '1 day' - interval '1 microsecond')`
  return sql`
    select ${key}, ${summed} from (
      select ${key}, ${listed} from ${sql.table(table)}
      where creator_id = ${creatorId}::uuid and is_day and slot >= ${wholeDay}
      union all
      select ${key}, ${listed} from ${sql.table(table)}
      where creator_id = ${creatorId}::uuid and not is_day and slot >= ${begins} and slot < ${wholeDay}
      union all
      select ${key}, ${listed} from tallies_due
      where creator_id = ${creatorId}::uuid and slot >= ${begins} and ${key} is not null) t
    group by 1`
}

export const workFigures = (creatorId: string, begins: Sql): Sql =>
  since(creatorId, begins, {
    table: 'work_tallies',
    by: 'item_id',
    columns: ['views', 'likes', 'messages', 'deposits', 'completions'],
  })
export const sourceFigures = (creatorId: string, begins: Sql): Sql =>
  since(creatorId, begins, {
    table: 'source_tallies',
    by: 'source',
    columns: ['views', 'messages', 'deposits', 'completions'],
  })
