import type { Money } from '../../core/money/money.ts'
import type { Context } from '../../deps.ts'
import { registerPayouts } from './payout-routes.ts'
import { registerStatement } from './statement-routes.ts'
import { registerSubscriptions, type Subscriptions } from './subscription-routes.ts'

/** Registers subscriptions, payouts and statements. Returns what other features may do with subscriptions. */
export function registerBilling(context: Context, money: Money): Subscriptions {
  const subscriptions = registerSubscriptions(context, money)
  registerPayouts(context, money)
  registerStatement(context)
  return subscriptions
}
