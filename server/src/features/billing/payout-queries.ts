import { sql, type Selectable } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { BankPayoutState } from '../../gateways/payments/payments.ts'
import type { PayoutAccounts } from '../../db/schema.ts'

type PayoutRow = Selectable<PayoutAccounts> & {
  /** Changes whenever the row changes. */
  version: string
}

const COLUMNS = sql`a.*, a.updated_at::text as version`

export async function findAccount(
  db: Database,
  by: { userId: string } | { accountId: string },
): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    select ${COLUMNS} from payout_accounts a
    where ${'userId' in by ? sql`a.user_id = ${by.userId}::uuid` : sql`a.account_id = ${by.accountId}`}`.execute(
    db,
  )
  return rows[0]
}

/** Whether Plinth pays this person, or may have to. */
export async function mayBePaid(db: Database, userId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select u.is_creator or exists (select 1 from projects p
      where p.creator_id = u.id and p.shared_at is not null) as may
    from users u where u.id = ${userId}::uuid`.execute(db)
  return rows[0]?.may === true
}

export async function findEmail(db: Database, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.email
}

/** Returns the account that is stored afterwards. */
export async function saveAccount(
  db: Database,
  userId: string,
  accountId: string,
): Promise<string> {
  // No conflict target: two concurrent calls get the same provider account, so either constraint may reject one.
  await sql`insert into payout_accounts (user_id, account_id) values (${userId}::uuid, ${accountId})
    on conflict do nothing`.execute(db)
  const { account_id: kept } = await db
    .selectFrom('payout_accounts')
    .select('account_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return kept
}

/** Returns false if the row changed since it was read, because the answer may then be outdated. */
export async function recordReady(
  trx: Database,
  row: PayoutRow,
  isReady: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    update payout_accounts set is_ready = ${isReady}, updated_at = clock_timestamp()
    where user_id = ${row.user_id}::uuid and updated_at = ${row.version}::timestamptz
    returning user_id`.execute(trx)
  return rows.length > 0
}

/**
 * A creator's money according to the ledger, in cents: what is not sent yet, and what was sent. Refunds to somebody as
 * the client of a project are not payouts.
 */
export async function sumPayouts(
  db: Database,
  userId: string,
): Promise<{ waiting: number; paidOut: number }> {
  const { rows } = await sql<{ waiting: bigint; paidOut: bigint }>`
    select coalesce(-sum(e.amount_cents), 0)::bigint as waiting,
      coalesce(sum(e.amount_cents) filter (where t.kind in ('transfer', 'transfer_returned')), 0)::bigint
        as "paidOut"
    from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id
    join payments p on p.id = t.payment_id
    where e.account = 'payable' and e.owner_id = ${userId}::uuid and p.payer_id <> e.owner_id`.execute(
    db,
  )
  return { waiting: Number(rows[0]?.waiting ?? 0n), paidOut: Number(rows[0]?.paidOut ?? 0n) }
}

/**
 * Records a payout to somebody's bank as the provider describes it. Returns false when nothing changed. One that failed
 * or was paid never goes back on its way, in whatever order the reads arrive; a bank can still return what was paid.
 */
export async function recordPayout(
  db: Database,
  userId: string,
  { id, cents, state, arrivesOn, createdAt }: BankPayoutState,
): Promise<boolean> {
  const { rows } = await sql`
    insert into bank_payouts as b (id, user_id, amount_cents, state, arrives_on, created_at)
    values (${id}, ${userId}::uuid, ${cents}, ${state}, ${arrivesOn}::date, ${createdAt})
    on conflict (id) do update set state = excluded.state, arrives_on = excluded.arrives_on,
      updated_at = clock_timestamp()
    where b.user_id = excluded.user_id
      and (b.state, b.arrives_on) is distinct from (excluded.state, excluded.arrives_on)
      and b.state <> 'failed' and (b.state <> 'paid' or excluded.state = 'failed')
    returning id`.execute(db)
  return rows.length > 0
}

const staleAccountsStatement = (before: Date) => sql<{
  userId: string
  accountId: string
  readAt: Date | null
}>`
  select a.user_id as "userId", a.account_id as "accountId", a.payouts_read_at as "readAt"
  from payout_accounts a
  where a.is_ready and (a.payouts_read_at is null or a.payouts_read_at < ${before})
    and exists (select 1 from transfers t where t.user_id = a.user_id and t.state = 'sent')
  order by a.payouts_read_at nulls first limit 1000`

/** Accounts that were sent money and whose payouts were not listed since then. */
export async function findStaleAccounts(db: Database, before: Date) {
  const { rows } = await staleAccountsStatement(before).execute(db)
  return rows
}

export async function markPayoutsRead(db: Database, userId: string, now: Date): Promise<void> {
  await sql`update payout_accounts set payouts_read_at = ${now} where user_id = ${userId}::uuid`.execute(
    db,
  )
}
