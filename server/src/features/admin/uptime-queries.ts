import type { AdminStats } from '@plinth/contract/moderation/admin.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/pool.ts'

const utc = (at: Date): RawBuilder<Date> => sql<Date>`(${at}::timestamptz at time zone 'utc')`
const minuteOfDay = (at: Date): RawBuilder<number> => sql<number>`
  (extract(hour from ${utc(at)}) * 60 + extract(minute from ${utc(at)}))::int`

/** Writes down that Plinth is up in this minute. Whoever comes second in a minute writes nothing. */
export async function recordMinute(db: Database, at: Date): Promise<void> {
  await sql`
    insert into uptime_days as d (day, minutes)
    values (${utc(at)}::date, set_bit(repeat('0', 1440)::bit(1440), ${minuteOfDay(at)}, 1))
    on conflict (day) do update set minutes = set_bit(d.minutes, ${minuteOfDay(at)}, 1)
      where get_bit(d.minutes, ${minuteOfDay(at)}) = 0`.execute(db)
}

/**
 * Of the whole minutes from the first recorded one until now, in how many Plinth was up; the minute that runs is left
 * out. Cut after two places and not rounded: 100 means that no minute was missed.
 */
export async function findUptime(db: Database, now: Date): Promise<AdminStats['uptime']> {
  const { rows } = await sql<{ percent: number; since: Date; minutes: number }>`
    with first as (
      select day + (position(B'1' in minutes) - 1) * interval '1 minute' as at
      from uptime_days order by day limit 1),
    present as (select date_trunc('minute', ${utc(now)}) as at),
    counted as (
      select extract(epoch from present.at - first.at)::bigint / 60 as whole,
        (select sum(bit_count(minutes)) from uptime_days where day <= present.at::date)
          - coalesce((select get_bit(minutes, ${minuteOfDay(now)}) from uptime_days
              where day = present.at::date), 0) as up,
        first.at at time zone 'utc' as since
      from first, present)
    select least(100, trunc(100.0 * up / whole, 2))::float8 as percent, since, whole::int as minutes
    from counted where whole > 0`.execute(db)
  const [found] = rows
  return found === undefined ? null : { ...found, since: found.since.toISOString() }
}
