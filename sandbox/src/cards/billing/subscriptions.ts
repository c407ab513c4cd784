import { invalid } from '../errors.ts'
import type { Call } from '../call.ts'
import { mergeMetadata, setDefaultCard } from '../payments/customers.ts'
import { emit } from '../webhooks/events.ts'
import { newId, get, save, list, named } from '../store.ts'
import { createInvoice, payInvoice } from './invoices.ts'
import type { CheckoutSession, Invoice, PaymentMethod, Subscription, Recurring } from '../kinds.ts'
import { anything, boolean, metadata, oneOf, shape, text } from '../params.ts'
import { pageOf, PAGING, route, type Route } from '../routes.ts'

const DAY = 24 * 60 * 60

/** The end of period number `count` after the anchor, in seconds: the same day of the month, or its last day. */
export function periodEnd(
  anchor: number,
  { interval, interval_count: every }: Recurring,
  count: number,
): number {
  const steps = count * every
  if (interval === 'day') return anchor + steps * DAY
  if (interval === 'week') return anchor + steps * 7 * DAY
  const start = new Date(anchor * 1_000)
  const months = start.getUTCMonth() + steps * (interval === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const time = anchor % DAY
  const day = Math.min(start.getUTCDate(), lastDay)
  return Date.UTC(start.getUTCFullYear(), months, day) / 1_000 + time
}

/** The first period end after `from`, counted from the anchor so that the 31st comes back after February. */
export function nextPeriod(anchor: number, recurring: Recurring, from: number): number {
  let count = 1
  while (periodEnd(anchor, recurring, count) <= from) count++
  return periodEnd(anchor, recurring, count)
}

const CANCELLATION = shape({
  comment: text,
  feedback: oneOf(
    'customer_service',
    'low_quality',
    'missing_features',
    'other',
    'switched_service',
    'too_complex',
    'too_expensive',
    'unused',
  ),
})
type Cancellation = { comment?: string; feedback?: string } | undefined

/** When the clock must act on a subscription again, or null. */
export const dueOf = (subscription: Subscription, invoice?: Invoice): number | null =>
  subscription.status === 'canceled'
    ? null
    : Math.min(
        subscription.items.data[0].current_period_end,
        invoice?.next_payment_attempt ?? Number.MAX_SAFE_INTEGER,
      )

/** Starts a subscription and pays its first invoice with the buyer's card. */
export async function startSubscription(
  call: Call,
  session: CheckoutSession,
  customer: string,
  method: PaymentMethod,
): Promise<{ subscription: Subscription; invoice: Invoice }> {
  const id = newId('sub')
  const [line] = session._items
  if (line === undefined || line.price.recurring === null) throw invalid('No recurring price.')
  const own = await save(call, { ...method, customer })
  await setDefaultCard(call, customer, own.id)
  const item = {
    billing_thresholds: null,
    discounts: [],
    metadata: {},
    tax_rates: [],
    id: newId('si', 14),
    object: 'subscription_item' as const,
    created: call.now,
    current_period_start: call.now,
    current_period_end: nextPeriod(call.now, line.price.recurring, call.now),
    plan: {
      id: line.price.id,
      object: 'plan',
    },
    price: line.price,
    quantity: line.quantity,
    subscription: id,
  }
  const draft: Subscription = {
    ...SUBSCRIPTION,
    id,
    object: 'subscription',
    created: call.now,
    billing_cycle_anchor: call.now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: {
      comment: null,
      feedback: null,
      reason: null,
    },
    customer,
    default_payment_method: own.id,
    description: session._subscription.description ?? null,
    ended_at: null,
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    metadata: session._subscription.metadata ?? {},
    start_date: call.now,
    status: 'active',
  }
  const open = await createInvoice(call, draft, 'subscription_create')
  const { invoice } = await payInvoice(call, open, own, 'approved')
  const subscription = { ...draft, latest_invoice: invoice.id }
  await save(call, subscription, { dueAt: dueOf(subscription) })
  await emit(call, 'customer.subscription.created', subscription)
  return { subscription, invoice }
}

const SUBSCRIPTION = {
  application: null,
  application_fee_percent: null,
  billing_cycle_anchor_config: null,
  automatic_tax: {
    disabled_reason: null,
    enabled: false,
    liability: null,
  },
  billing_mode: {
    flexible: null,
    type: 'classic',
  },
  billing_schedules: [],
  billing_thresholds: null,
  collection_method: 'charge_automatically',
  currency: 'usd',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  discounts: [],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: 'off',
  },
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_start: null,
  trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
}

/** `reason` says whether the buyer or a failing card ended it. */
export async function cancelSubscription(
  call: Call,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
  details?: Cancellation,
): Promise<Subscription> {
  if (subscription.status === 'canceled')
    throw invalid(`No such subscription: '${subscription.id}'`, {
      code: 'resource_missing',
      param: 'id',
    })
  const canceled: Subscription = {
    ...subscription,
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? call.now,
    cancellation_details: { ...subscription.cancellation_details, ...details, reason },
    ended_at: call.now,
  }
  await save(call, canceled, { dueAt: null })
  await emit(call, 'customer.subscription.deleted', canceled)
  return canceled
}

/** Schedules the end of a subscription for the end of its period, or clears it. */
export async function setCancelAtPeriodEnd(
  call: Call,
  subscription: Subscription,
  isEnding: boolean,
  details?: Cancellation,
): Promise<Subscription> {
  const [item] = subscription.items.data
  const reason = isEnding ? 'cancellation_requested' : null
  return update(call, subscription, {
    cancel_at_period_end: isEnding,
    cancel_at: isEnding ? item.current_period_end : null,
    canceled_at: isEnding ? call.now : null,
    cancellation_details: { ...subscription.cancellation_details, ...details, reason },
  })
}

export async function update(
  call: Call,
  subscription: Subscription,
  change: Partial<Subscription>,
): Promise<Subscription> {
  const previous = Object.fromEntries(
    Object.keys(change).map((name) => [name, subscription[name as keyof Subscription]]),
  )
  const updated = { ...subscription, ...change }
  const invoice = updated.latest_invoice && (await get(call, 'invoice', updated.latest_invoice))
  await save(call, updated, { dueAt: dueOf(updated, invoice || undefined) })
  await emit(call, 'customer.subscription.updated', updated, { previous })
  return updated
}

export const subscriptionRoutes: Route[] = [
  route('GET /v1/subscriptions/:id', {}, (call, _params, id) => get(call, 'subscription', id)),
  route(
    'GET /v1/subscriptions',
    {
      ...PAGING,
      customer: text,
      status: oneOf('active', 'past_due', 'canceled', 'all', 'ended'),
    },
    (call, { customer, status, ...page }) =>
      list(call, 'subscription', {
        url: '/v1/subscriptions',
        page: pageOf(page),
        filters: {
          customer,
          status: status === 'all' ? undefined : status === 'ended' ? 'canceled' : status,
        },
        // Without a filter, Stripe leaves out canceled subscriptions.
        not: status === undefined ? { status: 'canceled' } : {},
      }),
  ),
  route(
    'POST /v1/subscriptions/:id',
    {
      cancel_at_period_end: boolean,
      default_payment_method: text,
      description: text,
      metadata,
      cancellation_details: CANCELLATION,
      proration_behavior: anything,
    },
    async (call, params, id) => {
      const before = await get(call, 'subscription', id)
      if (before.status === 'canceled')
        throw invalid(
          'A canceled subscription can only update its cancellation_details and metadata.',
        )
      const card = params.default_payment_method
      if (card) await named(call, 'payment_method', card, 'default_payment_method')
      const subscription: Subscription = {
        ...before,
        default_payment_method: card ?? before.default_payment_method,
        description: params.description ?? before.description,
        metadata: mergeMetadata(before.metadata, params.metadata),
      }
      const isEnding = params.cancel_at_period_end
      if (isEnding === undefined) return update(call, subscription, {})
      return setCancelAtPeriodEnd(call, subscription, isEnding, params.cancellation_details)
    },
  ),
  route(
    'DELETE /v1/subscriptions/:id',
    { invoice_now: boolean, prorate: boolean, cancellation_details: CANCELLATION },
    async (call, params, id) => {
      const subscription = await get(call, 'subscription', id)
      const details = params.cancellation_details
      return cancelSubscription(call, subscription, 'cancellation_requested', details)
    },
  ),
]
