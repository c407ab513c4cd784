import type { AdminStats } from '@plinth/contract/moderation/admin.ts'
import { sql, type RawBuilder } from 'kysely'
import { countProposals } from '../../core/proposals/proposal-queries.ts'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { Queues } from '@plinth/contract/moderation/queues.ts'

/** Things with open reports: several reports of one are handled together, so they count once. */
const REPORTED_THINGS = sql`(select count(*)::int from (
  select distinct kind, subject_id from reports where closed_at is null) r)`

/** Counts for the admin page, and revenue in dollars. The ledger books revenue as a negative amount. */
export const countAll = (db: Database): Promise<Omit<AdminStats, 'uptime'>> =>
  onlyRow(
    db,
    sql<Omit<AdminStats, 'uptime'>>`
      select
        (select count(*)::int from users where deleted_at is null) as users,
        (select count(*)::int from users where deleted_at is null and is_creator) as creators,
        (select count(*)::int from posts) as posts,
        (select count(*)::int from posts where not is_approved) as "pendingPosts",
        (select count(*)::int from portfolio_items where state not in ('draft', 'scheduled')) as works,
        ${REPORTED_THINGS} as "openReports",
        (select coalesce(-sum(amount_cents), 0)::float8 / 100 from ledger_entries
          where account = 'revenue') as revenue`,
  )

const utc = (at: Date): RawBuilder<Date> => sql<Date>`(${at}::timestamptz at time zone 'utc')`
const minuteOfDay = (at: Date): RawBuilder<number> => sql<number>`
  (extract(hour from ${utc(at)}) * 60 + extract(minute from ${utc(at)}))::int`

/** Sets this minute's bit. Nothing is written when another process has already set it. */
export async function recordMinute(db: Database, at: Date): Promise<void> {
  await sql`
    insert into uptime_days as d (day, minutes)
    values (${utc(at)}::date, set_bit(repeat('0', 1440)::bit(1440), ${minuteOfDay(at)}, 1))
    on conflict (day) do update set minutes = set_bit(d.minutes, ${minuteOfDay(at)}, 1)
      where get_bit(d.minutes, ${minuteOfDay(at)}) = 0`.execute(db)
}

/**
 * The share of whole minutes since the first recorded one in which Plinth was up, without the current minute; null
 * before a full minute has passed. Truncated to two decimals, so 100 means that no minute was missed.
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

/** Each count reads an index of the open rows only. */
const queuesStatement: RawBuilder<Omit<Queues, 'proposals'>> = sql<Omit<Queues, 'proposals'>>`
  select
    ${REPORTED_THINGS} as reports,
    (select count(*)::int from projects
      where status = 'disputed' and due_at is not null) as disputes,
    (select count(*)::int from promotions where state = 'waiting') as promotions,
    (select count(*)::int from advertisement_inquiries where state = 'new') as "adInquiries",
    (select count(*)::int from appeals where state = 'open' and kind <> 'copyright') as appeals,
    (select count(*)::int from takedown_notices
      where state in ('received', 'counter')) as takedowns,
    (select count(*)::int from held_texts where state = 'waiting') as held,
    (select count(*)::int from media_reviews where state = 'waiting') as "lookAlikes",
    (select count(*)::int from users where deleted_at is null and suspension_due is not null
      and suspension_due > now() and suspended_at is null) as suspensions,
    (select count(*)::int from posts where not is_approved) as "pendingPosts"`

export async function countQueues(
  db: Database,
  viewing: Parameters<typeof countProposals>[1],
): Promise<Queues> {
  const [counts, proposals] = await Promise.all([
    onlyRow(db, queuesStatement),
    countProposals(db, viewing),
  ])
  return { ...counts, proposals }
}
