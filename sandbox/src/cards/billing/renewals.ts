import type { Call } from '../call.ts'
import { emit } from '../webhooks/events.ts'
import { createInvoice, payInvoice } from './invoices.ts'
import type { Invoice, PaymentMethod, Subscription } from '../kinds.ts'
import { nextPeriod, cancelSubscription, dueOf, update } from './subscriptions.ts'
import { find, get, save } from '../store.ts'

const DAY = 24 * 60 * 60
/** Days until each retry of a failed payment; after the last one the subscription ends. */
const RETRY_DAYS = [3, 5, 7]

export async function cardOf(
  call: Call,
  subscription: Subscription,
): Promise<PaymentMethod | null> {
  const customer = await get(call, 'customer', subscription.customer)
  const id = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  return id === null ? null : find(call, 'payment_method', id)
}

/** Renews a subscription, or retries its payment, when it is due. */
export async function subscriptionDue(call: Call, subscription: Subscription): Promise<void> {
  const [item] = subscription.items.data
  if (call.now >= item.current_period_end) {
    await (subscription.cancel_at_period_end
      ? cancelSubscription(call, subscription, 'cancellation_requested')
      : renew(call, subscription))
    return
  }
  const invoice = await get(call, 'invoice', subscription.latest_invoice ?? '')
  await collect(call, subscription, invoice)
}

async function renew(call: Call, subscription: Subscription): Promise<void> {
  const [item] = subscription.items.data
  const recurring = item.price.recurring
  if (recurring === null) return
  const next = {
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: nextPeriod(
      subscription.billing_cycle_anchor,
      recurring,
      item.current_period_end,
    ),
  }
  const renewed: Subscription = { ...subscription, items: { ...subscription.items, data: [next] } }
  const invoice = await createInvoice(call, renewed, 'subscription_cycle')
  await collect(call, { ...renewed, latest_invoice: invoice.id }, invoice)
}

async function collect(call: Call, subscription: Subscription, open: Invoice): Promise<void> {
  const card = await cardOf(call, subscription)
  const { invoice } = await payInvoice(call, open, card, 'away')
  if (invoice.status === 'paid') {
    await update(call, subscription, { status: 'active', latest_invoice: invoice.id })
    return
  }
  const days = RETRY_DAYS[invoice.attempt_count - 1]
  const waiting = await save(call, {
    ...invoice,
    next_payment_attempt: days === undefined ? null : call.now + days * DAY,
  })
  await emit(call, 'invoice.payment_failed', waiting)
  if (days === undefined) await cancelSubscription(call, subscription, 'payment_failed')
  else await update(call, subscription, { status: 'past_due', latest_invoice: invoice.id })
}

/** The buyer pays an open invoice in person, with a new card or by approving. */
export async function settleInvoice(
  call: Call,
  open: Invoice,
  card: PaymentMethod,
  presence: 'present' | 'approved',
): Promise<Awaited<ReturnType<typeof payInvoice>>> {
  const outcome = await payInvoice(call, open, card, presence)
  const subscription = await get(call, 'subscription', open._subscription)
  if (outcome.invoice.status === 'paid') {
    if (subscription.status === 'past_due') await update(call, subscription, { status: 'active' })
    return outcome
  }
  // An attempt by the buyer does not change the schedule of retries.
  const { attempt_count: count, next_payment_attempt: next } = open
  const invoice = await save(call, {
    ...outcome.invoice,
    attempt_count: count,
    next_payment_attempt: next,
  })
  await save(call, subscription, { dueAt: dueOf(subscription, invoice) })
  if (outcome.failure !== null) await emit(call, 'invoice.payment_failed', invoice)
  return { ...outcome, invoice }
}
