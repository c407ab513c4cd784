import {
  becomeCreator,
  cancelSubscription,
  confirmSubscription,
  getOrCreateSubscription,
  getSubscription,
  openPortal,
  resumeSubscription,
  type Subscription,
} from '@plinth/contract/money/billing.ts'
import { callProvider } from '../../core/money/provider.ts'
import type { Money } from '../../core/money/money.ts'
import type { Context, Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import {
  findCurrent,
  findOrCreate,
  findRights,
  findShown,
  findShownRemoval,
  type SubscriptionRow,
  saveCheckout,
} from './subscription-queries.ts'
import { findRemoval } from '../../core/users/removal-queries.ts'
import type { CreatorRemovals } from '../../core/users/removals.ts'
import { createRemovals } from './removal-steps.ts'
import {
  createReturns,
  createSubscriptionSync,
  type SubscriptionSync,
} from './subscription-events.ts'
import { PAST_DUE_DAYS, SUBSCRIPTION_CENTS } from '@plinth/contract/limits.ts'
import type { Database } from '../../db/pool.ts'
import { customerOf } from '../../core/money/customer-queries.ts'

const LAPSE_JOB = 'billing.lapse'
const ALREADY = { message: 'Already a creator' }

export interface Subscriptions {
  /** How staff take the creator rights of subscribers. */
  removals: CreatorRemovals
  /** When somebody deletes their account: their subscription, if any, is not renewed. */
  endSubscription: (userId: string) => Promise<void>
}

export function registerSubscriptions({ mount, deps }: Context, money: Money): Subscriptions {
  const { db, payments, jobs } = deps
  const sync = createSubscriptionSync(deps)
  const returns = createReturns(deps)

  mount(getSubscription, ({ viewer }) => viewSubscription(db, viewer.id))

  mount(confirmSubscription, async ({ viewer }) => {
    await callProvider(() => sync.person(viewer.id))
    return viewSubscription(db, viewer.id)
  })

  mount(becomeCreator, async ({ viewer }) => {
    if ((await findRights(db, viewer.id)).isSubscriber) return ALREADY
    if ((await findRemoval(db, viewer.id)) !== undefined) throw removed()
    const url = await callProvider(() => openSubscriptionPage(deps, sync, viewer.id))
    return url === null ? ALREADY : { subscriptionUrl: url }
  })

  mount(getOrCreateSubscription, async ({ viewer }) => ({
    subscriptionId: (await findOrCreate(db, viewer.id)).id,
  }))

  const setEnd = async (userId: string, ends: boolean): Promise<Subscription> => {
    const row = await findCurrent(db, userId)
    const providerId = row?.provider_id
    if (row === undefined || providerId == null)
      throw new AppError('conflict', 'You have no subscription to change.')
    if (row.stopped_at !== null) throw removed()
    if (row.ends_at_period_end !== ends) {
      await callProvider(async () => {
        // The key names the change, so that a double click makes it once.
        const key = `subscription-end-${row.id}-${row.version}-${ends}`
        await payments.endSubscriptionWithPeriod(providerId, ends, key)
        await sync.subscription(providerId)
      })
    }
    return viewSubscription(db, userId)
  }
  mount(cancelSubscription, ({ viewer }) => setEnd(viewer.id, true))
  mount(resumeSubscription, ({ viewer }) => setEnd(viewer.id, false))

  mount(openPortal, async ({ viewer }) => {
    const row = await findCurrent(db, viewer.id)
    if (row?.provider_id == null)
      throw new AppError(
        'conflict',
        'You haven’t paid for anything yet, so there is no billing page.',
      )
    return { url: await callProvider(() => portalOf(deps, viewer.id)) }
  })

  money.onEvent(
    [
      'customer.subscription.created',
      'customer.subscription.updated',
      'customer.subscription.deleted',
    ],
    ({ objectId }) => sync.subscription(objectId),
  )
  money.onEvent(['invoice.paid', 'invoice.payment_failed'], ({ objectId }) =>
    sync.invoice(objectId),
  )
  money.onEvent(['checkout.session.completed', 'checkout.session.expired'], ({ objectId }) =>
    sync.checkoutOf(objectId),
  )

  money.onEvent(['refund.created', 'refund.updated', 'refund.failed'], ({ objectId }) =>
    returns.refund(objectId),
  )
  money.onEvent(['charge.dispute.created', 'charge.dispute.closed'], ({ objectId }) =>
    returns.dispute(objectId),
  )

  jobs.work(LAPSE_JOB, () => sync.lapse(), { schedule: '*/10 * * * *' })

  return {
    removals: createRemovals(deps, money, sync),
    endSubscription: async (userId) => {
      const row = await findCurrent(db, userId)
      if (row?.provider_id != null && row.stopped_at === null) await setEnd(userId, true)
    },
  }
}

const removed = () =>
  new AppError('conflict', 'An admin ended your creator rights. You can appeal once.')

const DAY_MS = 86_400_000

/** A person's subscription as they see it. */
async function viewSubscription(db: Database, userId: string): Promise<Subscription> {
  const [row, { isGranted }, removal] = await Promise.all([
    findShown(db, userId),
    findRights(db, userId),
    findShownRemoval(db, userId),
  ])
  return {
    state: (row?.state ?? 'none') as Subscription['state'],
    price: SUBSCRIPTION_CENTS / 100,
    isGranted,
    removed: removal ?? null,
    periodEnd: row?.period_end?.toISOString() ?? null,
    endsAtPeriodEnd: row?.ends_at_period_end ?? false,
    rightsUntil: row === undefined ? null : rightsUntil(row),
    card:
      row === undefined || row.card_brand === null || row.card_last4 === null
        ? null
        : { brand: row.card_brand, last4: row.card_last4 },
  }
}

const rightsUntil = ({ past_due_since: since }: SubscriptionRow): string | null =>
  since && new Date(since.getTime() + PAST_DUE_DAYS * DAY_MS).toISOString()

/** A checkout that expires sooner is replaced. */
const LEAST_TIME_MS = 10 * 60_000

/**
 * Opens the page where somebody subscribes; null if it turns out that they already have. Concurrent calls use one key
 * at the provider and get one page.
 */
async function openSubscriptionPage(
  deps: Deps,
  sync: SubscriptionSync,
  userId: string,
): Promise<string | null> {
  const { db, payments, env, now } = deps
  const row = await findOrCreate(db, userId)
  // If a card failed, the subscription continues with another card.
  if (row.provider_id !== null) return portalOf(deps, userId)
  if (row.checkout_url !== null && endsAfter(row, now().getTime() + LEAST_TIME_MS))
    return row.checkout_url
  if (row.checkout_id !== null && !(await payments.expireCheckout(row.checkout_id))) {
    await sync.checkout(row)
    if ((await findOrCreate(db, userId)).provider_id !== null) return null
  }
  const back = `${env.publicUrl}/subscribe`
  const checkout = await payments.openSubscriptionCheckout(
    {
      subscriptionId: row.id,
      customerId: await customerOf(deps, userId),
      cents: SUBSCRIPTION_CENTS,
      successUrl: `${back}?checkout=done`,
      cancelUrl: `${back}?checkout=cancelled`,
    },
    `subscribe-${row.id}-${row.checkout_id ?? 'first'}`,
  )
  await saveCheckout(db, row, checkout)
  return checkout.url
}

const endsAfter = ({ checkout_expires_at: end }: SubscriptionRow, time: number): boolean =>
  end !== null && end.getTime() > time

async function portalOf(deps: Deps, userId: string): Promise<string> {
  return deps.payments.openPortal(await customerOf(deps, userId), `${deps.env.publicUrl}/subscribe`)
}
