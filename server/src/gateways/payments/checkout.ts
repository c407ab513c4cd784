import type Stripe from 'stripe'
import { ask } from './requests.ts'
import { CURRENCY, readOpenCheckout } from './read.ts'
import type { CheckoutOrder, OpenCheckout, SubscriptionOrder } from './payments.ts'

/** Limits for lines on the provider's bill. */
const MAX_TITLE = 200
const MAX_DESCRIPTION = 500

const shorten = (text: string, max: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`
}

export async function openCheckout(
  stripe: Stripe,
  order: CheckoutOrder,
  key: string,
): Promise<OpenCheckout> {
  const title = shorten(order.title, MAX_TITLE)
  const description = shorten(order.description, MAX_DESCRIPTION)
  const metadata = { payment: order.paymentId }
  const session = await ask('checkout.session', () =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        customer: order.customerId,
        client_reference_id: order.paymentId,
        metadata: { ...order.facts, ...metadata },
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: CURRENCY,
              unit_amount: order.cents,
              product_data: {
                name: title,
                ...(description === '' ? {} : { description }),
                ...(order.picture === null ? {} : { images: [order.picture] }),
              },
            },
          },
        ],
        ...(order.promise === null ? {} : { custom_text: { submit: { message: order.promise } } }),
        payment_intent_data: { transfer_group: order.group, description: title, metadata },
        success_url: order.successUrl,
        cancel_url: order.cancelUrl,
      },
      { idempotencyKey: key },
    ),
  )
  return readOpenCheckout(session)
}

export async function openSubscriptionCheckout(
  stripe: Stripe,
  order: SubscriptionOrder,
  key: string,
): Promise<OpenCheckout> {
  const metadata = { subscription: order.subscriptionId }
  const session = await ask('checkout.session', () =>
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer: order.customerId,
        client_reference_id: order.subscriptionId,
        metadata,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: CURRENCY,
              unit_amount: order.cents,
              recurring: { interval: 'month' },
              product_data: { name: 'Plinth creator' },
            },
          },
        ],
        subscription_data: { description: 'Plinth creator', metadata },
        success_url: order.successUrl,
        cancel_url: order.cancelUrl,
      },
      { idempotencyKey: key },
    ),
  )
  return readOpenCheckout(session)
}
