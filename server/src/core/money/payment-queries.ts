import { sql, type Selectable } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import type { Payments } from '../../db/schema.ts'
import type { ChargeState, OpenCheckout } from '../../gateways/payments/payments.ts'
import type { PaidPayment, PaymentOrder, PaymentSubject, Purpose } from './money.ts'

export type PaymentRow = Selectable<Payments>

export const subjectOf = (row: PaymentRow): PaymentSubject => ({
  projectId: row.project_id,
  promotionId: row.promotion_id,
})
/** The id of the escrow that holds it: of a project or of a promotion. */
export const ownerOf = ({ projectId, promotionId }: PaymentSubject): string => {
  const owner = projectId ?? promotionId
  if (owner === null) throw new Error('a payment is for a project or for a promotion')
  return owner
}
export const paidOf = (row: PaymentRow): PaidPayment => {
  if (row.paid_at === null) throw new Error(`payment ${row.id} is not paid`)
  return {
    ...subjectOf(row),
    id: row.id,
    purpose: row.purpose as Purpose,
    payerId: row.payer_id,
    cents: Number(row.amount_cents),
    paidAt: row.paid_at,
  }
}

const ofSubject = ({ projectId, promotionId }: PaymentSubject) =>
  projectId === null
    ? sql<boolean>`promotion_id = ${promotionId}::uuid`
    : sql<boolean>`project_id = ${projectId}::uuid`

/**
 * Locks the payment that waits for a card, if there is one. A project has at most one at a time: the deposit, then the
 * rest.
 */
export async function lockOpenPayment(
  trx: Database,
  order: Pick<PaymentOrder, 'projectId' | 'promotionId' | 'purpose'>,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select * from payments where ${ofSubject(order)} and purpose = ${order.purpose}
      and state in ('new', 'open') for update`.execute(trx)
  return rows[0]
}

export async function insertPayment(
  trx: Database,
  order: PaymentOrder,
  now: Date,
): Promise<PaymentRow> {
  return trx
    .insertInto('payments')
    .values({
      id: newId(),
      purpose: order.purpose,
      project_id: order.projectId,
      promotion_id: order.promotionId,
      payer_id: order.payerId,
      amount_cents: BigInt(order.cents),
      state: 'new',
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns false if the payment was closed meanwhile; its checkout must not be paid then. */
export async function recordOpened(
  db: Database,
  id: string,
  checkout: OpenCheckout,
): Promise<boolean> {
  const { rows } = await sql`
    update payments set state = 'open', checkout_id = ${checkout.id}, checkout_url = ${checkout.url},
      checkout_expires_at = ${checkout.expiresAt}, updated_at = now()
    where id = ${id}::uuid and (state = 'new' or (state = 'open' and checkout_id = ${checkout.id}))
    returning id`.execute(db)
  return rows.length > 0
}

/** Stores the checkout of a payment that was closed while we asked the provider for it. */
export async function saveCheckout(db: Database, id: string, checkoutId: string): Promise<void> {
  await sql`update payments set checkout_id = coalesce(checkout_id, ${checkoutId})
    where id = ${id}::uuid`.execute(db)
}

export async function closePayments(
  trx: Database,
  subject: PaymentSubject,
  now: Date,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    update payments set state = 'closed', updated_at = ${now}
    where ${ofSubject(subject)} and state in ('new', 'open') returning id`.execute(trx)
  return rows.map((row) => row.id)
}

export async function closePayment(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('payments')
    .set({ state: 'closed', updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['new', 'open'])
    .execute()
}

export function findPayment(db: Database, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}
export function findPaymentOfCheckout(db: Database, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('checkout_id', '=', id).executeTakeFirst()
}
export function findPaymentOfCharge(db: Database, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('charge_id', '=', id).executeTakeFirst()
}
export async function listOpenPayments(
  db: Database,
  subject: PaymentSubject,
): Promise<readonly PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select * from payments where ${ofSubject(subject)} and state in ('new', 'open')`.execute(db)
  return rows
}

/** Locks the project or promotion of a payment. Everybody locks it before the payment itself. */
export async function lockSubject(trx: Database, subject: PaymentSubject): Promise<void> {
  await (
    subject.projectId === null
      ? sql`select id from promotions where id = ${subject.promotionId}::uuid for update`
      : sql`select id from projects where id = ${subject.projectId}::uuid for update`
  ).execute(trx)
}

export async function lockPayment(trx: Database, id: string): Promise<PaymentRow> {
  const { rows } = await sql<PaymentRow>`
    select * from payments where id = ${id}::uuid for update`.execute(trx)
  const [row] = rows
  if (row === undefined) throw new Error(`there is no payment ${id}`)
  return row
}

/** Returns undefined if it was recorded before. A closed payment that was paid all the same counts as paid. */
export async function recordPaid(
  trx: Database,
  id: string,
  charge: ChargeState & { chargeId: string; feeCents: number },
  now: Date,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    update payments set state = 'paid', intent_id = ${charge.intentId}, charge_id = ${charge.chargeId},
      fee_cents = ${charge.feeCents}, paid_at = ${charge.paidAt ?? now}, updated_at = ${now}
    where id = ${id}::uuid and state <> 'paid' returning *`.execute(trx)
  return rows[0]
}

export async function listUnsettled(
  trx: Database,
  subject: PaymentSubject,
): Promise<readonly PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select * from payments where ${ofSubject(subject)} and state = 'paid' and settled_at is null
    order by created_at, id for update`.execute(trx)
  return rows
}

/** Returns undefined if it was divided before. */
export async function recordSettled(
  trx: Database,
  id: string,
  {
    toClientCents,
    toCreatorCents,
    now,
  }: { toClientCents: number; toCreatorCents: number; now: Date },
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    update payments set settled_at = ${now}, to_client_cents = ${toClientCents},
      to_creator_cents = ${toCreatorCents}, updated_at = ${now}
    where id = ${id}::uuid and state = 'paid' and settled_at is null returning *`.execute(trx)
  return rows[0]
}

export async function recordChargeback(
  trx: Database,
  id: string,
  { from, to, now }: { from: readonly (string | null)[]; to: string; now: Date },
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    update payments set chargeback = ${to}, updated_at = ${now}
    where id = ${id}::uuid and coalesce(chargeback, '') = any (${from.map((one) => one ?? '')}::text[])
    returning *`.execute(trx)
  return rows[0]
}

/**
 * Takes old checkouts that no event has reported as finished, to read them back from the provider. Those that are still
 * open come again after all others.
 */
export async function claimStalePayments(
  db: Database,
  { before, now }: { before: Date; now: Date },
): Promise<readonly PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    update payments set updated_at = ${now}
    where id in (select id from payments where state in ('new', 'open') and updated_at < ${before}
      order by updated_at limit 100 for update skip locked)
    returning *`.execute(db)
  return rows
}

export async function listSettledIds(
  trx: Database,
  subject: PaymentSubject,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payments where ${ofSubject(subject)} and settled_at is not null for update`.execute(
    trx,
  )
  return rows.map((row) => row.id)
}
