import type { Database } from '../../../db/pool.ts'
import { queueMoneyEmail, type MoneyMailing, type MoneyNews } from '../emails/money/money-jobs.ts'
import { isEmailedAtOnce } from '../emails/money/project-emails.ts'
import { listMoneyRows, type MoneyRow } from './money-rows-queries.ts'
import type { NotificationChange } from './notify-queries.ts'

type Told = Pick<NotificationChange, 'userId' | 'projectEventId' | 'billingEvent'>
const keyOf = ({ userId, projectEventId, billingEvent }: Told): string =>
  [userId, projectEventId, billingEvent].join(' ')

/** An event after this time is a reminder of it. */
const REMINDER_MS = 86_400_000

/**
 * Queues an email for everybody whose money these outbox rows are about. Returns which notifications the digest need
 * not repeat.
 */
export async function emailMoney(
  trx: Database,
  mailing: MoneyMailing,
  ids: readonly bigint[],
): Promise<(told: Told) => boolean> {
  const done = new Set<string>()
  if (!mailing.mail.isOn || ids.length === 0) return () => false
  for (const row of await listMoneyRows(trx, ids)) {
    const { id, at, eventId, billing, billedId, people } = row
    const send = async (userId: string, told: MoneyNews): Promise<void> => {
      await queueMoneyEmail(trx, mailing, {
        id: `${eventId ?? 'billing'}-${id}-${userId}`,
        userId,
        told,
        at,
      })
      done.add(keyOf({ userId, projectEventId: eventId, billingEvent: billing }))
    }
    if (billedId !== null) {
      const told = billingNews(row)
      if (told !== null) await send(billedId, told)
      else if (isEmailedWithReason(row))
        done.add(keyOf({ userId: billedId, projectEventId: null, billingEvent: billing }))
      continue
    }
    if (eventId === null || row.kind === null) continue
    const isReminder = row.kind === 'delivered' && Date.now() - at.getTime() > REMINDER_MS
    for (const { role, userId } of people) {
      if (isEmailedAtOnce({ kind: row.kind, cents: row.cents }, role))
        await send(userId, { about: 'project', eventId, isReminder })
      else if (isSaidAlready(row))
        done.add(keyOf({ userId, projectEventId: eventId, billingEvent: null }))
    }
  }
  return (told) => done.has(keyOf(told))
}

/** The email about the payment says this too. */
const isSaidAlready = ({ kind, isByPlinth }: MoneyRow): boolean =>
  isByPlinth && (kind === 'completed' || kind === 'accepted')

/** What staff decided was emailed with their reason in the same transaction. */
const isEmailedWithReason = ({ billing }: MoneyRow): boolean =>
  billing === 'creator_removed' || billing === 'creator_restored'

function billingNews({ billing, postId }: MoneyRow): MoneyNews | null {
  switch (billing) {
    case 'subscription_active':
    case 'subscription_past_due':
    case 'subscription_ended': {
      return { about: 'subscription', news: billing, cents: null }
    }
    case 'promotion_running':
    case 'promotion_refused':
    case 'promotion_ended': {
      return { about: 'promotion', news: billing, promotionId: null, postId }
    }
    default: {
      return null
    }
  }
}
