import { invalid } from '../errors.ts'
import type { Call } from '../call.ts'
import { declined, payIntent, receive, type Presence } from './charging.ts'
import { mergeMetadata } from './customers.ts'
import { emit } from '../webhooks/events.ts'
import { newId, get, save, named } from '../store.ts'
import type { Metadata, PaymentIntent } from '../kinds.ts'
import {
  amount,
  anything,
  boolean,
  currency,
  metadata,
  oneOf,
  required,
  shape,
  text,
} from '../params.ts'
import { usePaymentMethod } from './methods.ts'
import { listRoute, route, type Route } from '../routes.ts'

const MIN_AMOUNT = 50

const CONFIRM = { payment_method: text, off_session: boolean, return_url: text }
const DETAILS = {
  description: text,
  metadata,
  receipt_email: text,
  transfer_group: text,
  setup_future_usage: oneOf('off_session', 'on_session'),
  statement_descriptor: text,
  statement_descriptor_suffix: text,
}

export function createIntent(
  call: Call,
  details: {
    amount: number
    customer?: string | null | undefined
    description?: string | null | undefined
    metadata?: Metadata | '' | undefined
    receipt_email?: string | undefined
    transfer_group?: string | undefined
    setup_future_usage?: 'off_session' | 'on_session' | undefined
    capture_method?: PaymentIntent['capture_method'] | undefined
    payment_method?: string | undefined
    invoice?: string
  },
): Promise<PaymentIntent> {
  if (details.amount < MIN_AMOUNT)
    throw invalid('Amount must be at least $0.50 usd', {
      code: 'amount_too_small',
      param: 'amount',
    })
  const id = newId('pi')
  const intent = {
    ...INTENT,
    id,
    object: 'payment_intent' as const,
    created: call.now,
    amount: details.amount,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: details.capture_method ?? ('automatic_async' as const),
    client_secret: `${id}_secret_${newId('x').slice(2)}`,
    currency: 'usd',
    customer: details.customer ?? null,
    description: details.description || null,
    metadata: mergeMetadata({}, details.metadata),
    payment_method: details.payment_method ?? null,
    receipt_email: details.receipt_email || null,
    setup_future_usage: details.setup_future_usage ?? null,
    status:
      details.payment_method === undefined
        ? ('requires_payment_method' as const)
        : ('requires_confirmation' as const),
    transfer_group: details.transfer_group || null,
    latest_charge: null,
    canceled_at: null,
    cancellation_reason: null,
    next_action: null,
    last_payment_error: null,
    ...(details.invoice === undefined ? {} : { _invoice: details.invoice }),
  }
  return save(call, intent)
}

const INTENT = {
  amount_details: { tip: {} },
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  confirmation_method: 'automatic',
  customer_account: null,
  excluded_payment_method_types: null,
  livemode: false,
  managed_payments: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  processing: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
}

async function confirm(
  call: Call,
  intent: PaymentIntent,
  params: { payment_method?: string; off_session?: boolean; return_url?: string },
): Promise<PaymentIntent> {
  expectStatus(intent, ['requires_payment_method', 'requires_confirmation', 'requires_action'])
  const wanted = params.payment_method ?? intent.payment_method
  if (wanted === null)
    throw invalid('You cannot confirm this PaymentIntent because it is missing a payment method.', {
      code: 'payment_intent_unexpected_state',
    })
  const method = await usePaymentMethod(call, wanted, intent.customer)
  const presence: Presence = params.off_session === true ? 'away' : 'present'
  const returnUrl = params.return_url ?? null
  const outcome = await payIntent(call, intent, method, { presence, returnUrl })
  if (outcome.failure !== null) throw declined(outcome.failure, outcome.intent)
  return outcome.intent
}

function expectStatus(intent: PaymentIntent, allowed: PaymentIntent['status'][]): void {
  if (!allowed.includes(intent.status))
    throw invalid(
      `This PaymentIntent's status is ${intent.status}; it must be one of ${allowed.join(', ')}.`,
      { code: 'payment_intent_unexpected_state' },
    )
}

async function capture(call: Call, intent: PaymentIntent, wanted = intent.amount_capturable) {
  expectStatus(intent, ['requires_capture'])
  if (wanted > intent.amount_capturable)
    throw invalid('You cannot capture more than was authorized.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    })
  const charge = await get(call, 'charge', intent.latest_charge ?? '')
  const money = await receive(call, charge.id, wanted, charge.description)
  await save(call, {
    ...charge,
    captured: true,
    amount_captured: wanted,
    // What was held and not taken goes back to the card; it never reached the balance.
    amount_refunded: charge.amount - wanted,
    balance_transaction: money.id,
  })
  const captured = await save(call, {
    ...intent,
    status: 'succeeded',
    amount_capturable: 0,
    amount_received: wanted,
  })
  await emit(call, 'payment_intent.succeeded', captured)
  return captured
}

async function cancel(call: Call, intent: PaymentIntent, reason?: string) {
  expectStatus(intent, [
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'requires_capture',
  ])
  const canceled = await save(call, {
    ...intent,
    status: 'canceled',
    amount_capturable: 0,
    canceled_at: call.now,
    cancellation_reason: reason ?? null,
    next_action: null,
  })
  await emit(call, 'payment_intent.canceled', canceled)
  return canceled
}

export const intentRoutes: Route[] = [
  route(
    'POST /v1/payment_intents',
    {
      ...DETAILS,
      ...CONFIRM,
      amount: required(amount),
      currency: required(currency),
      customer: text,
      capture_method: oneOf('automatic', 'manual', 'automatic_async'),
      confirm: boolean,
      payment_method_types: anything,
      automatic_payment_methods: shape({
        enabled: required(boolean),
        allow_redirects: oneOf('always', 'never'),
      }),
    },
    async (call, params) => {
      if (params.customer !== undefined) await named(call, 'customer', params.customer, 'customer')
      const method = params.payment_method
      const used = method && (await usePaymentMethod(call, method, params.customer ?? null)).id
      const intent = await createIntent(call, { ...params, payment_method: used || undefined })
      if (params.confirm !== true) return intent
      const { payment_method: _spent, ...rest } = params
      return confirm(call, intent, rest)
    },
  ),
  route('GET /v1/payment_intents/:id', {}, (call, _params, id) => get(call, 'payment_intent', id)),
  listRoute('/v1/payment_intents', 'payment_intent', { customer: text }),
  route('POST /v1/payment_intents/:id', DETAILS, async (call, params, id) => {
    const intent = await get(call, 'payment_intent', id)
    return save(call, {
      ...intent,
      description: params.description ?? intent.description,
      receipt_email: params.receipt_email ?? intent.receipt_email,
      transfer_group: params.transfer_group ?? intent.transfer_group,
      setup_future_usage: params.setup_future_usage ?? intent.setup_future_usage,
      metadata: mergeMetadata(intent.metadata, params.metadata),
    })
  }),
  route('POST /v1/payment_intents/:id/confirm', CONFIRM, async (call, params, id) =>
    confirm(call, await get(call, 'payment_intent', id), params),
  ),
  route(
    'POST /v1/payment_intents/:id/capture',
    { amount_to_capture: amount, metadata },
    async (call, params, id) =>
      capture(call, await get(call, 'payment_intent', id), params.amount_to_capture),
  ),
  route(
    'POST /v1/payment_intents/:id/cancel',
    {
      cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
    },
    async (call, params, id) =>
      cancel(call, await get(call, 'payment_intent', id), params.cancellation_reason),
  ),
]
