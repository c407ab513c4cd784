import type { Call } from '../call.ts'
import { fail, payIntent, REFUSED, type Failure } from './charging.ts'
import { createCustomer } from './customers.ts'
import { emit } from '../webhooks/events.ts'
import { createIntent } from './intents.ts'
import type { CheckoutSession, PaymentIntent, PaymentMethod } from '../kinds.ts'
import { get, save } from '../store.ts'
import { startSubscription } from '../billing/subscriptions.ts'
import { createPaymentMethod, type CardDetails, type TestCard } from './methods.ts'

/** The outcome of pressing Pay. */
export type PayOutcome =
  | { state: 'complete'; session: CheckoutSession }
  | { state: 'confirming'; session: CheckoutSession }
  | { state: 'declined'; failure: Failure }
  | { state: 'over' }

/** Pays a session once: a second press finds it complete and charges nothing. */
export async function payByCard(
  call: Call,
  session: CheckoutSession,
  card: TestCard,
  details: CardDetails,
): Promise<PayOutcome> {
  if (session.status === 'complete') return { state: 'complete', session }
  if (session.status === 'expired') return { state: 'over' }
  const method = await createPaymentMethod(call, card, details, null)
  return session.mode === 'payment'
    ? payOnce(call, session, method, 'present')
    : subscribe(call, session, method, 'present')
}

/** Continues after the cardholder approved or refused on the confirmation page. */
export async function answerConfirmation(
  call: Call,
  session: CheckoutSession,
  isApproved: boolean,
): Promise<PayOutcome> {
  if (session.status === 'complete') return { state: 'complete', session }
  if (session.status === 'expired' || session._confirming === undefined) return { state: 'over' }
  const { _confirming: confirming, ...rest } = session
  const method = await get(call, 'payment_method', confirming.payment_method)
  if (isApproved)
    return session.mode === 'payment'
      ? payOnce(call, rest, method, 'approved')
      : subscribe(call, rest, method, 'approved')
  await save(call, rest, { dueAt: rest.expires_at })
  if (rest.payment_intent !== null) {
    const intent = await get(call, 'payment_intent', rest.payment_intent)
    await fail(call, intent, method, REFUSED)
  }
  return { state: 'declined', failure: REFUSED }
}

async function payOnce(
  call: Call,
  before: CheckoutSession,
  method: PaymentMethod,
  presence: 'present' | 'approved',
): Promise<PayOutcome> {
  const session = await withCustomer(call, before, method)
  const intent = await intentOf(call, session)
  const outcome = await payIntent(call, intent, method, { presence })
  const paid = { ...session, payment_intent: outcome.intent.id }
  if (outcome.failure !== null) {
    // A declined card leaves no customer in the session.
    await save(call, { ...before, payment_intent: outcome.intent.id }, { dueAt: before.expires_at })
    return { state: 'declined', failure: outcome.failure }
  }
  if (outcome.intent.status === 'requires_action') return wait(call, paid, method)
  return complete(call, paid, method)
}

/** All attempts of a session share one intent. */
async function intentOf(call: Call, session: CheckoutSession): Promise<PaymentIntent> {
  if (session.payment_intent !== null) {
    const earlier = await get(call, 'payment_intent', session.payment_intent)
    return save(call, { ...earlier, customer: session.customer })
  }
  return createIntent(call, {
    ...session._intent,
    amount: session.amount_total,
    customer: session.customer,
  })
}

async function subscribe(
  call: Call,
  before: CheckoutSession,
  method: PaymentMethod,
  presence: 'present' | 'approved',
): Promise<PayOutcome> {
  const asks = method._behaviour === 'authenticates' && presence === 'present'
  if (asks && call.fault !== 'decline') return wait(call, before, method)
  const failure = refusal(call, method)
  if (failure !== null) return { state: 'declined', failure }
  const session = await withCustomer(call, before, method)
  const started = await startSubscription(call, session, session.customer ?? '', method)
  return complete(
    call,
    { ...session, subscription: started.subscription.id, invoice: started.invoice.id },
    method,
  )
}

/** Refuses declined cards before a subscription is written. */
function refusal(call: Call, { _behaviour: behaviour }: PaymentMethod): Failure | null {
  if (call.fault === 'decline' || behaviour === 'declined')
    return { code: 'card_declined', decline_code: 'generic_decline', message: DECLINED }
  if (behaviour !== 'insufficient_funds') return null
  return { code: 'card_declined', decline_code: behaviour, message: INSUFFICIENT }
}
const DECLINED = 'Your card was declined.'
const INSUFFICIENT = 'Your card has insufficient funds.'

async function withCustomer(
  call: Call,
  session: CheckoutSession,
  method: PaymentMethod,
): Promise<CheckoutSession> {
  const isNeeded =
    session.mode === 'subscription' ||
    session._intent.setup_future_usage !== undefined ||
    (session as { customer_creation?: string }).customer_creation === 'always'
  if (session.customer !== null || !isNeeded) return session
  const { email, name } = method.billing_details
  return { ...session, customer: (await createCustomer(call, { email, name })).id }
}

async function wait(
  call: Call,
  session: CheckoutSession,
  method: PaymentMethod,
): Promise<PayOutcome> {
  const { email, name } = method.billing_details
  const confirming = { payment_method: method.id, email: email ?? '', name: name ?? '' }
  const waiting = { ...session, _confirming: confirming }
  return {
    state: 'confirming',
    session: await save(call, waiting, { dueAt: session.expires_at }),
  }
}

async function complete(
  call: Call,
  session: CheckoutSession,
  { billing_details: { email, name } }: PaymentMethod,
): Promise<PayOutcome> {
  const details = {
    address: null,
    business_name: null,
    individual_name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
    email,
    name,
  }
  const done: CheckoutSession = {
    ...session,
    status: 'complete',
    payment_status: 'paid',
    customer_details: details,
    url: null,
  }
  await save(call, done, { dueAt: null })
  await emit(call, 'checkout.session.completed', done)
  return { state: 'complete', session: done }
}
