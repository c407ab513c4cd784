import { invalid } from '../errors.ts'
import type { Call } from '../call.ts'
import { mergeMetadata } from './customers.ts'
import { isChargedBack } from './disputes.ts'
import { emit } from '../webhooks/events.ts'
import { newId, get, save, named } from '../store.ts'
import type { Charge, Refund } from '../kinds.ts'
import { CARDS, move } from '../payouts/ledger.ts'
import { amount, metadata, oneOf, text } from '../params.ts'
import { listRoute, route, type Route } from '../routes.ts'

async function chargeOf(call: Call, params: { charge?: string; payment_intent?: string }) {
  if (params.charge !== undefined) return named(call, 'charge', params.charge, 'charge')
  if (params.payment_intent === undefined)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = await named(call, 'payment_intent', params.payment_intent, 'payment_intent')
  if (intent.latest_charge === null || intent.amount_received === 0)
    throw invalid('This PaymentIntent does not have a successful charge to refund.', {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    })
  return get(call, 'charge', intent.latest_charge)
}

async function refundable(call: Call, charge: Charge, wanted: number | undefined): Promise<number> {
  if (await isChargedBack(call, charge))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  if (!charge.captured) throw invalid(`Charge ${charge.id} has not been captured.`)
  const left = charge.amount - charge.amount_refunded
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  if ((wanted ?? left) > left)
    throw invalid(
      `Refund amount (${dollars(wanted ?? left)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    )
  return wanted ?? left
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

async function createRefund(
  call: Call,
  charge: Charge,
  cents: number,
  more: Pick<Refund, 'reason' | 'metadata'>,
): Promise<Refund> {
  const id = newId('re')
  const isPending = call.fault === 'pending'
  const money = await move(call, { amount: -cents, type: 'refund', source: id, other: CARDS })
  const refund = await save(call, {
    ...REFUND,
    ...more,
    id,
    object: 'refund' as const,
    created: call.now,
    amount: cents,
    balance_transaction: money.id,
    charge: charge.id,
    currency: charge.currency,
    customer: charge.customer,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    status: isPending ? ('pending' as const) : ('succeeded' as const),
  })
  const refunded = charge.amount_refunded + cents
  const after = await save(call, {
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount,
  })
  await emit(call, 'refund.created', refund)
  await emit(call, 'charge.refunded', after, {
    previous: { amount_refunded: charge.amount_refunded },
  })
  if (!isPending) await emit(call, 'refund.updated', refund)
  return refund
}

const REFUND = {
  customer_account: null,
  destination_details: { type: 'card' },
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
}

/** The bank rejected the refund: the money returns to the balance. */
export async function failRefund(call: Call, id: string): Promise<Refund> {
  const refund = await get(call, 'refund', id)
  if (refund.status === 'failed') throw invalid('This refund has failed already.')
  const money = await move(call, {
    amount: refund.amount,
    type: 'refund_failure',
    source: id,
    other: CARDS,
  })
  const failed = await save(call, {
    ...refund,
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
    failure_balance_transaction: money.id,
  })
  const charge = await get(call, 'charge', refund.charge)
  const amountRefunded = charge.amount_refunded - refund.amount
  await save(call, { ...charge, amount_refunded: amountRefunded, refunded: false })
  await emit(call, 'refund.updated', failed, { previous: { status: refund.status } })
  await emit(call, 'refund.failed', failed)
  return failed
}

export async function settleRefund(call: Call, id: string): Promise<Refund> {
  const refund = await get(call, 'refund', id)
  if (refund.status !== 'pending') throw invalid('This refund is not pending.')
  const settled = await save(call, { ...refund, status: 'succeeded' })
  await emit(call, 'refund.updated', settled, { previous: { status: 'pending' } })
  return settled
}

export const refundRoutes: Route[] = [
  route(
    'POST /v1/refunds',
    {
      amount,
      charge: text,
      payment_intent: text,
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
      metadata,
    },
    async (call, params) => {
      const charge = await chargeOf(call, params)
      return createRefund(call, charge, await refundable(call, charge, params.amount), {
        reason: params.reason ?? null,
        metadata: mergeMetadata({}, params.metadata),
      })
    },
  ),
  route('GET /v1/refunds/:id', {}, (call, _params, id) => get(call, 'refund', id)),
  listRoute('/v1/refunds', 'refund', { charge: text, payment_intent: text }),
  route('GET /v1/charges/:id', {}, (call, _params, id) => get(call, 'charge', id)),
  listRoute('/v1/charges', 'charge', {
    customer: text,
    payment_intent: text,
    transfer_group: text,
  }),
]
