import type { Call } from '../call.ts'
import { newId, save } from '../store.ts'
import type { BalanceTransaction } from '../kinds.ts'

/** The accounts of the ledger. Buyers' cards and creators' banks are outside it. */
export const PLATFORM = 'platform'
export const CARDS = 'outside:cards'
export const BANKS = 'outside:banks'
const FEES = 'provider:fees'

const DAY = 24 * 60 * 60
/** Days until a card payment becomes available. */
const PENDING_DAYS = 2

export const cardFee = (amount: number): number => Math.round(amount * 0.029) + 30

const CATEGORIES: Record<string, string> = {
  payment: 'charge',
  adjustment: 'dispute',
  payment_refund: 'transfer_reversal',
}

interface Movement {
  /** Signed, from the holder's point of view. */
  amount: number
  fee?: number
  type: string
  source: string
  description?: string
  /** The account on the other side. */
  other: string
  /** The connected account whose balance changes; undefined: the platform's. */
  holder?: string
  isPending?: boolean
  currency?: string
}

/** Writes a balance transaction for the holder. */
async function note(call: Call, movement: Movement): Promise<BalanceTransaction> {
  const { amount, fee = 0, type, source, holder = PLATFORM, currency = 'usd' } = movement
  const days = movement.isPending === true ? PENDING_DAYS : 0
  const transaction = {
    balance_type: 'payments',
    exchange_rate: null,
    reporting_category: CATEGORIES[type] ?? type,
    description: movement.description ?? null,
    status: days === 0 ? 'available' : 'pending',
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: 'Processing fees',
              type: 'stripe_fee',
            },
          ],
    id: newId('txn'),
    object: 'balance_transaction' as const,
    created: call.now,
    amount,
    fee,
    net: amount - fee,
    currency,
    type,
    source,
    available_on: call.now + days * DAY,
  }
  return save(call, transaction, { account: holder === PLATFORM ? '' : holder })
}

async function enter(
  call: Call,
  movement: string,
  currency: string,
  entries: [account: string, amount: number][],
): Promise<void> {
  for (const [account, amount] of entries) {
    if (amount === 0) continue
    await call.db.query(
      'insert into cards_entries (world, movement, account, amount, currency) values ($1, $2, $3, $4, $5)',
      [call.world, movement, account, amount, currency],
    )
  }
}

/** Moves money between a holder and another account, with an entry on each side. */
export async function move(call: Call, movement: Movement): Promise<BalanceTransaction> {
  const transaction = await note(call, movement)
  const { amount, fee, net, currency } = transaction
  await enter(call, transaction.id, currency, [
    [movement.holder ?? PLATFORM, net],
    [FEES, fee],
    [movement.other, -amount],
  ])
  return transaction
}

/** The hour, in UTC, at which accounts are paid out every day. */
const PAYOUT_HOUR = 8

/** The account is paid out in the morning after it got money. */
const schedulePayout = (call: Call, account: string) =>
  call.db.query(
    'update cards_objects set due_at = coalesce(due_at, $3) where world = $1 and id = $2',
    [call.world, account, call.now - (call.now % DAY) + DAY + PAYOUT_HOUR * 60 * 60],
  )

/** Moves money between the platform and a connected account: a transaction in both balances, one pair of entries. */
export async function moveToAccount(
  call: Call,
  {
    amount,
    account,
    type,
    source,
  }: { amount: number; account: string; type: string; source: string },
): Promise<BalanceTransaction> {
  await note(call, {
    amount,
    type: amount > 0 ? 'payment' : 'payment_refund',
    source,
    other: PLATFORM,
    holder: account,
  })
  if (amount > 0) await schedulePayout(call, account)
  return move(call, { amount: -amount, type, source, other: account })
}

/** A balance transaction with its current status: money becomes available as time passes. */
export const asOf = (call: Call, transaction: BalanceTransaction) => ({
  ...transaction,
  status: transaction.available_on <= call.now ? 'available' : 'pending',
})

export async function balanceOf(
  call: Call,
  holder: string,
): Promise<{ available: number; pending: number }> {
  const { rows } = await call.db.query<{ available: string; pending: string }>(
    `select coalesce(sum((body ->> 'net')::bigint) filter (where (body ->> 'available_on')::bigint <= $3), 0) as available,
            coalesce(sum((body ->> 'net')::bigint) filter (where (body ->> 'available_on')::bigint > $3), 0) as pending
     from cards_objects where world = $1 and kind = 'balance_transaction' and account = $2`,
    [call.world, holder === PLATFORM ? '' : holder, call.now],
  )
  return { available: Number(rows[0]?.available), pending: Number(rows[0]?.pending) }
}
