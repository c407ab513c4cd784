import type { Call } from '../call.ts'
import { cardError } from '../errors.ts'
import { emit } from '../webhooks/events.ts'
import { newId, save } from '../store.ts'
import type { Charge, PaymentIntent, PaymentMethod } from '../kinds.ts'
import { cardFee, CARDS, move } from '../payouts/ledger.ts'

export interface Failure {
  code: string
  decline_code?: string
  message: string
}

const DECLINED: Failure = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}
const INSUFFICIENT: Failure = {
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}
const UNAUTHENTICATED: Failure = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}
export const REFUSED: Failure = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/** Seconds between a payment by the disputing test card and its dispute. */
const DISPUTE_AFTER = 60

export type Presence = 'present' | 'away' | 'approved'

/** The decision of the card's bank; null approves. */
function verdict(call: Call, method: PaymentMethod, presence: Presence): Failure | 'asks' | null {
  if (call.fault === 'decline') return DECLINED
  const behaviour = method._behaviour
  if (behaviour === 'declined') return DECLINED
  if (behaviour === 'insufficient_funds') return INSUFFICIENT
  if (behaviour === 'fails_later') return presence === 'away' ? DECLINED : null
  if (behaviour !== 'authenticates' || presence === 'approved') return null
  return presence === 'away' ? UNAUTHENTICATED : 'asks'
}

/** Tries to pay an intent with a card. Returns the outcome. */
export async function payIntent(
  call: Call,
  intent: PaymentIntent,
  method: PaymentMethod,
  options: { presence: Presence; returnUrl?: string | null },
): Promise<{ intent: PaymentIntent; failure: Failure | null }> {
  const answer = verdict(call, method, options.presence)
  if (answer === 'asks') return { intent: await ask(call, intent, method, options), failure: null }
  if (answer !== null) return { intent: await fail(call, intent, method, answer), failure: answer }
  return { intent: await succeed(call, intent, method), failure: null }
}

export const declined = (failure: Failure, intent: PaymentIntent) =>
  cardError(failure, {
    payment_intent: intent,
    ...(intent.latest_charge === null ? {} : { charge: intent.latest_charge }),
  })

async function ask(
  call: Call,
  intent: PaymentIntent,
  method: PaymentMethod,
  { returnUrl = null }: { returnUrl?: string | null },
): Promise<PaymentIntent> {
  const url = `${call.baseUrl}/cards/confirm/${intent.id}`
  const asking = await save(call, {
    ...intent,
    status: 'requires_action',
    payment_method: method.id,
    next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } },
  })
  await emit(call, 'payment_intent.requires_action', asking)
  return asking
}

export async function fail(
  call: Call,
  intent: PaymentIntent,
  method: PaymentMethod,
  failure: Failure,
): Promise<PaymentIntent> {
  const charge = await createCharge(call, intent, method, failure)
  const failed = await save(call, {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: { type: 'card_error', ...failure, charge: charge.id },
  })
  await emit(call, 'charge.failed', charge)
  await emit(call, 'payment_intent.payment_failed', failed)
  return failed
}

async function succeed(
  call: Call,
  intent: PaymentIntent,
  method: PaymentMethod,
): Promise<PaymentIntent> {
  const isHeld = intent.capture_method === 'manual'
  const used = await keepCard(call, intent, method)
  const charge = await createCharge(call, intent, used, null)
  const paid = await save(call, {
    ...intent,
    status: isHeld ? 'requires_capture' : 'succeeded',
    payment_method: used.id,
    latest_charge: charge.id,
    amount_capturable: isHeld ? intent.amount : 0,
    amount_received: isHeld ? 0 : intent.amount,
    next_action: null,
    last_payment_error: null,
  })
  await emit(call, 'charge.succeeded', charge)
  if (isHeld) await emit(call, 'payment_intent.amount_capturable_updated', paid)
  else await emit(call, 'payment_intent.succeeded', paid)
  return paid
}

/** A card for future use is attached to the customer. */
const keepCard = (call: Call, intent: PaymentIntent, method: PaymentMethod) =>
  intent.setup_future_usage !== null && intent.customer !== null && method.customer === null
    ? save(call, { ...method, customer: intent.customer })
    : Promise.resolve(method)

async function createCharge(
  call: Call,
  intent: PaymentIntent,
  method: PaymentMethod,
  failure: Failure | null,
): Promise<Charge> {
  const id = newId('ch')
  const isCaptured = failure === null && intent.capture_method !== 'manual'
  const money = isCaptured ? await receive(call, id, intent.amount, intent.description) : null
  const charge = {
    ...CHARGE,
    id,
    object: 'charge' as const,
    created: call.now,
    amount: intent.amount,
    amount_captured: isCaptured ? intent.amount : 0,
    amount_refunded: 0,
    balance_transaction: money?.id ?? null,
    billing_details: { address: null, phone: null, tax_id: null, ...method.billing_details },
    captured: isCaptured,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    metadata: intent.metadata,
    outcome: outcome(failure),
    paid: failure === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardDetails(intent, method) },
    receipt_email: intent.receipt_email,
    refunded: false,
    status: failure === null ? ('succeeded' as const) : ('failed' as const),
    transfer_group: intent.transfer_group,
  }
  const isDisputed = failure === null && method._behaviour === 'disputed'
  return save(call, charge, { dueAt: isDisputed ? call.now + DISPUTE_AFTER : null })
}

const cardDetails = ({ amount }: PaymentIntent, { card }: PaymentMethod) => ({
  authorization_code: '123456',
  checks: CHECKS,
  country: 'US',
  funding: 'credit',
  installments: null,
  mandate: null,
  network: 'visa',
  network_transaction_id: null,
  regulated_status: 'unregulated',
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
  amount_authorized: amount,
  brand: card.brand,
  last4: card.last4,
  exp_month: card.exp_month,
  exp_year: card.exp_year,
})

const CHECKS = { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' }

export const receive = (call: Call, charge: string, amount: number, description: string | null) =>
  move(call, {
    amount,
    fee: cardFee(amount),
    type: 'charge',
    source: charge,
    other: CARDS,
    ...(description === null ? {} : { description }),
    isPending: true,
  })

const outcome = (failure: Failure | null) => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: failure === null ? 'approved_by_network' : 'declined_by_network',
  reason: failure?.decline_code ?? null,
  risk_level: 'normal',
  seller_message: failure === null ? 'Payment complete.' : 'The bank declined this payment.',
  type: failure === null ? 'authorized' : 'issuer_declined',
})

const CHARGE = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  calculated_statement_descriptor: null,
  failure_balance_transaction: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
}
