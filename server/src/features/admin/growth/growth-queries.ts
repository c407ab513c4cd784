import { GROWTH_STEPS, type Growth, type GrowthStep } from '@plinth/contract/moderation/growth.ts'
import { sql, type RawBuilder } from 'kysely'
import { dollarsOf } from '../../../core/money/money-sql.ts'
import { onlyRow } from '../../../db/page-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { isoTime } from '../../../db/time-sql.ts'

type Sql = RawBuilder<unknown>

/** The earliest and the last day that have to be counted (UTC), as `2026-11-27`. */
export interface Due {
  from: string
  to: string
}

/** Deleted accounts may come back for so many days, and then no longer count as deleted. */
const RECOUNTED_DAYS = 31

/**
 * The days to count: yesterday and today; at the first time of a day the month before too; at the first time of all
 * everything since the first account. Null while there is no account.
 */
export async function findDue(db: Database, now: Date): Promise<Due | null> {
  const { rows } = await sql<Due>`
    with today as (select (${now}::timestamptz at time zone 'UTC')::date as day),
    last as (select max(day) as day from growth_days),
    first as (
      select (least(
        (select min(created_at) from users where deleted_at is null),
        (select min(created_at) from users where deleted_at is not null)) at time zone 'UTC')::date as day)
    select today.day::text as "to", case
        when last.day is null then first.day
        when last.day < today.day
          then greatest(first.day, last.day - ${sql.lit(RECOUNTED_DAYS)}::int)
        else today.day - 1 end::text as "from"
    from today, last, first where first.day is not null`.execute(db)
  return rows[0] ?? null
}

/** The statement of `countDays`, for its plan. */
export function countStatement({ from, to }: Due): RawBuilder<unknown> {
  const begin = sql`(${from}::date::timestamp at time zone 'UTC')`
  const end = sql`((${to}::date + 1)::timestamp at time zone 'UTC')`
  const during = (time: Sql) => sql`${time} >= ${begin} and ${time} < ${end}`
  const dayOf = (time: Sql) => sql`(${time} at time zone 'UTC')::date as day`
  const created = sql`created_at`
  // Two parts each, because each has an index by time of its own.
  return sql`
    with joined as (
      select day, count(*) as n from (
        select ${dayOf(created)} from users where deleted_at is null and ${during(created)}
        union all
        select ${dayOf(created)} from users where deleted_at is not null and ${during(created)}) j
      group by day),
    deleted as (
      select ${dayOf(sql`deleted_at`)}, count(*) as n from users
      where deleted_at is not null and ${during(sql`deleted_at`)} group by 1),
    made_posts as (
      select day, count(*) as n from (
        select ${dayOf(created)} from posts where is_approved and ${during(created)}
        union all
        select ${dayOf(created)} from posts where not is_approved and ${during(created)}) p
      group by day),
    made_works as (
      select ${dayOf(created)}, count(*) as n from portfolio_items
      where state not in ('draft', 'scheduled') and ${during(created)} group by 1),
    booked as (
      select ${dayOf(sql`e.created_at`)},
        count(distinct t.id) filter (where t.kind = 'subscription' and not exists (
          select from ledger_transactions before
          where before.subscription_id = t.subscription_id and before.kind = 'subscription'
            and (before.created_at, before.id) < (t.created_at, t.id))) as subscribed,
        count(distinct t.id) filter (where t.kind = 'charge' and t.purpose = 'deposit') as hires,
        -sum(e.amount_cents) filter (where e.account = 'revenue') as revenue,
        sum(e.amount_cents) filter (where e.account = 'card_fees') as card_fees,
        -sum(e.amount_cents) filter (where e.account = 'escrow' and t.kind = 'charge'
          and t.project_id is not null) as project_payments,
        -sum(e.amount_cents) filter (where e.account = 'provider'
          and t.kind in ('transfer', 'transfer_returned')) as paid_out,
        -sum(e.amount_cents) filter (where e.account = 'provider'
          and t.kind in ('refund', 'refund_returned')) as refunded
      from ledger_entries e
      -- One lookup for each entry: the offset keeps the planner from reading all that was ever booked.
      cross join lateral (
        select t.id, t.kind, t.project_id, t.subscription_id, t.created_at,
          (select purpose from payments where id = t.payment_id) as purpose
        from ledger_transactions t where t.id = e.transaction_id offset 0) t
      where ${during(sql`e.created_at`)} group by 1)
    insert into growth_days (day, joined, deleted, subscribed, works, posts, hires, revenue,
      card_fees, project_payments, paid_out, refunded)
    select d::date, coalesce(j.n, 0), coalesce(g.n, 0), coalesce(b.subscribed, 0), coalesce(w.n, 0),
      coalesce(p.n, 0), coalesce(b.hires, 0), coalesce(b.revenue, 0), coalesce(b.card_fees, 0),
      coalesce(b.project_payments, 0), coalesce(b.paid_out, 0), coalesce(b.refunded, 0)
    from generate_series(${from}::date, ${to}::date, interval '1 day') d
    left join joined j on j.day = d::date
    left join deleted g on g.day = d::date
    left join made_works w on w.day = d::date
    left join made_posts p on p.day = d::date
    left join booked b on b.day = d::date
    on conflict (day) do update set joined = excluded.joined, deleted = excluded.deleted,
      subscribed = excluded.subscribed, works = excluded.works, posts = excluded.posts,
      hires = excluded.hires, revenue = excluded.revenue, card_fees = excluded.card_fees,
      project_payments = excluded.project_payments, paid_out = excluded.paid_out,
      refunded = excluded.refunded, counted_at = now()`
}

/** Counts these days and writes them down, whether or not they were counted before. */
export async function countDays(db: Database, due: Due): Promise<void> {
  await countStatement(due).execute(db)
}

const count = (column: string) => sql`coalesce(sum(${sql.ref(`d.${column}`)}), 0)::int`
const dollars = (column: string) =>
  dollarsOf(sql`coalesce(sum(${sql.ref(`d.${column}`)}), 0)::bigint`)

/** The last periods up to now, the newest first, without those that end before the first day that was counted. */
export const readGrowth = (db: Database, by: GrowthStep, now: Date): Promise<Growth> => {
  const step = sql`${`1 ${by}`}::interval`
  return onlyRow(
    db,
    sql<Growth>`
      with today as (select (${now}::timestamptz at time zone 'UTC')::date as day),
      periods as (
        select at::date as "from", (at + ${step})::date - 1 as "to", day as today
        from today, generate_series(
          date_trunc(${by}, day::timestamp) - ${sql.lit(GROWTH_STEPS[by] - 1)} * ${step},
          date_trunc(${by}, day::timestamp), ${step}) at),
      figures as (
        select p."from"::text, p."to"::text, p."to" >= p.today as "isRunning",
          ${count('joined')} as joined, ${count('deleted')} as deleted,
          (select coalesce(sum(joined - deleted), 0)::int from growth_days b
            where b.day <= p."to") as members,
          ${count('subscribed')} as subscribed, ${count('works')} as works,
          ${count('posts')} as posts, ${count('hires')} as hires, ${dollars('revenue')} as revenue,
          ${dollars('card_fees')} as "cardFees", ${dollars('project_payments')} as "projectPayments",
          ${dollars('paid_out')} as "paidOut", ${dollars('refunded')} as refunded
        from periods p left join growth_days d on d.day between p."from" and p."to"
        where p."to" >= (select min(day) from growth_days)
        group by p."from", p."to", p.today)
      select ${by}::text as by, (select ${isoTime(sql`max(counted_at)`)} from growth_days) as "countedAt",
        coalesce((select json_agg(f order by f."from" desc) from figures f), '[]') as periods`,
  )
}
