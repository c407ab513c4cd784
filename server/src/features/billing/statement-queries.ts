import type { StatementLine } from '@plinth/contract/money/billing.ts'
import { sql, type RawBuilder } from 'kysely'
import { microsOf, fetchedFor, olderThan } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../http/paging.ts'

export const STATEMENT_LIST = 'statement'

export interface Period {
  from?: string | undefined
  to?: string | undefined
}

export interface MoneyLine extends Omit<StatementLine, 'amount' | 'at'> {
  at: Date
  cents: number
}
interface FoundLine extends MoneyLine {
  micros: number
}

/**
 * Joins the ledger transactions `t` of the row before it by an index. `offset 0` is a fence: without it the planner,
 * which does not know whose statement it is, may read everybody's transactions.
 */
const bookings = (where: RawBuilder<unknown>, period: Period): RawBuilder<unknown> => sql`
  cross join lateral (
    select t.* from ledger_transactions t where ${where} ${within(period)} offset 0) t`

/** Booked within these days, both included, in UTC. */
const within = ({ from, to }: Period): RawBuilder<unknown> => sql`
  ${from === undefined ? sql`` : sql`and t.created_at >= ${from}::date::timestamp at time zone 'UTC'`}
  ${to === undefined ? sql`` : sql`and t.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'`}`

/** How much transaction `t` moved in these accounts, in cents. */
const sumOf = (which: RawBuilder<unknown>) => sql`(
  select coalesce(sum(abs(e.amount_cents)), 0)::bigint from ledger_entries e
  where e.transaction_id = t.id and ${which})`

/** How much transaction `t` changed what `userId` is owed. */
const owedTo = (userId: string) =>
  sumOf(sql`e.account = 'payable' and e.owner_id = ${userId}::uuid`)
const cardFee = sumOf(sql`e.account = 'card_fees'`)

/** The id of the second line of a transaction that has two, derived from the first. */
const secondId = sql`
  overlay(t.id::text placing case right(t.id::text, 1) when 'f' then 'e' else 'f' end from 36)::uuid`

/** What somebody paid for projects and promotions, and what was returned. */
const asPayer = (userId: string, period: Period) => sql`
  select t.id, t.created_at, t.cause_id, p.project_id, p.promotion_id,
    case t.kind when 'charge' then p.purpose else t.kind end as kind,
    ${sumOf(sql`e.account in ('escrow', 'payable', 'chargebacks')`)} as cents,
    t.kind in ('refund', 'chargeback') as is_in
  from payments p ${bookings(sql`t.payment_id = p.id`, period)}
  where p.payer_id = ${userId}::uuid
    and t.kind in ('charge', 'refund', 'refund_returned', 'chargeback', 'chargeback_returned')`

/** What somebody earned with projects, the fees, and what was sent to them. */
const asCreator = (userId: string, period: Period) => sql`
  select l.id, t.created_at,
    case t.kind
      when 'allocation' then (select p.charge_id from payments p where p.id = t.payment_id)
      else t.cause_id end,
    t.project_id, null::uuid, l.kind, l.cents, l.is_in
  from projects o ${bookings(sql`t.project_id = o.id`, period)}
  cross join lateral (
    select t.id, 'earning' as kind, ${owedTo(userId)} + ${cardFee} as cents, true as is_in
    where t.kind = 'allocation'
    union all select ${secondId}, 'card_fee', ${cardFee}, false where t.kind = 'allocation'
    union all select t.id, 'payout', ${owedTo(userId)}, false where t.kind = 'transfer'
    union all select t.id, 'payout_returned', ${owedTo(userId)}, true
      where t.kind = 'transfer_returned'
    union all select t.id, 'chargeback', ${owedTo(userId)}, false
      where t.kind = 'chargeback_lost') l
  where o.creator_id = ${userId}::uuid and o.shared_at is not null
    and t.kind in ('allocation', 'transfer', 'transfer_returned', 'chargeback_lost')`

/** What somebody paid for their subscription, and what was returned. */
const asSubscriber = (userId: string, period: Period) => sql`
  select t.id, t.created_at, t.cause_id, null::uuid, null::uuid, t.kind,
    ${sumOf(sql`e.account in ('revenue', 'chargebacks')`)}, t.kind in ('refund', 'chargeback')
  from subscriptions s ${bookings(sql`t.subscription_id = s.id`, period)}
  where s.user_id = ${userId}::uuid and t.kind <> 'chargeback_lost'`

/** All of somebody's transactions, newest first. */
export const statementStatement = (
  userId: string,
  period: Period,
  page: { after: TimePosition | null; limit: number } | null,
) => sql<FoundLine>`
  with lines as (
    ${asPayer(userId, period)} union all ${asCreator(userId, period)}
    union all ${asSubscriber(userId, period)})
  select l.id, l.created_at as at, ${microsOf(sql`l.created_at`)}::float8 as micros, l.kind,
    coalesce(o.title, m.title, 'Creator subscription') as title,
    o.id as "projectId", o.number as "projectNumber", l.cents::float8 as cents,
    case when l.is_in then 'in' else 'out' end as direction, l.cause_id as reference
  from lines l
  left join lateral (select * from projects o where o.id = l.project_id offset 0) o on true
  left join lateral (select * from promotions m where m.id = l.promotion_id offset 0) m on true
  where l.cents > 0 ${olderThan(sql`l.created_at`, sql`l.id`, page?.after ?? null)}
  order by l.created_at desc, l.id desc
  ${page === null ? sql`` : sql`limit ${fetchedFor(page.limit)}`}`

export async function listStatement(
  db: Database,
  userId: string,
  { limit, after, ...period }: Period & { limit: number; after: TimePosition | null },
): Promise<Page<StatementLine>> {
  const { rows } = await statementStatement(userId, period, { limit, after }).execute(db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const end: [number, string] | null =
    rows.length > limit && last !== undefined ? [last.micros, last.id] : null
  return new Page(shown.map(asLine), cursorAfter(STATEMENT_LIST, end))
}

const asLine = ({ at, cents, ...found }: FoundLine): StatementLine => ({
  id: found.id,
  at: at.toISOString(),
  kind: found.kind,
  title: found.title,
  projectId: found.projectId,
  projectNumber: found.projectNumber,
  amount: cents / 100,
  direction: found.direction,
  reference: found.reference,
})

/** Reads the whole statement at one point in time. */
export async function readStatement(
  db: Database,
  userId: string,
  period: Period,
): Promise<readonly MoneyLine[]> {
  const { rows } = await statementStatement(userId, period, null).execute(db)
  return rows
}

/** The owner of the statement. */
export async function findOwner(
  db: Database,
  userId: string,
): Promise<{ name: string; email: string | null }> {
  return db
    .selectFrom('users')
    .select([sql<string>`btrim(first_name || ' ' || last_name)`.as('name'), 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
