import type Stripe from 'stripe'
import { Integer, Null, Object as ObjectOf, Optional, String as Text, Union } from 'typebox'
import { Check } from 'typebox/schema'
import {
  PaymentsRefused,
  WebhookError,
  type AccountState,
  type BankPayoutState,
  type ChargeState,
  type CheckoutState,
  type DisputeState,
  type InvoiceState,
  type OpenCheckout,
  type ProviderEvent,
  type RefundState,
  type SubscriptionState,
  type TransferState,
} from './payments.ts'

/** Plinth's only currency, as the provider writes it. */
export const CURRENCY = 'usd'

const timeOf = (seconds: number): Date => new Date(seconds * 1_000)
const idOf = (object: string | { id: string }): string =>
  typeof object === 'string' ? object : object.id
const idOrNull = (object: string | { id: string } | null | undefined): string | null =>
  object == null ? null : idOf(object)
const expanded = <T extends object>(object: string | T | null | undefined): T | null =>
  typeof object === 'object' ? object : null

/** Returns the cents. Throws for another currency, which we never ordered. */
function centsOf(amount: number, currency: string): number {
  if (currency !== CURRENCY) throw new PaymentsRefused('currency', `${amount} of ${currency}`)
  if (!Number.isSafeInteger(amount)) throw new PaymentsRefused('amount', String(amount))
  return amount
}

export function readOpenCheckout(session: Stripe.Checkout.Session): OpenCheckout {
  if (!session.url) throw new PaymentsRefused('checkout', `${session.id} has no address`)
  return { id: session.id, url: session.url, expiresAt: timeOf(session.expires_at) }
}

export const readCheckout = (session: Stripe.Checkout.Session): CheckoutState => ({
  id: session.id,
  state: checkoutStates[session.status ?? 'open'] ?? 'open',
  intentId: idOrNull(session.payment_intent),
  subscriptionId: idOrNull(session.subscription),
})

const checkoutStates: Record<string, CheckoutState['state']> = {
  complete: 'complete',
  expired: 'expired',
}

/** Reads an intent with its latest charge and that charge's balance transaction. */
export function readCharge(
  intent: Stripe.PaymentIntent,
  disputeId: string | null = null,
): ChargeState {
  const isPaid = intent.status === 'succeeded'
  // A declined attempt has a charge too.
  const charge = isPaid ? expanded(intent.latest_charge) : null
  const balance = expanded(charge?.balance_transaction)
  return {
    intentId: intent.id,
    isPaid,
    cents: isPaid ? intent.amount_received : intent.amount,
    currency: intent.currency,
    paymentId: intent.metadata['payment'] ?? null,
    chargeId: charge?.id ?? null,
    feeCents: balance === null ? null : centsOf(balance.fee, balance.currency),
    paidAt: charge === null ? null : timeOf(charge.created),
    disputeId,
    card: readCard(charge?.payment_method_details?.card),
  }
}

const readCard = (
  card: { brand: string | null; last4: string | null } | null | undefined,
): ChargeState['card'] =>
  card?.brand == null || card.last4 == null ? null : { brand: card.brand, last4: card.last4 }

export function readAccount(account: Stripe.Account): AccountState {
  const to = account.external_accounts?.data[0]
  return {
    id: account.id,
    isReady: account.capabilities?.transfers === 'active',
    bank:
      to === undefined
        ? null
        : { name: to.object === 'bank_account' ? to.bank_name : to.brand, last4: to.last4 },
  }
}

export const readRefund = (refund: Stripe.Refund): RefundState => ({
  id: refund.id,
  refundId: refund.metadata?.['refund'] ?? null,
  chargeId: idOrNull(refund.charge) ?? '',
  cents: centsOf(refund.amount, refund.currency),
  state: refundStates[refund.status ?? 'pending'] ?? 'pending',
  failure: refund.failure_reason ?? null,
})
const refundStates: Record<string, RefundState['state']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

export const readTransfer = (transfer: Stripe.Transfer): TransferState => ({
  id: transfer.id,
  transferId: transfer.metadata['transfer'] ?? null,
  chargeId: idOrNull(transfer.source_transaction),
  cents: centsOf(transfer.amount, transfer.currency),
  reversedCents: transfer.amount_reversed,
})

export const readDispute = (dispute: Stripe.Dispute): DisputeState => ({
  id: dispute.id,
  chargeId: idOf(dispute.charge),
  cents: centsOf(dispute.amount, dispute.currency),
  feeCents: dispute.balance_transactions.reduce((sum, { fee }) => sum + fee, 0),
  state: disputeStates[dispute.status] ?? 'open',
})
const disputeStates: Record<string, DisputeState['state']> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

/** Reads a subscription with the card for its next payment: its own, or else the customer's. */
export function readSubscription(subscription: Stripe.Subscription): SubscriptionState {
  const [item] = subscription.items.data
  const customer = expanded(subscription.customer)
  const fallback =
    customer === null || customer.deleted === true
      ? null
      : expanded(customer.invoice_settings.default_payment_method)
  const card = (expanded(subscription.default_payment_method) ?? fallback)?.card
  return {
    id: subscription.id,
    subscriptionId: subscription.metadata['subscription'] ?? null,
    customerId: idOf(subscription.customer),
    state: subscriptionStates[subscription.status] ?? 'past_due',
    periodEnd: item === undefined ? null : timeOf(item.current_period_end),
    endsAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    card: card == null ? null : { brand: card.brand, last4: card.last4 },
  }
}
const subscriptionStates: Record<string, SubscriptionState['state']> = {
  incomplete: 'incomplete',
  active: 'active',
  trialing: 'active',
  incomplete_expired: 'canceled',
  canceled: 'canceled',
}

/** Returns the intent that paid an invoice, from which the charge and its fee are read. */
export function intentOfInvoice(invoice: Stripe.Invoice): string | null {
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid')
  return idOrNull(paid?.payment.payment_intent)
}

export const readInvoice = (invoice: Stripe.Invoice, charge: ChargeState | null): InvoiceState => ({
  id: invoice.id,
  subscriptionId: idOrNull(invoice.parent?.subscription_details?.subscription),
  isPaid: invoice.status === 'paid',
  cents: centsOf(invoice.amount_paid, invoice.currency),
  chargeId: charge?.chargeId ?? null,
  feeCents: charge?.feeCents ?? null,
  paidAt:
    invoice.status_transitions.paid_at === null ? null : timeOf(invoice.status_transitions.paid_at),
})

export const readPayout = (payout: Stripe.Payout): BankPayoutState => ({
  id: payout.id,
  cents: centsOf(payout.amount, payout.currency),
  state: payoutStates[payout.status] ?? 'pending',
  arrivesOn: timeOf(payout.arrival_date).toISOString().slice(0, 10),
  createdAt: timeOf(payout.created),
})
const payoutStates: Record<string, BankPayoutState['state']> = {
  in_transit: 'in_transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'failed',
}

export const readEvent = (event: Stripe.Event): ProviderEvent => ({
  id: event.id,
  type: event.type,
  objectId: 'id' in event.data.object ? event.data.object.id : '',
  accountId: event.account ?? null,
  createdAt: timeOf(event.created),
})

/** Names may be anything that the database can hold. */
const Name = Text({ maxLength: 255, pattern: String.raw`^[^\0]*$` })
/** What we read of an event. The SDK believes whatever is signed. */
const SentEvent = ObjectOf({
  id: Name,
  type: Name,
  // Up to the year 9999.
  created: Integer({ minimum: 0, maximum: 253_402_300_799 }),
  account: Optional(Union([Name, Null()])),
  data: ObjectOf({ object: ObjectOf({ id: Optional(Name) }) }),
})

/** Seconds by which a webhook's signature may be old or in the future. */
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
  // The SDK rejects old signatures, but not those from the future.
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  if (!(signedAt <= Date.now() / 1_000 + TOLERANCE_SECONDS))
    throw new WebhookError('signed in the future')
  if (!Check(SentEvent, event)) throw new WebhookError('not an event')
  return readEvent(event)
}
