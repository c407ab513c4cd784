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
import { askProvider } from '../../core/money/ask-provider.ts'
import type { Money } from '../../core/money/money.ts'
import type { Context } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { openSubscribing, portalOf } from './subscription-checkout.ts'
import { findCurrent, findOrBegin, findRights } from './subscription-queries.ts'
import { createReturns } from './subscription-returns.ts'
import { createSubscriptionSync } from './subscription-sync.ts'
import { viewSubscription } from './subscription-view.ts'

const LAPSE_JOB = 'billing.lapse'
const ALREADY = { message: 'Already a creator' }

export interface Subscriptions {
  /** Somebody leaves: theirs, if they have one, is not renewed. */
  endSubscription: (userId: string) => Promise<void>
}

export function registerSubscriptions({ mount, deps }: Context, money: Money): Subscriptions {
  const { db, payments, jobs } = deps
  const sync = createSubscriptionSync(deps)
  const returns = createReturns(deps)

  mount(getSubscription, ({ viewer }) => viewSubscription(db, viewer.id))

  mount(confirmSubscription, async ({ viewer }) => {
    await askProvider(() => sync.person(viewer.id))
    return viewSubscription(db, viewer.id)
  })

  mount(becomeCreator, async ({ viewer }) => {
    if ((await findRights(db, viewer.id)).isCreator) return ALREADY
    const url = await askProvider(() => openSubscribing(deps, sync, viewer.id))
    return url === null ? ALREADY : { subscriptionUrl: url }
  })

  mount(getOrCreateSubscription, async ({ viewer }) => ({
    subscriptionId: (await findOrBegin(db, viewer.id)).id,
  }))

  const setEnd = async (userId: string, ends: boolean): Promise<Subscription> => {
    const row = await findCurrent(db, userId)
    const providerId = row?.provider_id
    if (row === undefined || providerId == null)
      throw new AppError('conflict', 'There is no subscription to change.')
    if (row.ends_at_period_end !== ends) {
      await askProvider(async () => {
        // Named by what it changes, so that a double click changes it once.
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
      throw new AppError('conflict', 'There is no subscription to look after yet.')
    return { url: await askProvider(() => portalOf(deps, viewer.id)) }
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
    endSubscription: async (userId) => {
      const row = await findCurrent(db, userId)
      if (row?.provider_id != null) await setEnd(userId, true)
    },
  }
}
