import type { Call } from '../call.ts'
import { invalid } from '../errors.ts'
import { emit } from '../webhooks/events.ts'
import { newId, all, get, save, list } from '../store.ts'
import type { Account, Payout } from '../kinds.ts'
import { asOf, BANKS, balanceOf, move, PLATFORM } from './ledger.ts'
import { text } from '../params.ts'
import { pageOf, PAGING, route, type Route } from '../routes.ts'

/** Pays out a connected account's available balance; null when there is none. */
async function payOut(call: Call, account: Account): Promise<Payout | null> {
  if (!account.payouts_enabled)
    throw invalid('Payouts are not enabled for this account.', { code: 'payouts_not_allowed' })
  const { available } = await balanceOf(call, account.id)
  if (available <= 0) return null
  const id = newId('po')
  const money = await move(call, {
    amount: -available,
    type: 'payout',
    source: id,
    other: BANKS,
    holder: account.id,
  })
  const [bank] = account.external_accounts.data as { id: string }[]
  const payout = await save(
    call,
    {
      ...PAYOUT,
      id,
      object: 'payout' as const,
      created: call.now,
      amount: available,
      arrival_date: call.now,
      balance_transaction: money.id,
      currency: 'usd',
      destination: bank?.id ?? null,
      status: 'paid' as const,
    },
    { account: account.id },
  )
  await emit(call, 'payout.paid', payout, { account: account.id })
  return payout
}

const PAYOUT = {
  application_fee: null,
  application_fee_amount: null,
  automatic: true,
  description: 'STRIPE PAYOUT',
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'completed',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  trace_id: null,
  type: 'bank_account',
}

export async function payOutAll(call: Call, only?: string): Promise<Payout[]> {
  const accounts =
    only === undefined ? await all(call, 'account', {}) : [await get(call, 'account', only)]
  const payouts: Payout[] = []
  for (const account of accounts) {
    const payout = account.payouts_enabled || only ? await payOut(call, account) : null
    if (payout !== null) payouts.push(payout)
  }
  return payouts
}

export const balanceRoutes: Route[] = [
  route('GET /v1/balance', {}, async (call) => {
    const { available, pending } = await balanceOf(call, call.account || PLATFORM)
    const lines = (amount: number) => [{ amount, currency: 'usd', source_types: { card: amount } }]
    return {
      object: 'balance',
      available: lines(available),
      livemode: false,
      pending: lines(pending),
    }
  }),
  route('GET /v1/balance_transactions/:id', {}, async (call, _params, id) =>
    asOf(call, await get(call, 'balance_transaction', id)),
  ),
  route(
    'GET /v1/balance_transactions',
    { ...PAGING, type: text, source: text, currency: text },
    async (call, { type, source, currency, ...page }) => {
      const url = '/v1/balance_transactions'
      const filters = { type, source, currency }
      const found = await list(call, 'balance_transaction', { url, page: pageOf(page), filters })
      return { ...found, data: found.data.map((one) => asOf(call, one)) }
    },
  ),
  route('GET /v1/payouts/:id', {}, (call, _params, id) => get(call, 'payout', id)),
  route('GET /v1/payouts', { ...PAGING, status: text, destination: text }, (call, params) => {
    const { status, destination, ...page } = params
    return list(call, 'payout', {
      url: '/v1/payouts',
      page: pageOf(page),
      filters: { status, destination },
    })
  }),
]
