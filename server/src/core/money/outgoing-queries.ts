import { sql } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import type { SubscriptionRefund } from './money.ts'

/** An order to send money, with everything that the provider needs. */
export interface SendOrder {
  id: string
  chargeId: string
  cents: number
  /** Part of the idempotency key. A refusal starts another attempt. */
  attempt: number
  askedAt: Date | null
}
export interface RefundOrder extends SendOrder {
  paymentId: string
}
export interface TransferOrder extends RefundOrder {
  userId: string
  /** Null while they have no account that can receive money. */
  accountId: string | null
  /** Links the charge and the transfer at the provider. */
  group: string
}

export async function insertRefund(
  trx: Database,
  { paymentId, cents, now }: { paymentId: string; cents: number; now: Date },
): Promise<void> {
  await trx
    .insertInto('refunds')
    .values({
      id: newId(),
      payment_id: paymentId,
      amount_cents: BigInt(cents),
      created_at: now,
      updated_at: now,
    })
    .execute()
}

export async function insertSubscriptionRefund(
  trx: Database,
  { subscriptionId, chargeId, cents, now }: SubscriptionRefund,
): Promise<void> {
  await trx
    .insertInto('subscription_refunds')
    .values({
      id: newId(),
      subscription_id: subscriptionId,
      charge_id: chargeId,
      amount_cents: BigInt(cents),
      created_at: now,
      updated_at: now,
    })
    .execute()
}

export async function insertTransfer(
  trx: Database,
  {
    paymentId,
    userId,
    cents,
    now,
  }: { paymentId: string; userId: string; cents: number; now: Date },
): Promise<void> {
  await trx
    .insertInto('transfers')
    .values({
      id: newId(),
      payment_id: paymentId,
      user_id: userId,
      amount_cents: BigInt(cents),
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** A refused attempt is repeated after as many minutes as there have been attempts, an hour at most. */
const isDue = (row: ReturnType<typeof sql.ref>, now: Date) =>
  sql<boolean>`(${row}.attempt = 1 or ${row}.updated_at < ${now}::timestamptz - least(${row}.attempt, 60) * interval '1 minute')`

/** Refunds that the provider has not accepted yet. */
export async function listWaitingRefunds(db: Database, now: Date): Promise<readonly RefundOrder[]> {
  const { rows } = await sql<RefundOrder>`
    select r.id, r.payment_id as "paymentId", p.charge_id as "chargeId", r.amount_cents::int as cents,
      r.attempt, r.asked_at as "askedAt"
    from refunds r join payments p on p.id = r.payment_id
    where r.state = 'waiting' and ${isDue(sql.ref('r'), now)} order by r.updated_at limit 100`.execute(
    db,
  )
  return rows
}

/** Refunds of subscriptions that the provider has not accepted yet. */
export async function listWaitingSubscriptionRefunds(
  db: Database,
  now: Date,
): Promise<readonly SendOrder[]> {
  const { rows } = await sql<SendOrder>`
    select r.id, r.charge_id as "chargeId", r.amount_cents::int as cents, r.attempt, r.asked_at as "askedAt"
    from subscription_refunds r where r.state = 'waiting' and ${isDue(sql.ref('r'), now)}
    order by r.updated_at limit 100`.execute(db)
  return rows
}

/** Transfers that wait, and held ones that can be sent now. */
export async function listWaitingTransfers(
  db: Database,
  now: Date,
): Promise<readonly TransferOrder[]> {
  const { rows } = await sql<TransferOrder>`
    select t.id, t.payment_id as "paymentId", p.charge_id as "chargeId", t.amount_cents::int as cents,
      t.attempt, t.asked_at as "askedAt", t.user_id as "userId", a.account_id as "accountId",
      coalesce(p.project_id, p.promotion_id)::text as "group"
    from transfers t join payments p on p.id = t.payment_id
    left join payout_accounts a on a.user_id = t.user_id and a.is_ready
    where (t.state = 'waiting' and ${isDue(sql.ref('t'), now)} or t.state = 'held' and a.is_ready)
      and p.chargeback is distinct from 'open'
    order by t.updated_at limit 100`.execute(db)
  return rows
}

type Table = 'refunds' | 'transfers'
type AnyTable = Table | 'subscription_refunds'

/** Written before we call the provider, because from then on it may have moved the money. */
export async function markAsked(
  db: Database,
  table: AnyTable,
  id: string,
  now: Date,
): Promise<void> {
  await sql`update ${sql.table(table)} set asked_at = coalesce(asked_at, ${now}), updated_at = ${now}
    where id = ${id}::uuid`.execute(db)
}

/** Returns false if the order was not in one of the expected states. */
export async function moveOrder(
  trx: Database,
  table: AnyTable,
  {
    id,
    from,
    to,
    providerId = null,
    failure = null,
    now,
  }: {
    id: string
    from: readonly string[]
    to: string
    providerId?: string | null
    failure?: string | null
    now: Date
  },
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table)} set state = ${to}, provider_id = coalesce(${providerId}, provider_id),
      failure = ${failure}, updated_at = ${now}
    where id = ${id}::uuid and state = any (${from}::text[]) returning id`.execute(trx)
  return rows.length > 0
}

export async function findOrder(
  db: Database,
  table: Table,
  by: { id: string } | { providerId: string },
): Promise<{ id: string; paymentId: string; userId: string } | undefined> {
  // The person whose money it is.
  const userId =
    table === 'transfers'
      ? sql`user_id`
      : sql`(select payer_id from payments where payments.id = payment_id)`
  const { rows } = await sql<{ id: string; paymentId: string; userId: string }>`
    select id, payment_id as "paymentId", ${userId} as "userId" from ${sql.table(table)}
    where ${'id' in by ? sql`id = ${by.id}::uuid` : sql`provider_id = ${by.providerId}`}`.execute(
    db,
  )
  return rows[0]
}

/** Lets a refused transfer be tried again under another key: once the account can receive money, or after some time. */
export async function beginAttempt(
  db: Database,
  refusal: { id: string; userId: string; failure: string; isAccount: boolean; now: Date },
): Promise<void> {
  const { id, userId, failure, isAccount, now } = refusal
  await sql`update transfers set attempt = attempt + 1, asked_at = null, failure = ${failure},
      state = ${isAccount ? 'held' : 'waiting'}, updated_at = ${now}
    where id = ${id}::uuid and state in ('waiting', 'held')`.execute(db)
  if (isAccount) {
    await db
      .updateTable('payout_accounts')
      .set({ is_ready: false, updated_at: now })
      .where('user_id', '=', userId)
      .execute()
  }
}

/** Sent refunds that no event has reported as finished. */
export async function listSentRefunds(
  db: Database,
  before: Date,
): Promise<readonly { id: string; providerId: string }[]> {
  const { rows } = await sql<{ id: string; providerId: string }>`
    select id, provider_id as "providerId" from refunds
    where state = 'sent' and updated_at < ${before} order by updated_at limit 100`.execute(db)
  return rows
}

/** Failed refunds to order again: the latest of each payment that has no other refund. */
export async function listFailedRefunds(
  trx: Database,
  paymentIds: readonly string[],
): Promise<readonly { paymentId: string; cents: number }[]> {
  const { rows } = await sql<{ paymentId: string; cents: number }>`
    select distinct on (payment_id) payment_id as "paymentId", amount_cents::int as cents from refunds r
    where payment_id = any (${paymentIds}::uuid[]) and state = 'failed'
      and not exists (select 1 from refunds alive
        where alive.payment_id = r.payment_id and alive.state <> 'failed')
    order by payment_id, created_at desc`.execute(trx)
  return rows
}

/** Releases transfers held for somebody whose account is ready now. Returns how many. */
export async function releaseHeld(trx: Database, userId: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update transfers set state = 'waiting', updated_at = ${now}
    where user_id = ${userId}::uuid and state = 'held'`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Cancels orders of a payment that the provider was never asked for, or has refused. Returns whether no other order is
 * left.
 */
export async function cancelUnsent(
  trx: Database,
  table: Table,
  paymentId: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ isAlive: boolean }>`
    with dropped as (
      update ${sql.table(table)} set state = 'failed', failure = 'chargeback', updated_at = ${now}
      where payment_id = ${paymentId}::uuid and state in ('waiting', 'held') and asked_at is null returning id)
    select exists (select 1 from ${sql.table(table)} o
      where o.payment_id = ${paymentId}::uuid and o.state <> 'failed'
        and o.id not in (select id from dropped)) as "isAlive"`.execute(trx)
  return rows[0]?.isAlive !== true
}

/** Who gets the creator's part of a payment. */
export async function findTransferredTo(
  trx: Database,
  paymentId: string,
): Promise<{ userId: string; cents: number } | undefined> {
  const { rows } = await sql<{ userId: string; cents: number }>`
    select user_id as "userId", amount_cents::int as cents from transfers
    where payment_id = ${paymentId}::uuid order by created_at desc limit 1`.execute(trx)
  return rows[0]
}
