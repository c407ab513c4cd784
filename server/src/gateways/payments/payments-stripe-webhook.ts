import type Stripe from 'stripe'
import { readEvent } from './payments-stripe-read.ts'
import { WebhookError, type ProviderEvent } from './payments.ts'

/** A webhook signed longer ago, or so far in the future, is not believed. */
const TOLERANCE_SECONDS = 300

export function readStripeWebhook(
  stripe: Stripe,
  secret: string,
  { body, signature }: { body: Buffer; signature: string | undefined },
): ProviderEvent {
  if (signature === undefined) throw new WebhookError('not signed')
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS)
  } catch (error) {
    throw new WebhookError(error instanceof Error ? error.message : 'not readable', {
      cause: error,
    })
  }
  // The SDK refuses what is old, but not what is from the future.
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  if (!(signedAt <= Date.now() / 1_000 + TOLERANCE_SECONDS))
    throw new WebhookError('signed in the future')
  return readEvent(event)
}
