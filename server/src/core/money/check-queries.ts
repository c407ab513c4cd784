import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

export interface Difference {
  what: string
  ours: number
  theirs: number
}

/**
 * Compares each payment that changed since then with the ledger, in cents: what is held in escrow, and what is owed to
 * its two people. Payments lost to a chargeback are left out of the second check, because part of them is Plinth's
 * loss.
 */
export async function checkPayments(db: Database, since: Date): Promise<readonly Difference[]> {
  const { rows } = await sql<Difference>`
    with recent as (
      select p.*, case when p.settled_at is null then 0 when p.project_id is null then 0
          else p.to_creator_cents - least(p.fee_cents, p.to_creator_cents) end as net_cents
      from payments p where p.state = 'paid' and p.updated_at >= ${since}),
    booked as (
      select t.payment_id,
        coalesce(sum(e.amount_cents) filter (where e.account = 'escrow'), 0) as escrow,
        coalesce(sum(e.amount_cents) filter (where e.account = 'payable'), 0) as payable
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.payment_id in (select id from recent) group by t.payment_id),
    sent as (
      select p.id,
        (select coalesce(sum(r.amount_cents), 0) from refunds r
          where r.payment_id = p.id and r.state in ('sent', 'succeeded')) as refunded,
        (select coalesce(sum(t.amount_cents), 0) from transfers t
          where t.payment_id = p.id and t.state = 'sent') as transferred
      from recent p)
    select 'escrow of payment ' || p.id as what, b.escrow::int as ours,
      (case when p.settled_at is null then -p.amount_cents else 0 end)::int as theirs
    from recent p left join booked b on b.payment_id = p.id
    where coalesce(b.escrow, 1) <> case when p.settled_at is null then -p.amount_cents else 0 end
    union all
    select 'payable of payment ' || p.id, b.payable::int,
      (s.refunded + s.transferred - coalesce(p.to_client_cents, 0) - p.net_cents)::int
    from recent p join sent s on s.id = p.id left join booked b on b.payment_id = p.id
    where p.chargeback is distinct from 'lost'
      and coalesce(b.payable, 1) <> s.refunded + s.transferred - coalesce(p.to_client_cents, 0) - p.net_cents`.execute(
    db,
  )
  return rows
}

/** The balance of every account in cents. Together they are zero. */
export async function listBalances(
  db: Database,
): Promise<readonly { account: string; cents: number }[]> {
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(amount_cents)::float8 as cents from ledger_entries group by account order by account`.execute(
    db,
  )
  return rows
}
