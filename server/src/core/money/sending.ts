import type { Deps } from '../../deps.ts'
import {
  PaymentsRefused,
  type RefundState,
  type TransferState,
} from '../../gateways/payments/payments.ts'
import { book } from './ledger-queries.ts'
import type { MoneyHandlers } from './handlers.ts'
import {
  beginAttempt,
  findOrder,
  listWaitingRefunds,
  listWaitingSubscriptionRefunds,
  listWaitingTransfers,
  markAsked,
  moveOrder,
  type RefundOrder,
  type SendOrder,
  type TransferOrder,
} from './outgoing-queries.ts'
import {
  findPayment,
  lockPayment,
  lockSubject,
  subjectOf,
  type PaymentRow,
} from './payment-queries.ts'

/** The provider forgets an idempotency key after a day, so we look for an older request before repeating it. */
const KEY_MEMORY_MS = 20 * 3_600_000
/** Refusals that the account's owner can fix. */
const ACCOUNT_CODES = new Set([
  'account_invalid',
  'insufficient_capabilities_for_transfer',
  'transfers_not_allowed',
])

export interface Sending {
  /** Asks the provider for every waiting refund and transfer. What fails is tried again later. */
  send: () => Promise<void>
  refund: (state: RefundState, eventId?: string) => Promise<void>
  transfer: (state: TransferState, eventId?: string) => Promise<void>
}

/** Sends money: each order is a row, and the provider's answer is recorded once. */
export function createSending(
  deps: Deps,
  handlers: MoneyHandlers,
  onError: (error: unknown) => void,
): Sending {
  const { db, payments } = deps
  const isForgotten = (order: SendOrder): boolean =>
    order.askedAt !== null && deps.now().getTime() - order.askedAt.getTime() > KEY_MEMORY_MS

  const recording = async (
    paymentId: string,
    work: Parameters<typeof inTransaction>[2],
  ): Promise<void> => {
    const row = await findPayment(db, paymentId)
    if (row === undefined) throw new Error(`there is no payment ${paymentId}`)
    if (await inTransaction(deps, row, work)) handlers.afterMove(subjectOf(row))
  }

  const refund: Sending['refund'] = async (state, eventId) => {
    const order =
      (await findOrder(db, 'refunds', { providerId: state.id })) ??
      (state.refundId === null ? undefined : await findOrder(db, 'refunds', { id: state.refundId }))
    if (order === undefined) return
    await recording(order.paymentId, async (trx, row, now) => {
      const to = state.state === 'pending' ? 'sent' : state.state
      const isNew = await moveOrder(trx, 'refunds', {
        id: order.id,
        from: {
          sent: ['waiting'],
          succeeded: ['waiting', 'sent'],
          failed: ['waiting', 'sent', 'succeeded'],
        }[to],
        to,
        providerId: state.id,
        failure: state.failure,
        now,
      })
      if (!isNew) return false
      const cause = {
        causeId: state.id,
        eventId: eventId ?? null,
        paymentId: row.id,
        projectId: row.project_id,
      }
      await book(trx, { kind: 'refund', ...cause }, [
        { account: 'payable', owner: row.payer_id, cents: state.cents },
        { account: 'provider', cents: -state.cents },
      ])
      if (to === 'failed') {
        await book(trx, { kind: 'refund_returned', ...cause }, [
          { account: 'provider', cents: state.cents },
          { account: 'payable', owner: row.payer_id, cents: -state.cents },
        ])
      }
      if (to !== 'sent') {
        await handlers.moved(
          trx,
          {
            ...subjectOf(row),
            kind: to === 'failed' ? 'refund_failed' : 'refunded',
            cents: state.cents,
          },
          now,
        )
      }
      return true
    })
  }

  const transfer: Sending['transfer'] = async (state, eventId) => {
    const order =
      (await findOrder(db, 'transfers', { providerId: state.id })) ??
      (state.transferId === null
        ? undefined
        : await findOrder(db, 'transfers', { id: state.transferId }))
    if (order === undefined) return
    await recording(order.paymentId, async (trx, row, now) => {
      const cause = { eventId: eventId ?? null, paymentId: row.id, projectId: row.project_id }
      const isSent = await moveOrder(trx, 'transfers', {
        id: order.id,
        from: ['waiting', 'held'],
        to: 'sent',
        providerId: state.id,
        now,
      })
      if (isSent) {
        await book(trx, { kind: 'transfer', causeId: state.id, ...cause }, [
          { account: 'payable', owner: order.userId, cents: state.cents },
          { account: 'provider', cents: -state.cents },
        ])
        await handlers.moved(trx, { ...subjectOf(row), kind: 'paid_out', cents: state.cents }, now)
      }
      if (state.reversedCents < state.cents) return isSent
      // Somebody reversed it by hand at the provider. The money still belongs to the creator, but nothing sends it again automatically.
      const isReturned = await moveOrder(trx, 'transfers', {
        id: order.id,
        from: ['sent'],
        to: 'failed',
        failure: 'taken back at the card provider',
        now,
      })
      if (isReturned) {
        await book(trx, { kind: 'transfer_returned', causeId: state.id, ...cause }, [
          { account: 'provider', cents: state.cents },
          { account: 'payable', owner: order.userId, cents: -state.cents },
        ])
      }
      return isSent || isReturned
    })
  }

  const sendRefund = async (order: RefundOrder): Promise<void> => {
    const known = isForgotten(order)
      ? (await payments.listRefunds(order.chargeId)).find((one) => one.refundId === order.id)
      : undefined
    if (known !== undefined) return refund(known)
    await markAsked(db, 'refunds', order.id, deps.now())
    try {
      await refund(
        await payments.refund(
          { chargeId: order.chargeId, cents: order.cents, refundId: order.id },
          `refund-${order.id}-${order.attempt}`,
        ),
      )
    } catch (error) {
      if (!(error instanceof PaymentsRefused)) throw error
      await refuseRefund(order, error)
    }
  }

  /** No money moved. It still belongs to the client, and an admin can send it again. */
  const refuseRefund = (order: RefundOrder, error: PaymentsRefused): Promise<void> =>
    recording(order.paymentId, async (trx, row, now) => {
      const isNew = await moveOrder(trx, 'refunds', {
        id: order.id,
        from: ['waiting'],
        to: 'failed',
        failure: error.code,
        now,
      })
      if (isNew)
        await handlers.moved(
          trx,
          { ...subjectOf(row), kind: 'refund_failed', cents: order.cents },
          now,
        )
      return isNew
    })

  /** The subscriptions' own handler books it, as it books refunds that are made at the provider. */
  const sendSubscriptionRefund = async (order: SendOrder): Promise<void> => {
    const { id, chargeId, cents } = order
    const end = { id, from: ['waiting'], now: deps.now() }
    try {
      const known = isForgotten(order)
        ? (await payments.listRefunds(chargeId)).find((one) => one.refundId === id)
        : undefined
      await markAsked(db, 'subscription_refunds', id, deps.now())
      const sent =
        known ??
        (await payments.refund({ chargeId, cents, refundId: id }, `refund-${id}-${order.attempt}`))
      await handlers.event({ type: 'refund.created', objectId: sent.id })
      await moveOrder(db, 'subscription_refunds', { ...end, to: 'sent', providerId: sent.id })
    } catch (error) {
      if (!(error instanceof PaymentsRefused)) throw error
      await moveOrder(db, 'subscription_refunds', { ...end, to: 'failed', failure: error.code })
      onError(error)
    }
  }

  const sendTransfer = async (order: TransferOrder): Promise<void> => {
    const now = deps.now()
    if (order.accountId === null) {
      await moveOrder(db, 'transfers', { id: order.id, from: ['waiting'], to: 'held', now })
      return
    }
    const known = isForgotten(order)
      ? (await payments.listTransfers(order.group)).find((one) => one.transferId === order.id)
      : undefined
    if (known !== undefined) return transfer(known)
    await markAsked(db, 'transfers', order.id, now)
    try {
      await transfer(
        await payments.transfer(
          {
            accountId: order.accountId,
            chargeId: order.chargeId,
            cents: order.cents,
            group: order.group,
            transferId: order.id,
          },
          `transfer-${order.id}-${order.attempt}`,
        ),
      )
    } catch (error) {
      if (!(error instanceof PaymentsRefused)) throw error
      await beginAttempt(db, {
        id: order.id,
        userId: order.userId,
        failure: error.code,
        isAccount: ACCOUNT_CODES.has(error.code),
        now,
      })
      onError(error)
    }
  }

  const each = async <T>(
    orders: readonly T[],
    work: (order: T) => Promise<void>,
  ): Promise<void> => {
    for (const order of orders) {
      // A failed order does not block the others; it is tried again on the next run.
      await work(order).catch(onError)
    }
  }

  return {
    send: async () => {
      await each(await listWaitingRefunds(db, deps.now()), sendRefund)
      await each(await listWaitingSubscriptionRefunds(db, deps.now()), sendSubscriptionRefund)
      await each(await listWaitingTransfers(db, deps.now()), sendTransfer)
    },
    refund,
    transfer,
  }
}

/** Runs with the subject and the payment locked, in the order that everybody uses. */
function inTransaction(
  deps: Deps,
  row: PaymentRow,
  work: (trx: Parameters<typeof lockPayment>[0], row: PaymentRow, now: Date) => Promise<boolean>,
): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    await lockSubject(trx, subjectOf(row))
    return work(trx, await lockPayment(trx, row.id), deps.now())
  })
}
