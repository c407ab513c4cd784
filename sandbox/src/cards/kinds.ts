export type Metadata = Record<string, string>

/** Fields that begin with `_` are internal and never sent. */
interface Stored<Name extends string> {
  id: string
  object: Name
  created: number
}

export interface Customer extends Stored<'customer'> {
  email: string | null
  name: string | null
  description: string | null
  phone: string | null
  metadata: Metadata
  invoice_settings: { default_payment_method: string | null }
  deleted?: boolean
}

export interface Product extends Stored<'product'> {
  name: string
  description: string | null
  images: string[]
  active: boolean
  metadata: Metadata
}

export interface Recurring {
  interval: 'day' | 'week' | 'month' | 'year'
  interval_count: number
}

export interface Price extends Stored<'price'> {
  product: string
  currency: string
  unit_amount: number
  recurring: Recurring | null
  active: boolean
  metadata: Metadata
  lookup_key: string | null
  nickname: string | null
}

export interface PaymentMethod extends Stored<'payment_method'> {
  customer: string | null
  type: 'card'
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
  billing_details: { email: string | null; name: string | null }
  metadata: Metadata
  /** How the test card behaves. */
  _behaviour: string
}

type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled'

export interface PaymentIntent extends Stored<'payment_intent'> {
  amount: number
  amount_capturable: number
  amount_received: number
  currency: string
  customer: string | null
  description: string | null
  metadata: Metadata
  status: IntentStatus
  capture_method: 'automatic' | 'manual' | 'automatic_async'
  setup_future_usage: 'off_session' | 'on_session' | null
  payment_method: string | null
  latest_charge: string | null
  transfer_group: string | null
  receipt_email: string | null
  canceled_at: number | null
  cancellation_reason: string | null
  next_action: { type: string; redirect_to_url?: { url: string; return_url: string | null } } | null
  last_payment_error: unknown
  /** The invoice it pays. */
  _invoice?: string
}

export interface Charge extends Stored<'charge'> {
  amount: number
  amount_captured: number
  amount_refunded: number
  currency: string
  customer: string | null
  description: string | null
  metadata: Metadata
  payment_intent: string
  payment_method: string
  balance_transaction: string | null
  transfer_group: string | null
  captured: boolean
  disputed: boolean
  paid: boolean
  refunded: boolean
  status: 'succeeded' | 'failed'
  failure_code: string | null
  failure_message: string | null
}

export interface Refund extends Stored<'refund'> {
  amount: number
  currency: string
  charge: string
  payment_intent: string
  balance_transaction: string | null
  status: 'pending' | 'succeeded' | 'failed'
  reason: string | null
  metadata: Metadata
  failure_reason?: string
  failure_balance_transaction?: string
}

export interface Dispute extends Stored<'dispute'> {
  amount: number
  currency: string
  charge: string
  payment_intent: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
  reason: string
  metadata: Metadata
  evidence: Record<string, string | null>
  evidence_details: { due_by: number; has_evidence: boolean; submission_count: number }
  is_charge_refundable: boolean
  balance_transactions: BalanceTransaction[]
}

interface TransferReversal extends Stored<'transfer_reversal'> {
  amount: number
  currency: string
  transfer: string
  balance_transaction: string
  metadata: Metadata
}

export interface Transfer extends Stored<'transfer'> {
  amount: number
  amount_reversed: number
  currency: string
  destination: string
  description: string | null
  source_transaction: string | null
  transfer_group: string | null
  balance_transaction: string
  reversed: boolean
  reversals: { object: 'list'; data: TransferReversal[]; has_more: false; url: string }
  metadata: Metadata
}

export interface Account extends Stored<'account'> {
  email: string | null
  country: string
  metadata: Metadata
  capabilities: Record<string, 'active' | 'inactive' | 'pending'>
  charges_enabled: boolean
  payouts_enabled: boolean
  details_submitted: boolean
  individual?: { first_name: string; last_name: string }
  external_accounts: { object: 'list'; data: unknown[]; has_more: false; url: string }
  requirements: { currently_due: string[] }
}

interface AccountLink extends Stored<'account_link'> {
  account: string
  expires_at: number
  url: string
  refresh_url: string
  return_url: string
}

export interface BalanceTransaction extends Stored<'balance_transaction'> {
  amount: number
  fee: number
  net: number
  currency: string
  type: string
  source: string
  available_on: number
}

export interface Payout extends Stored<'payout'> {
  amount: number
  currency: string
  status: 'in_transit' | 'paid' | 'failed'
  /** Midnight UTC of the day on which the bank gets it. */
  arrival_date: number
  balance_transaction: string
  failure_balance_transaction: string | null
  failure_code: string | null
  failure_message: string | null
}

export interface LineItem {
  id: string
  object: 'item'
  amount_subtotal: number
  amount_discount: number
  amount_tax: number
  amount_total: number
  adjustable_quantity: null
  currency: string
  description: string
  metadata: Metadata
  price: Price
  quantity: number
}

export interface CheckoutSession extends Stored<'checkout.session'> {
  mode: 'payment' | 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  amount_total: number
  currency: string
  customer: string | null
  customer_email: string | null
  customer_details: { email: string | null; name: string | null } | null
  client_reference_id: string | null
  metadata: Metadata
  expires_at: number
  payment_intent: string | null
  subscription: string | null
  invoice: string | null
  success_url: string
  cancel_url: string | null
  url: string | null
  custom_text: { submit: { message: string } | null }
  _items: LineItem[]
  _intent: {
    description?: string
    metadata?: Metadata
    transfer_group?: string
    receipt_email?: string
    setup_future_usage?: 'off_session' | 'on_session'
    capture_method?: 'automatic' | 'manual' | 'automatic_async'
  }
  _subscription: { metadata?: Metadata; description?: string }
  /** Set while the cardholder is on the confirmation page. */
  _confirming?: { payment_method: string; email: string; name: string }
}

interface SubscriptionItem extends Stored<'subscription_item'> {
  current_period_start: number
  current_period_end: number
  price: Price
  quantity: number
  subscription: string
}

export interface Subscription extends Stored<'subscription'> {
  status: 'active' | 'past_due' | 'canceled'
  customer: string
  cancel_at_period_end: boolean
  cancel_at: number | null
  canceled_at: number | null
  ended_at: number | null
  start_date: number
  billing_cycle_anchor: number
  cancellation_details: { comment: string | null; feedback: string | null; reason: string | null }
  default_payment_method: string | null
  latest_invoice: string | null
  metadata: Metadata
  description: string | null
  items: { object: 'list'; data: [SubscriptionItem]; has_more: false; url: string }
}

export interface Invoice extends Stored<'invoice'> {
  customer: string
  currency: string
  status: 'open' | 'paid' | 'void'
  billing_reason: 'subscription_create' | 'subscription_cycle'
  amount_due: number
  amount_paid: number
  amount_remaining: number
  attempt_count: number
  attempted: boolean
  next_payment_attempt: number | null
  number: string
  period_start: number
  period_end: number
  total: number
  hosted_invoice_url: string
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } }
  status_transitions: { paid_at: number | null }
  _intent: string
  _subscription: string
}

export interface PortalSession extends Stored<'billing_portal.session'> {
  customer: string
  return_url: string | null
  url: string
}

export interface WebhookEndpoint extends Stored<'webhook_endpoint'> {
  url: string
  enabled_events: string[]
  status: 'enabled' | 'disabled'
  _secret: string
}

export interface Event extends Stored<'event'> {
  type: string
  api_version: string
  livemode: false
  request: { id: string | null; idempotency_key: string | null }
  data: { object: unknown; previous_attributes?: unknown }
  pending_webhooks: number
  account?: string
}

export interface Kinds {
  customer: Customer
  product: Product
  price: Price
  payment_method: PaymentMethod
  payment_intent: PaymentIntent
  charge: Charge
  refund: Refund
  dispute: Dispute
  transfer: Transfer
  transfer_reversal: TransferReversal
  account: Account
  account_link: AccountLink
  balance_transaction: BalanceTransaction
  payout: Payout
  'checkout.session': CheckoutSession
  subscription: Subscription
  invoice: Invoice
  'billing_portal.session': PortalSession
  webhook_endpoint: WebhookEndpoint
  event: Event
}
export type Kind = keyof Kinds
export type AnyStored = Kinds[Kind]
