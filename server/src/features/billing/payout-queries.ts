import { sql, type Selectable } from 'kysely'
import type { Database } from '../../db/pool.ts'
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
