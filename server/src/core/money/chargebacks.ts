import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { DisputeState } from '../../gateways/payments/payments.ts'
import { book, type LedgerEntry } from './ledger-queries.ts'
import type { MoneyHandlers } from './handlers.ts'
import { cancelUnsent, findTransferredTo, insertRefund } from './outgoing-queries.ts'
import {
  findPaymentOfCharge,
  lockPayment,
  lockSubject,
  ownerOf,
  recordChargeback,
  recordSettled,
  subjectOf,
  type PaymentRow,
} from './payment-queries.ts'

/**
 * Records chargebacks: the payer's bank has taken back a charge and decides on it. Each step is recorded once, in
 * whatever order it is reported.
 */
export function createChargebacks(deps: Deps, handlers: MoneyHandlers) {
  const { db } = deps

  const step = async (
    trx: Database,
    { row, dispute, now }: { row: PaymentRow; dispute: DisputeState; now: Date },
  ): Promise<boolean> => {
    const to = dispute.state
    const isNew = await recordChargeback(trx, row.id, {
      from: to === 'open' ? [null] : [null, 'open'],
      to,
      now,
    })
    if (isNew === undefined) return false
    const cause = { causeId: dispute.id, paymentId: row.id, projectId: row.project_id }
    await book(trx, { kind: 'chargeback', ...cause }, [
      { account: 'chargebacks', cents: dispute.cents },
      { account: 'losses', cents: dispute.feeCents },
      { account: 'provider', cents: -dispute.cents - dispute.feeCents },
    ])
    const isHeld = row.settled_at === null
    if (to === 'won') {
      await book(trx, { kind: 'chargeback_returned', ...cause }, [
        { account: 'provider', cents: dispute.cents },
        { account: 'chargebacks', cents: -dispute.cents },
      ])
    }
    if (to === 'lost') {
      await book(trx, { kind: 'chargeback_lost', ...cause }, [
        ...(isHeld
          ? await outOfEscrow(trx, row, dispute, now)
          : await outOfOrders(trx, row, dispute, now)),
        { account: 'chargebacks', cents: -dispute.cents },
      ])
    }
    await handlers.chargeback(
      trx,
      { ...subjectOf(row), paymentId: row.id, state: to, cents: dispute.cents, isHeld },
      now,
    )
    return true
  }

  return async (dispute: DisputeState): Promise<void> => {
    const row = await findPaymentOfCharge(db, dispute.chargeId)
    if (row === undefined) return
    const isNew = await db.transaction().execute(async (trx) => {
      await lockSubject(trx, subjectOf(row))
      const held = await lockPayment(trx, row.id)
      return step(trx, { row: held, dispute, now: deps.now() })
    })
    if (isNew) handlers.afterMove(subjectOf(row))
  }
}

/** Plinth still held the payment: the bank has paid the client, and we refund the rest of it. */
async function outOfEscrow(
  trx: Database,
  row: PaymentRow,
  dispute: DisputeState,
  now: Date,
): Promise<LedgerEntry[]> {
  const whole = Number(row.amount_cents)
  const rest = whole - dispute.cents
  await recordSettled(trx, row.id, { toClientCents: whole, toCreatorCents: 0, now })
  if (rest > 0) await insertRefund(trx, { paymentId: row.id, cents: rest, now })
  return [
    { account: 'escrow', owner: ownerOf(subjectOf(row)), cents: whole },
    { account: 'payable', owner: row.payer_id, cents: -rest },
  ]
}

/** The payment was divided already: what was not sent yet is withheld, and what has been sent is Plinth's loss. */
async function outOfOrders(
  trx: Database,
  row: PaymentRow,
  dispute: DisputeState,
  now: Date,
): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = []
  let open = dispute.cents
  const toClient = Math.min(open, Number(row.to_client_cents ?? 0n))
  if (toClient > 0 && (await cancelUnsent(trx, 'refunds', row.id, now))) {
    entries.push({ account: 'payable', owner: row.payer_id, cents: toClient })
    open -= toClient
  }
  const transfer = await findTransferredTo(trx, row.id)
  if (transfer !== undefined && open > 0 && (await cancelUnsent(trx, 'transfers', row.id, now))) {
    const cents = Math.min(open, transfer.cents)
    entries.push({ account: 'payable', owner: transfer.userId, cents })
    open -= cents
  }
  return [...entries, { account: 'losses', cents: open }]
}
