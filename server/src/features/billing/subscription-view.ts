import type { Subscription } from '@plinth/contract/money/billing.ts'
import { PAST_DUE_DAYS, SUBSCRIPTION_CENTS } from '@plinth/contract/limits.ts'
import type { Database } from '../../db/pool.ts'
import { findRights, findShown, type SubscriptionRow } from './subscription-queries.ts'

const DAY_MS = 86_400_000

/** What the person sees of their subscription. */
export async function viewSubscription(db: Database, userId: string): Promise<Subscription> {
  const [row, { isGranted }] = await Promise.all([findShown(db, userId), findRights(db, userId)])
  return {
    state: (row?.state ?? 'none') as Subscription['state'],
    price: SUBSCRIPTION_CENTS / 100,
    isGranted,
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
