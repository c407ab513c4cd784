import type { Call } from '../call.ts'
import { invalid } from '../errors.ts'
import { emit } from '../webhooks/events.ts'
import { newId, all, get, save, list } from '../store.ts'
import type { Account, Payout } from '../kinds.ts'
import { asOf, BANKS, balanceOf, move, PLATFORM } from './ledger.ts'
import { text } from '../params.ts'
import { pageOf, PAGING, route, type Route } from '../routes.ts'

/**
 * Pays out a connected account's available balance; null when there is none. Without `arrivesAt` the bank has it at
 * once.
 */
async function payOut(call: Call, account: Account, arrivesAt?: number): Promise<Payout | null> {
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
      arrival_date: arrivesAt ?? call.now,
      balance_transaction: money.id,
      currency: 'usd',
      destination: bank?.id ?? null,
      status: arrivesAt === undefined ? ('paid' as const) : ('in_transit' as const),
    },
    { account: account.id, dueAt: arrivesAt ?? null },
  )
  await emit(call, 'payout.created', payout, { account: account.id })
  if (payout.status === 'paid') await emit(call, 'payout.paid', payout, { account: account.id })
  return payout
}

/** The daily payout of an account, which is due at most once a day. */
export async function payOutDaily(call: Call, account: Account): Promise<void> {
  if (account.payouts_enabled) await payOut(call, account, businessDaysAfter(call.now, 2))
}

/** The bank has the money. */
export async function payoutArrives(call: Call, payout: Payout): Promise<void> {
  if (payout.status !== 'in_transit') return
  const account = call.account
  const paid = await save(call, { ...payout, status: 'paid' as const })
  // Like every event of a connected account, it is listed among the platform's.
  call.account = ''
  await emit(call, 'payout.paid', paid, { account, previous: { status: payout.status } })
}

/** The bank returns a payout, so the account has the money again. */
export async function failPayout(call: Call, id: string): Promise<Payout> {
  const payout = await get(call, 'payout', id)
  if (payout.status === 'failed') throw invalid('This payout has already failed.')
  const account = await holderOf(call, payout)
  const money = await move(call, {
    amount: payout.amount,
    type: 'payout_failure',
    source: payout.id,
    other: BANKS,
    holder: account,
  })
  const failed = await save(
    call,
    {
      ...payout,
      status: 'failed' as const,
      failure_balance_transaction: money.id,
      failure_code: 'account_closed',
      failure_message: 'The bank account has been closed.',
    },
    { account, dueAt: null },
  )
  await emit(call, 'payout.failed', failed, { account, previous: { status: payout.status } })
  return failed
}

async function holderOf(call: Call, { id }: Payout): Promise<string> {
  const { rows } = await call.db.query<{ account: string }>(
    'select account from cards_objects where world = $1 and id = $2',
    [call.world, id],
  )
  return rows[0]?.account ?? ''
}

const DAY = 24 * 60 * 60

/** Midnight UTC of the day that is this many working days later. */
function businessDaysAfter(time: number, days: number): number {
  let day = time - (time % DAY)
  for (let left = days; left > 0;) {
    day += DAY
    const weekday = new Date(day * 1_000).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return day
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
