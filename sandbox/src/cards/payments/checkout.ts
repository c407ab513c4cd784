import { invalid } from '../errors.ts'
import type { Call } from '../call.ts'
import { createPrice, createProduct, PRODUCT_DATA, RECURRING } from '../billing/catalogue.ts'
import { mergeMetadata } from './customers.ts'
import { emit } from '../webhooks/events.ts'
import { newId, get, save, list, named } from '../store.ts'
import type { CheckoutSession, LineItem, Metadata, Price } from '../kinds.ts'
import {
  anything,
  boolean,
  currency,
  integer,
  listOf,
  metadata,
  oneOf,
  required,
  shape,
  text,
  type Values,
} from '../params.ts'
import { pageOf, PAGING, route, type Route } from '../routes.ts'

const HOUR = 60 * 60

const PRICE_DATA = shape({
  currency: required(currency),
  unit_amount: required(integer),
  product: text,
  product_data: shape(PRODUCT_DATA),
  recurring: RECURRING,
})
const LINE = { price: text, price_data: PRICE_DATA, quantity: integer }

const PARAMS = {
  mode: required(oneOf('payment', 'subscription')),
  line_items: required(listOf(shape(LINE))),
  success_url: required(text),
  cancel_url: text,
  client_reference_id: text,
  customer: text,
  customer_email: text,
  customer_creation: oneOf('always', 'if_required'),
  customer_update: anything,
  custom_text: shape({ submit: shape({ message: required(text) }) }),
  expires_at: integer,
  metadata,
  payment_intent_data: shape({
    description: text,
    metadata,
    transfer_group: text,
    receipt_email: text,
    setup_future_usage: oneOf('off_session', 'on_session'),
    capture_method: oneOf('automatic', 'manual', 'automatic_async'),
    statement_descriptor: text,
    statement_descriptor_suffix: text,
  }),
  subscription_data: shape({ metadata, description: text }),
  allow_promotion_codes: boolean,
  billing_address_collection: oneOf('auto', 'required'),
  locale: text,
  payment_method_types: anything,
  saved_payment_method_options: anything,
  submit_type: oneOf('auto', 'book', 'donate', 'pay', 'subscribe'),
  ui_mode: oneOf('hosted_page'),
}
type Params = Values<typeof PARAMS>

async function lineItem(call: Call, line: Values<typeof LINE>, index: number): Promise<LineItem> {
  const price = await priceOf(call, line, `line_items[${index}]`)
  const product = await get(call, 'product', price.product)
  const quantity = line.quantity ?? 1
  if (quantity < 1) throw invalid('Invalid quantity', { param: `line_items[${index}][quantity]` })
  const cents = price.unit_amount * quantity
  return {
    amount_discount: 0,
    amount_tax: 0,
    adjustable_quantity: null,
    metadata: {},
    id: newId('li'),
    object: 'item',
    amount_subtotal: cents,
    amount_total: cents,
    currency: 'usd',
    description: product.name,
    price,
    quantity,
  }
}

async function priceOf(call: Call, line: Values<typeof LINE>, name: string): Promise<Price> {
  if (line.price !== undefined) return named(call, 'price', line.price, `${name}[price]`)
  const data = line.price_data
  if (data === undefined)
    throw invalid('One of price or price_data is required for each line item.', {
      code: 'parameter_missing',
      param: `${name}[price]`,
    })
  if (data.product === undefined && data.product_data === undefined)
    throw invalid('You must specify either `product` or `product_data`.', {
      code: 'parameter_missing',
      param: `${name}[price_data][product]`,
    })
  const product =
    data.product_data === undefined
      ? await named(call, 'product', data.product ?? '', `${name}[price_data][product]`)
      : await createProduct(call, { ...data.product_data, active: false })
  return createPrice(call, {
    product: product.id,
    unitAmount: data.unit_amount,
    recurring: data.recurring,
    active: false,
  })
}

function checkMode(params: Params, items: LineItem[]): void {
  const isRecurring = items.some(({ price }) => price.recurring !== null)
  if (params.mode === 'payment' && isRecurring)
    throw invalid('You specified `payment` mode but passed a recurring price.', { param: 'mode' })
  if (params.mode === 'subscription' && (items.length !== 1 || !isRecurring))
    throw invalid('You must provide one recurring price in `subscription` mode.', { param: 'mode' })
  const odd = params.mode === 'payment' ? 'subscription_data' : 'payment_intent_data'
  if (params[odd] !== undefined)
    throw invalid(`You can not pass \`${odd}\` in \`${params.mode}\` mode.`, { param: odd })
}

async function createSession(call: Call, params: Params): Promise<CheckoutSession> {
  if (params.customer !== undefined) {
    await named(call, 'customer', params.customer, 'customer')
    if (params.customer_email !== undefined)
      throw invalid('You may only specify one of these parameters: customer, customer_email.')
  }
  for (const name of ['success_url', 'cancel_url'] as const) {
    const url = params[name]?.replaceAll('{CHECKOUT_SESSION_ID}', 'x')
    if (url !== undefined && !/^https?:/.test(url))
      throw invalid('Not a valid URL', { code: 'url_invalid', param: name })
  }
  const expiresAt = params.expires_at ?? call.now + 24 * HOUR
  if (expiresAt < call.now + HOUR / 2 - 60 || expiresAt > call.now + 24 * HOUR + 60)
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    )
  const items: LineItem[] = []
  for (const [index, line] of params.line_items.entries())
    items.push(await lineItem(call, line, index))
  if (items.length === 0)
    throw invalid('Missing required param: line_items.', { param: 'line_items' })
  checkMode(params, items)
  const total = items.reduce((sum, item) => sum + item.amount_total, 0)
  const id = newId('cs_test', 48)
  const session = build(call, params, { id, items, total, expiresAt })
  return save(call, session, { dueAt: expiresAt })
}

function build(
  call: Call,
  params: Params,
  {
    id,
    items,
    total,
    expiresAt,
  }: { id: string; items: LineItem[]; total: number; expiresAt: number },
): CheckoutSession {
  const { metadata: intentMetadata, ...intent } = params.payment_intent_data ?? {}
  const clean = (meta: Metadata | '' | undefined) => mergeMetadata({}, meta)
  const fixed = {
    ...SESSION,
    amount_subtotal: total,
    customer_creation:
      params.mode === 'payment' ? (params.customer_creation ?? 'if_required') : null,
    locale: params.locale ?? null,
    payment_method_collection: params.mode === 'subscription' ? 'always' : 'if_required',
    submit_type: params.submit_type ?? null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  }
  return {
    ...fixed,
    id,
    object: 'checkout.session',
    created: call.now,
    amount_total: total,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    currency: 'usd',
    custom_text: { ...CUSTOM_TEXT, submit: params.custom_text?.submit ?? null },
    customer: params.customer ?? null,
    customer_details: null,
    customer_email: params.customer_email ?? null,
    expires_at: expiresAt,
    invoice: null,
    metadata: clean(params.metadata),
    mode: params.mode,
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: params.success_url,
    url: `${call.baseUrl}/cards/checkout/${id}`,
    _items: items,
    _intent: { ...intent, metadata: clean(intentMetadata) },
    _subscription: {
      ...(params.subscription_data?.description === undefined
        ? {}
        : { description: params.subscription_data.description }),
      metadata: clean(params.subscription_data?.metadata),
    },
  }
}

const CUSTOM_TEXT = {
  after_submit: null,
  shipping_address: null,
  terms_of_service_acceptance: null,
}
const SESSION = {
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: {
    enabled: false,
    liability: null,
    provider: null,
    status: null,
  },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  customer_account: null,
  discounts: null,
  integration_identifier: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  origin_context: null,
  payment_link: null,
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  payment_method_types: ['card'],
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  ui_mode: 'hosted_page',
  wallet_options: null,
}

export async function expireSession(
  call: Call,
  session: CheckoutSession,
): Promise<CheckoutSession> {
  if (session.status !== 'open')
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    )
  const expired = await save(call, { ...session, status: 'expired', url: null }, { dueAt: null })
  await emit(call, 'checkout.session.expired', expired)
  return expired
}

export const checkoutRoutes: Route[] = [
  route('POST /v1/checkout/sessions', PARAMS, createSession),
  route('GET /v1/checkout/sessions/:id', {}, (call, _params, id) =>
    get(call, 'checkout.session', id),
  ),
  route(
    'GET /v1/checkout/sessions',
    {
      ...PAGING,
      customer: text,
      payment_intent: text,
      subscription: text,
      status: oneOf('open', 'complete', 'expired'),
    },
    (call, { customer, payment_intent: intent, subscription, status, ...page }) =>
      list(call, 'checkout.session', {
        url: '/v1/checkout/sessions',
        page: pageOf(page),
        filters: { customer, payment_intent: intent, subscription, status },
      }),
  ),
  route(
    'GET /v1/checkout/sessions/:id/line_items',
    { limit: integer },
    async (call, _params, id) => {
      const { _items: data } = await get(call, 'checkout.session', id)
      const url = `/v1/checkout/sessions/${id}/line_items`
      return { object: 'list', data, has_more: false, url }
    },
  ),
  route('POST /v1/checkout/sessions/:id/expire', {}, async (call, _params, id) =>
    expireSession(call, await get(call, 'checkout.session', id)),
  ),
]
