import type { Deps } from '../../deps.ts'
import {
  type ChargeState,
  type DisputeState,
  PaymentsUnavailable,
} from '../../gateways/payments/payments.ts'
import { book } from './ledger-queries.ts'
import type { MoneyHandlers } from './handlers.ts'
import type { PaymentSubject } from './money.ts'
import {
  closePayment,
  findPayment,
  findPaymentOfCheckout,
  lockPayment,
  lockSubject,
  listOpenPayments,
  ownerOf,
  paidOf,
  recordPaid,
  subjectOf,
  type PaymentRow,
} from './payment-queries.ts'

export interface PaymentSync {
  payment: (row: PaymentRow) => Promise<void>
  intent: (id: string, eventId?: string) => Promise<void>
  checkout: (id: string, eventId?: string) => Promise<void>
  subject: (subject: PaymentSubject) => Promise<void>
}
type Paid = ChargeState & { chargeId: string; feeCents: number }

/** Reads payments back from the provider and records their state. Safe to repeat, in any order. */
export function createPaymentSync(
  deps: Deps,
  handlers: MoneyHandlers,
  chargeback: (dispute: DisputeState) => Promise<void>,
): PaymentSync {
  const { db, payments } = deps

  const record = async (row: PaymentRow, charge: Paid, eventId: string | null): Promise<void> => {
    const isNew = await db.transaction().execute(async (trx) => {
      const now = deps.now()
      const subject = subjectOf(row)
      await lockSubject(trx, subject)
      await lockPayment(trx, row.id)
      const paid = await recordPaid(trx, row.id, charge, now)
      if (paid === undefined) return false
      await book(
        trx,
        {
          kind: 'charge',
          causeId: charge.chargeId,
          eventId,
          paymentId: row.id,
          projectId: row.project_id,
        },
        [
          { account: 'provider', cents: charge.cents - charge.feeCents },
          { account: 'card_fees', cents: charge.feeCents },
          { account: 'escrow', owner: ownerOf(subject), cents: -charge.cents },
        ],
      )
      await handlers.paid(trx, paidOf(paid), now)
      return true
    })
    if (isNew) handlers.afterMove(subjectOf(row))
  }

  const recordCharge = async (
    row: PaymentRow,
    charge: ChargeState,
    eventId: string | null,
  ): Promise<void> => {
    if (charge.cents !== Number(row.amount_cents) || charge.currency !== 'usd') {
      throw new Error(`payment ${row.id} came as ${charge.cents} ${charge.currency}`)
    }
    if (charge.chargeId === null || charge.feeCents === null)
      throw new PaymentsUnavailable(`the fee of ${charge.intentId} is not known yet`)
    await record(row, { ...charge, chargeId: charge.chargeId, feeCents: charge.feeCents }, eventId)
  }

  const intent: PaymentSync['intent'] = async (id, eventId) => {
    const charge = await payments.getCharge(id)
    if (!charge.isPaid || charge.paymentId === null) return
    const row = await findPayment(db, charge.paymentId)
    // It belongs to another installation that uses the same provider account.
    if (row === undefined) return
    if (row.state !== 'paid') await recordCharge(row, charge, eventId ?? null)
    // A chargeback reported before we knew the payment would otherwise be lost.
    if (charge.disputeId !== null) await chargeback(await payments.getDispute(charge.disputeId))
  }

  const readCheckout = async (
    id: string,
    row: PaymentRow | undefined,
    eventId?: string,
  ): Promise<void> => {
    const checkout = await payments.getCheckout(id)
    if (checkout.state === 'complete' && checkout.intentId !== null)
      await intent(checkout.intentId, eventId)
    else if (checkout.state === 'expired' && row !== undefined)
      await closePayment(db, row.id, deps.now())
  }

  const payment: PaymentSync['payment'] = async (row) => {
    if (row.checkout_id !== null) await readCheckout(row.checkout_id, row)
  }

  return {
    payment,
    intent,
    checkout: async (id, eventId) => readCheckout(id, await findPaymentOfCheckout(db, id), eventId),
    subject: async (subject) => {
      for (const row of await listOpenPayments(db, subject)) await payment(row)
    },
  }
}
