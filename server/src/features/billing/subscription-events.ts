import { book, type LedgerEntry, type LedgerKind } from '../../core/money/ledger-queries.ts'
import { queueMoneyEmail } from '../../core/notifications/emails/money/money-jobs.ts'
import type { SubscriptionNews } from '../../core/notifications/emails/money/subscription-emails.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { PaymentsUnavailable, type InvoiceState } from '../../gateways/payments/payments.ts'
import {
  countPaidMonths,
  findBegun,
  findBy,
  findCurrent,
  saveCheckout,
  listLapsed,
  recordRights,
  recordState,
  tellBilled,
  type SubscriptionRow,
  findOfCharge,
} from './subscription-queries.ts'

/** Another process recorded a state meanwhile, which may be newer than ours, so the object is read again. */
const TRIES = 5

export interface SubscriptionSync {
  subscription: (providerId: string) => Promise<void>
  checkout: (row: SubscriptionRow) => Promise<void>
  checkoutOf: (checkoutId: string) => Promise<void>
  invoice: (id: string) => Promise<void>
  /** Reads everything that the provider knows about a person's subscription, with the months that were paid. */
  person: (userId: string) => Promise<void>
  /** Removes the creator rights of those whose grace period is over. */
  lapse: () => Promise<void>
}

/** Reads subscriptions back from the provider and records their state. Safe to repeat, in any order. */
export function createSubscriptionSync(deps: Deps): SubscriptionSync {
  const { db, payments, live } = deps

  const rowOf = async (providerId: string): Promise<SubscriptionRow | undefined> =>
    (await findBy(db, 'provider_id', providerId)) ??
    (await findBegun(db, await payments.getSubscription(providerId)))

  const subscription: SubscriptionSync['subscription'] = async (providerId) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const row = await rowOf(providerId)
      if (row === undefined) return
      // The version is read before the provider is asked; otherwise an older answer could overwrite a newer one.
      if (await record(deps, row, await payments.getSubscription(providerId))) {
        live.billingMoved(row.user_id)
        return
      }
    }
    throw new PaymentsUnavailable(`subscription ${providerId} keeps changing`)
  }

  const invoice = async (one: InvoiceState): Promise<void> => {
    const { subscriptionId, chargeId, feeCents, cents } = one
    if (!one.isPaid || cents === 0 || subscriptionId === null) return
    if (chargeId === null || feeCents === null)
      throw new PaymentsUnavailable(`the fee of ${one.id} is not known yet`)
    const row = await rowOf(subscriptionId)
    if (row === undefined) return
    await db.transaction().execute(async (trx) => {
      const isNew = await book(
        trx,
        { kind: 'subscription', causeId: chargeId, subscriptionId: row.id },
        [
          { account: 'provider', cents: cents - feeCents },
          { account: 'card_fees', cents: feeCents },
          { account: 'revenue', cents: -cents },
        ],
      )
      // The email about the first month says that the subscription is active.
      if (isNew && isRecent(deps, one.paidAt) && (await countPaidMonths(trx, row.id)) > 1)
        await emailSubscriber(trx, deps, row.user_id, { news: 'subscription_renewed', cents })
    })
  }

  const checkout: SubscriptionSync['checkout'] = async (row) => {
    if (row.checkout_id === null) return
    const { state, subscriptionId } = await payments.getCheckout(row.checkout_id)
    if (state === 'expired') await saveCheckout(db, row, null)
    if (state !== 'complete' || subscriptionId === null) return
    await subscription(subscriptionId)
    for (const one of await payments.listInvoices(subscriptionId)) await invoice(one)
  }

  return {
    subscription,
    checkout,
    checkoutOf: async (checkoutId) => {
      const row = await findBy(db, 'checkout_id', checkoutId)
      if (row !== undefined && row.provider_id === null) await checkout(row)
    },
    invoice: async (id) => {
      const one = await payments.getInvoice(id)
      await invoice(one)
      if (one.subscriptionId !== null) await subscription(one.subscriptionId)
    },
    person: async (userId) => {
      const row = await findCurrent(db, userId)
      if (row === undefined) return
      if (row.provider_id === null) return checkout(row)
      await subscription(row.provider_id)
      for (const one of await payments.listInvoices(row.provider_id)) await invoice(one)
    },
    lapse: async () => {
      for (const row of await listLapsed(db, deps.now())) {
        const went = await db.transaction().execute((trx) => follow(trx, row, deps.now()))
        if (went) live.billingMoved(row.user_id)
      }
    },
  }
}

/** Returns false if the row changed since it was read. */
function record(
  deps: Deps,
  before: SubscriptionRow,
  state: Parameters<typeof recordState>[2],
): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.now()
    const row = await recordState(trx, before, state, now)
    if (row === undefined) return false
    if (row.state === 'past_due' && before.state !== 'past_due')
      await tellBilled(trx, row.user_id, 'subscription_past_due')
    if (
      row.state === 'active' &&
      row.ends_at_period_end !== before.ends_at_period_end &&
      before.state === 'active'
    ) {
      const news = row.ends_at_period_end ? 'subscription_cancelled' : 'subscription_resumed'
      await emailSubscriber(trx, deps, row.user_id, { news, cents: null })
    }
    await follow(trx, row, now)
    return true
  })
}

/** Receipts of payments from before this are not sent: they were found when the books were read again. */
const RECENT_MS = 2 * 86_400_000
const isRecent = ({ now }: Deps, paidAt: Date | null): boolean =>
  paidAt === null || now().getTime() - paidAt.getTime() < RECENT_MS

const emailSubscriber = (
  trx: Database,
  deps: Deps,
  userId: string,
  { news, cents }: { news: SubscriptionNews; cents: number | null },
): Promise<void> =>
  queueMoneyEmail(trx, deps, {
    userId,
    at: deps.now(),
    told: { about: 'subscription', news, cents },
  })

/** Updates the creator's rights, and notifies them of a change. */
async function follow(
  trx: Parameters<typeof recordRights>[0],
  row: SubscriptionRow,
  now: Date,
): Promise<boolean> {
  const moved = await recordRights(trx, row, now)
  if (moved === 'came') await tellBilled(trx, row.user_id, 'subscription_active')
  if (moved === 'went') await tellBilled(trx, row.user_id, 'subscription_ended')
  return moved !== null
}

/**
 * Records refunds and chargebacks of subscription payments. An admin refunds them at the provider, or a bank disputes
 * them; Plinth starts neither, but its ledger must record both. The money of projects and promotions is handled in
 * core.
 */
export function createReturns(deps: Deps) {
  const { db, payments } = deps
  /** Books the movements that are new, and emails the news that comes with the last of them. */
  const write = async (
    { chargeId, causeId, cents }: { chargeId: string; causeId: string; cents: number },
    movements: readonly Movement[],
  ) => {
    const subscription = await findOfCharge(db, chargeId)
    if (subscription === undefined) return
    const { id: subscriptionId, userId } = subscription
    await db.transaction().execute(async (trx) => {
      let last: SubscriptionNews | undefined
      for (const [kind, entries, news] of movements) {
        if (await book(trx, { kind, causeId, subscriptionId }, entries)) last = news
      }
      if (last !== undefined) await emailSubscriber(trx, deps, userId, { news: last, cents })
    })
  }

  return {
    refund: async (id: string): Promise<void> => {
      const { chargeId, cents, state } = await payments.getRefund(id)
      const movements: Movement[] = [
        ['refund', moved('revenue', 'provider', cents), 'subscription_refunded'],
      ]
      if (state === 'failed')
        movements.push([
          'refund_returned',
          moved('provider', 'revenue', cents),
          'subscription_refund_failed',
        ])
      await write({ chargeId, causeId: id, cents }, movements)
    },
    dispute: async (id: string): Promise<void> => {
      const { chargeId, cents, feeCents, state } = await payments.getDispute(id)
      const fee = moved('losses', 'provider', feeCents)
      const movements: Movement[] = [
        [
          'chargeback',
          [...moved('chargebacks', 'provider', cents), ...fee],
          'subscription_disputed',
        ],
      ]
      if (state === 'won')
        movements.push(['chargeback_returned', moved('provider', 'chargebacks', cents)])
      if (state === 'lost')
        movements.push(['chargeback_lost', moved('losses', 'chargebacks', cents)])
      await write({ chargeId, causeId: id, cents }, movements)
    },
  }
}

type Movement = [kind: LedgerKind, entries: readonly LedgerEntry[], news?: SubscriptionNews]
type Account = 'provider' | 'revenue' | 'chargebacks' | 'losses'

const moved = (to: Account, from: Account, cents: number): LedgerEntry[] => [
  { account: to, cents },
  { account: from, cents: -cents },
]
