import { callProvider } from '../../core/money/provider.ts'
import type { Money } from '../../core/money/money.ts'
import { queueEmail } from '../../core/notifications/emails/plain.ts'
import type { CreatorRemovals } from '../../core/users/removals.ts'
import {
  deleteRemoval,
  findVerifiedEmail,
  recordRemoval,
} from '../../core/users/removal-queries.ts'
import type { Deps } from '../../deps.ts'
import type { SubscriptionSync } from './subscription-events.ts'
import {
  findById,
  findUnused,
  lockCurrent,
  stopSubscription,
  tellBilled,
} from './subscription-queries.ts'

const STOP_JOB = 'billing.stop'

/** How staff take creator rights from subscribers, and give them back. */
export function createRemovals(
  deps: Deps,
  money: Pick<Money, 'refundSubscription'>,
  sync: SubscriptionSync,
): CreatorRemovals {
  const { db, env, jobs, live, now, payments } = deps

  jobs.work<{ subscriptionId: string }>(
    STOP_JOB,
    async ({ subscriptionId }) => {
      const providerId = (await findById(db, subscriptionId))?.provider_id
      if (providerId == null) return
      const { state } = await payments.getSubscription(providerId)
      if (state !== 'canceled')
        await payments.cancelSubscription(providerId, `subscription-stop-${subscriptionId}`)
      await sync.subscription(providerId)
    },
    { retries: 8 },
  )

  return {
    prepare: (userId) => callProvider(() => sync.person(userId)),
    hold: async (trx, userId) => {
      await lockCurrent(trx, userId)
    },
    remove: async (trx, { userId, reason }) => {
      const row = await lockCurrent(trx, userId)
      if (row !== undefined) {
        const unused = await findUnused(trx, row.id, now())
        await stopSubscription(trx, row.id, now())
        if (unused !== undefined)
          await money.refundSubscription(trx, { ...unused, subscriptionId: row.id, now: now() })
        await jobs.send(trx, STOP_JOB, { subscriptionId: row.id })
      }
      await recordRemoval(trx, { userId, reason, now: now() })
      await tellBilled(trx, userId, 'creator_removed')
      await queueEmail(trx, deps, {
        to: await findVerifiedEmail(trx, userId),
        subject: 'Your creator rights on Plinth have ended',
        paragraphs: [
          `We ended your creator rights and your subscription. Reason: ${reason}`,
          'We won’t charge your card again, and we refund the days you didn’t use. Your work stays online, and your open projects continue.',
          `You can appeal once, and a person will read it: ${env.publicUrl}/subscribe`,
        ],
      })
      return () => live.billingMoved(userId)
    },
    giveBack: async (trx, { userId, answer }) => {
      const given = await deleteRemoval(trx, userId)
      if (given === null) return false
      await tellBilled(trx, userId, 'creator_restored')
      await queueEmail(trx, deps, {
        to: given.email,
        subject: 'You can be a creator on Plinth again',
        paragraphs: [
          `We gave your creator rights back. If you had a subscription, subscribe again to use them: ${env.publicUrl}/subscribe`,
          ...(answer === null ? [] : [`Our answer to your appeal: ${answer}`]),
        ],
      })
      return true
    },
    keep: async (trx, { userId, answer }) =>
      queueEmail(trx, deps, {
        to: await findVerifiedEmail(trx, userId),
        subject: 'Your creator rights on Plinth stay ended',
        paragraphs: ['We read your appeal, and it stays as it is.', `Our answer: ${answer}`],
      }),
  }
}
