import { SUBSCRIPTION_CENTS } from '@plinth/contract/limits.ts'
import { customerOf } from '../../core/money/customers.ts'
import type { Deps } from '../../deps.ts'
import { findOrBegin, keepCheckout, type SubscriptionRow } from './subscription-queries.ts'
import type { SubscriptionSync } from './subscription-sync.ts'

/** A checkout that ends sooner is replaced. */
const LEAST_TIME_MS = 10 * 60_000

/**
 * The page where somebody subscribes; null when they turn out to have done so. Calls at once ask the provider under one
 * key, and get one page.
 */
export async function openSubscribing(
  deps: Deps,
  sync: SubscriptionSync,
  userId: string,
): Promise<string | null> {
  const { db, payments, env, now } = deps
  const row = await findOrBegin(db, userId)
  // A subscription whose card failed goes on with another card.
  if (row.provider_id !== null) return portalOf(deps, userId)
  if (row.checkout_url !== null && endsAfter(row, now().getTime() + LEAST_TIME_MS))
    return row.checkout_url
  if (row.checkout_id !== null && !(await payments.expireCheckout(row.checkout_id))) {
    await sync.checkout(row)
    if ((await findOrBegin(db, userId)).provider_id !== null) return null
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
  await keepCheckout(db, row, checkout)
  return checkout.url
}

const endsAfter = ({ checkout_expires_at: end }: SubscriptionRow, time: number): boolean =>
  end !== null && end.getTime() > time

export async function portalOf(deps: Deps, userId: string): Promise<string> {
  return deps.payments.openPortal(await customerOf(deps, userId), `${deps.env.publicUrl}/subscribe`)
}
