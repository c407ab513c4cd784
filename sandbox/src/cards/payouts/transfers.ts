import { ApiError, invalid } from '../errors.ts'
import type { Call } from '../call.ts'
import { mergeMetadata } from '../payments/customers.ts'
import { isChargedBack } from '../payments/disputes.ts'
import { emit } from '../webhooks/events.ts'
import { newId, all, get, save, named } from '../store.ts'
import type { Charge, Metadata, Transfer } from '../kinds.ts'
import { balanceOf, moveToAccount, PLATFORM } from './ledger.ts'
import { amount, currency, metadata, required, text } from '../params.ts'
import { listRoute, route, type Route } from '../routes.ts'

const insufficient = (message: string): ApiError =>
  invalid(message, { code: 'balance_insufficient' })

/** Cents of a payment that are neither refunded nor transferred. */
async function leftOf(call: Call, charge: Charge): Promise<number> {
  const before = await all(call, 'transfer', { source_transaction: charge.id })
  const passedOn = before.reduce((sum, one) => sum + one.amount - one.amount_reversed, 0)
  return charge.amount - charge.amount_refunded - passedOn
}

async function sourceOf(call: Call, id: string, cents: number): Promise<Charge> {
  const charge = await named(call, 'charge', id, 'source_transaction')
  if (!charge.paid || !charge.captured)
    throw invalid('The source transaction has not succeeded.', { param: 'source_transaction' })
  if (await isChargedBack(call, charge))
    throw invalid(`Charge ${charge.id} has been charged back.`, {
      code: 'charge_disputed',
      param: 'source_transaction',
    })
  const left = await leftOf(call, charge)
  if (cents > left)
    throw invalid(
      `The transfer of ${cents} is more than the ${left} that the source transaction has left.`,
      { code: 'amount_too_large', param: 'amount' },
    )
  return charge
}

async function createTransfer(
  call: Call,
  params: {
    amount: number
    destination: string
    source_transaction?: string
    transfer_group?: string
    description?: string
    metadata?: Metadata | ''
  },
): Promise<Transfer> {
  const account = await named(call, 'account', params.destination, 'destination')
  if (account.capabilities.transfers !== 'active')
    throw invalid(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    )
  const source =
    params.source_transaction === undefined
      ? null
      : await sourceOf(call, params.source_transaction, params.amount)
  if (source === null && params.amount > (await balanceOf(call, PLATFORM)).available)
    throw insufficient('You have insufficient available funds in your Stripe account.')
  const id = newId('tr')
  const money = await moveToAccount(call, {
    amount: params.amount,
    account: account.id,
    type: 'transfer',
    source: id,
  })
  const transfer = await save(call, {
    livemode: false,
    source_type: 'card',
    destination_payment: newId('py'),
    id,
    object: 'transfer' as const,
    created: call.now,
    amount: params.amount,
    amount_reversed: 0,
    balance_transaction: money.id,
    currency: 'usd',
    description: params.description || null,
    destination: account.id,
    metadata: mergeMetadata({}, params.metadata),
    reversals: {
      object: 'list' as const,
      data: [],
      has_more: false as const,
      url: `/v1/transfers/${id}/reversals`,
    },
    reversed: false,
    source_transaction: source?.id ?? null,
    transfer_group: params.transfer_group ?? source?.transfer_group ?? null,
  })
  await emit(call, 'transfer.created', transfer)
  return transfer
}

async function reverse(
  call: Call,
  transfer: Transfer,
  params: { amount?: number; metadata?: Metadata | '' },
) {
  const left = transfer.amount - transfer.amount_reversed
  const cents = params.amount ?? left
  if (left === 0) throw invalid('This transfer has already been fully reversed.')
  if (cents > left)
    throw invalid(`Transfer reversal amount (${cents}) is greater than what is left (${left}).`, {
      param: 'amount',
    })
  const { available, pending } = await balanceOf(call, transfer.destination)
  if (cents > available + pending)
    throw insufficient(
      'The destination account has insufficient funds: it has paid out what it was sent.',
    )
  const id = newId('trr')
  const money = await moveToAccount(call, {
    amount: -cents,
    account: transfer.destination,
    type: 'transfer_cancel',
    source: id,
  })
  const reversal = await save(call, {
    destination_payment_refund: null,
    source_refund: null,
    id,
    object: 'transfer_reversal' as const,
    created: call.now,
    amount: cents,
    balance_transaction: money.id,
    currency: transfer.currency,
    metadata: mergeMetadata({}, params.metadata),
    transfer: transfer.id,
  })
  const reversed = await save(call, {
    ...transfer,
    amount_reversed: transfer.amount_reversed + cents,
    reversed: cents === left,
    reversals: { ...transfer.reversals, data: [reversal, ...transfer.reversals.data] },
  })
  await emit(call, 'transfer.reversed', reversed, {
    previous: { amount_reversed: transfer.amount_reversed },
  })
  return reversal
}

export const transferRoutes: Route[] = [
  route(
    'POST /v1/transfers',
    {
      amount: required(amount),
      currency: required(currency),
      destination: required(text),
      source_transaction: text,
      transfer_group: text,
      description: text,
      metadata,
    },
    createTransfer,
  ),
  route('GET /v1/transfers/:id', {}, (call, _params, id) => get(call, 'transfer', id)),
  listRoute('/v1/transfers', 'transfer', { destination: text, transfer_group: text }),
  route('POST /v1/transfers/:id', { description: text, metadata }, async (call, params, id) => {
    const transfer = await get(call, 'transfer', id)
    return save(call, {
      ...transfer,
      description: params.description ?? transfer.description,
      metadata: mergeMetadata(transfer.metadata, params.metadata),
    })
  }),
  route(
    'POST /v1/transfers/:id/reversals',
    { amount, description: text, metadata },
    async (call, params, id) => reverse(call, await get(call, 'transfer', id), params),
  ),
  listRoute('/v1/transfer_reversals', 'transfer_reversal', { transfer: text }),
]
