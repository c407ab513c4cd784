import { sql } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'

export type LedgerKind =
  | 'charge'
  | 'subscription'
  | 'allocation'
  | 'refund'
  | 'refund_returned'
  | 'transfer'
  | 'transfer_returned'
  | 'chargeback'
  | 'chargeback_returned'
  | 'chargeback_lost'
  | 'fee'
type Shared = 'provider' | 'revenue' | 'card_fees' | 'chargebacks' | 'losses'
type Owned = 'escrow' | 'payable'

/**
 * Cents: positive is what Plinth has, negative what it owes or has earned. `owner` is the id of a project, a promotion
 * or a person.
 */
export type LedgerEntry =
  | { account: Shared; cents: number }
  | { account: Owned; owner: string; cents: number }

export interface Booking {
  kind: LedgerKind
  /** The provider's id of what moved, or the id of the payment that was divided. Each cause is booked once. */
  causeId: string
  eventId?: string | null
  paymentId?: string | null
  projectId?: string | null
  subscriptionId?: string | null
}

const lockOrder = (entry: LedgerEntry): string =>
  `${entry.account} ${'owner' in entry ? entry.owner : ''}`

/**
 * Writes one transaction to the ledger, leaving out entries of zero. Returns false if it was booked before. When the
 * database transaction commits, the database checks that it balances and overdraws nobody.
 */
export async function book(
  trx: Database,
  {
    kind,
    causeId,
    eventId = null,
    paymentId = null,
    projectId = null,
    subscriptionId = null,
  }: Booking,
  entries: readonly LedgerEntry[],
): Promise<boolean> {
  const id = newId()
  const { rows } = await sql`
    insert into ledger_transactions (id, kind, cause_id, event_id, payment_id, project_id,
      subscription_id)
    values (${id}, ${kind}, ${causeId}, ${eventId}, ${paymentId}, ${projectId}, ${subscriptionId})
    on conflict on constraint ledger_transactions_cause do nothing
    returning id`.execute(trx)
  if (rows.length === 0) return false
  await trx
    .insertInto('ledger_entries')
    .values(
      entries
        .filter((entry) => entry.cents !== 0)
        // The database locks owners in this order at commit, so everybody has to insert in the same order.
        .toSorted((a, b) => lockOrder(a).localeCompare(lockOrder(b)))
        .map((entry, position) => ({
          transaction_id: id,
          position,
          account: entry.account,
          owner_id: 'owner' in entry ? entry.owner : null,
          amount_cents: BigInt(entry.cents),
        })),
    )
    .execute()
  return true
}

/** The balance of an account in cents; with an owner, only of their part. */
export async function balanceOf(
  db: Database,
  account: Shared | Owned,
  owner: string | null = null,
): Promise<number> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries
    where account = ${account} and (${owner}::uuid is null or owner_id = ${owner}::uuid)`.execute(
    db,
  )
  return Number(rows[0]?.cents ?? 0n)
}
