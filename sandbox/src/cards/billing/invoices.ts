import type { Call } from '../call.ts'
import { payIntent, type Failure, type Presence } from '../payments/charging.ts'
import { emit } from '../webhooks/events.ts'
import { newId, get, save, list } from '../store.ts'
import { createIntent } from '../payments/intents.ts'
import type { Invoice, PaymentIntent, PaymentMethod, Subscription } from '../kinds.ts'
import { oneOf, text } from '../params.ts'
import { pageOf, PAGING, route, type Route } from '../routes.ts'

async function nextNumber(call: Call): Promise<string> {
  const { rows } = await call.db.query<{ count: number }>(
    'update cards_worlds set invoice_count = invoice_count + 1 where key = $1 returning invoice_count as count',
    [call.world],
  )
  return `PLINTH-${String(rows[0]?.count).padStart(4, '0')}`
}

/** Creates the invoice of one period: finalised, but not yet paid. */
export async function createInvoice(
  call: Call,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
): Promise<Invoice> {
  const id = newId('in')
  const [item] = subscription.items.data
  const customer = await get(call, 'customer', subscription.customer)
  const total = item.price.unit_amount * item.quantity
  const intent = await createIntent(call, {
    amount: total,
    customer: customer.id,
    description: reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    setup_future_usage: 'off_session',
    invoice: id,
  })
  const invoice = await save(call, {
    ...INVOICE,
    ...customerFields(customer),
    ...amounts(total, false),
    id,
    object: 'invoice' as const,
    created: call.now,
    attempt_count: 0,
    attempted: false,
    billing_reason: reason,
    currency: 'usd',
    customer: customer.id,
    effective_at: call.now,
    hosted_invoice_url: `${call.baseUrl}/cards/invoice/${id}`,
    lines: lines(id, subscription),
    next_payment_attempt: null,
    number: await nextNumber(call),
    parent: {
      type: 'subscription_details' as const,
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    period_start: item.current_period_start,
    period_end: item.current_period_end,
    status: 'open' as const,
    status_transitions: {
      marked_uncollectible_at: null,
      voided_at: null,
      finalized_at: call.now,
      paid_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
    _intent: intent.id,
    _subscription: subscription.id,
  })
  await emit(call, 'invoice.created', invoice)
  await emit(call, 'invoice.finalized', invoice)
  return invoice
}

const amounts = (total: number, isPaid: boolean) => ({
  amount_due: total,
  amount_paid: isPaid ? total : 0,
  amount_remaining: isPaid ? 0 : total,
})

const customerFields = (customer: { email: string | null; name: string | null }) => ({
  customer_account: null,
  customer_address: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_email: customer.email,
  customer_name: customer.name,
})

function lines(invoice: string, subscription: Subscription) {
  const [item] = subscription.items.data
  const cents = item.price.unit_amount * item.quantity
  const line = {
    discount_amounts: [],
    discountable: true,
    discounts: [],
    livemode: false,
    pretax_credit_amounts: [],
    taxes: [],
    metadata: subscription.metadata,
    id: newId('il'),
    object: 'line_item',
    amount: cents,
    currency: 'usd',
    description: `${item.quantity} × ${subscription.description ?? 'Subscription'}`,
    invoice,
    parent: {
      invoice_item_details: null,
      type: 'subscription_item_details',
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
    },
    period: {
      start: item.current_period_start,
      end: item.current_period_end,
    },
    pricing: {
      price_details: {
        price: item.price.id,
        product: item.price.product,
      },
      type: 'price_details',
      unit_amount_decimal: String(item.price.unit_amount),
    },
    quantity: item.quantity,
    subscription: subscription.id,
    subtotal: cents,
  }
  return {
    object: 'list' as const,
    data: [line],
    has_more: false,
    url: `/v1/invoices/${invoice}/lines`,
  }
}

/** Tries to collect an invoice with a card. Without a card it fails like a declined one. */
export async function payInvoice(
  call: Call,
  invoice: Invoice,
  method: PaymentMethod | null,
  presence: Presence,
): Promise<{ invoice: Invoice; intent: PaymentIntent; failure: Failure | null }> {
  const intent = await get(call, 'payment_intent', invoice._intent)
  const outcome =
    method === null
      ? { intent, failure: NO_CARD }
      : await payIntent(call, intent, method, { presence })
  const isPaid = outcome.intent.status === 'succeeded'
  const after = await save(call, {
    ...invoice,
    ...amounts(invoice.total, isPaid),
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: null,
    status: isPaid ? 'paid' : 'open',
    status_transitions: {
      ...invoice.status_transitions,
      paid_at: isPaid ? call.now : null,
    },
  })
  if (isPaid) await emit(call, 'invoice.paid', after)
  return { invoice: after, ...outcome }
}

const NO_CARD: Failure = {
  code: 'invoice_payment_intent_requires_action',
  message: 'There is no card on file.',
}

const INVOICE = {
  account_country: 'US',
  account_name: 'Plinth',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  auto_advance: true,
  automatic_tax: {
    disabled_reason: null,
    enabled: false,
    liability: null,
    provider: null,
    status: null,
  },
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  ending_balance: 0,
  footer: null,
  from_invoice: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  post_payment_credit_notes_amount: 0,
  payment_settings: {
    default_mandate: null,
    payment_method_options: null,
    payment_method_types: null,
  },
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
}

export const invoiceRoutes: Route[] = [
  route('GET /v1/invoices/:id', {}, (call, _params, id) => get(call, 'invoice', id)),
  route(
    'GET /v1/invoices',
    {
      ...PAGING,
      customer: text,
      subscription: text,
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
    },
    (call, { customer, subscription, status, ...page }) =>
      list(call, 'invoice', {
        url: '/v1/invoices',
        page: pageOf(page),
        filters: { customer, _subscription: subscription, status },
      }),
  ),
]
