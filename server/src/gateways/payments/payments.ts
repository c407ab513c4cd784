/**
 * The card provider as Plinth speaks of it. Sums are integer cents of US dollars. Every call that moves money takes a
 * `key`: asked again under the same key, the provider answers the same thing and moves nothing twice.
 */
export interface PaymentsGateway {
  /** The provider's customer for somebody; made at the first call, under a key of theirs. */
  createCustomer: (person: {
    userId: string
    email: string | null
    name: string
  }) => Promise<string>

  openCheckout: (order: CheckoutOrder, key: string) => Promise<OpenCheckout>
  openSubscriptionCheckout: (order: SubscriptionOrder, key: string) => Promise<OpenCheckout>
  getCheckout: (id: string) => Promise<CheckoutState>
  /** False when it is too late: it was paid, or had expired by itself. */
  expireCheckout: (id: string) => Promise<boolean>

  getCharge: (intentId: string) => Promise<ChargeState>
  refund: (
    order: { chargeId: string; cents: number; refundId: string },
    key: string,
  ) => Promise<RefundState>
  getRefund: (id: string) => Promise<RefundState>
  /** All refunds of a charge, with the name that we gave them. */
  listRefunds: (chargeId: string) => Promise<readonly RefundState[]>

  transfer: (
    order: {
      accountId: string
      chargeId: string
      cents: number
      group: string
      transferId: string
    },
    key: string,
  ) => Promise<TransferState>
  getTransfer: (id: string) => Promise<TransferState>
  listTransfers: (group: string) => Promise<readonly TransferState[]>

  getDispute: (id: string) => Promise<DisputeState>

  getSubscription: (id: string) => Promise<SubscriptionState>
  endSubscriptionWithPeriod: (id: string, ends: boolean, key: string) => Promise<SubscriptionState>
  /** Paid invoices of a subscription, oldest first. */
  listInvoices: (subscriptionId: string) => Promise<readonly InvoiceState[]>
  getInvoice: (id: string) => Promise<InvoiceState>
  openPortal: (customerId: string, returnUrl: string) => Promise<string>

  createAccount: (person: { userId: string; email: string | null }, key: string) => Promise<string>
  openOnboarding: (
    accountId: string,
    urls: { returnUrl: string; refreshUrl: string },
  ) => Promise<string>
  getAccount: (id: string) => Promise<{ id: string; isReady: boolean }>

  /** Reads and verifies a webhook. Throws `WebhookError` for a wrong, old or future signature. */
  readWebhook: (body: Buffer, signature: string | undefined) => ProviderEvent
  /** Events since then, oldest first, page by page. */
  listEvents: (since: Date) => AsyncIterable<ProviderEvent>
  /** What began at the provider since then and may have moved: for when its events are no longer kept. */
  listBegun: (since: Date) => Promise<readonly ProviderHint[]>
  /** What the provider holds for us, in cents, available or on its way. */
  getBalance: () => Promise<number>
}

/** The provider did not answer, or answered that it cannot now. Nothing is known of what it did. */
export class PaymentsUnavailable extends Error {}
/** No provider is set up here. */
export class PaymentsOff extends PaymentsUnavailable {}
/** The provider refused, and will refuse again: the sentence is for logs and for the row, not for people. */
export class PaymentsRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
export class WebhookError extends Error {}

export interface CheckoutOrder {
  paymentId: string
  cents: number
  /** What the person reads at the provider. */
  title: string
  description: string
  customerId: string
  /** Charges and transfers of one project carry the same. */
  group: string
  successUrl: string
  cancelUrl: string
}
export interface SubscriptionOrder {
  subscriptionId: string
  customerId: string
  cents: number
  successUrl: string
  cancelUrl: string
}
export interface OpenCheckout {
  id: string
  url: string
  expiresAt: Date
}
export interface CheckoutState {
  id: string
  state: 'open' | 'complete' | 'expired'
  /** Of a payment that was made or tried. */
  intentId: string | null
  /** Of a subscription that began. */
  subscriptionId: string | null
}
export interface ChargeState {
  intentId: string
  isPaid: boolean
  cents: number
  currency: string
  /** The row that the checkout was opened for. */
  paymentId: string | null
  chargeId: string | null
  /** Null until the provider knows it. */
  feeCents: number | null
  paidAt: Date | null
  /** The last dispute that the payer's bank opened. */
  disputeId: string | null
}
export interface RefundState {
  id: string
  refundId: string | null
  chargeId: string
  cents: number
  state: 'pending' | 'succeeded' | 'failed'
  failure: string | null
}
export interface TransferState {
  id: string
  transferId: string | null
  chargeId: string | null
  cents: number
  /** Of it, taken back. */
  reversedCents: number
}
export interface DisputeState {
  id: string
  chargeId: string
  cents: number
  /** What the provider charges for it, not given back. */
  feeCents: number
  state: 'open' | 'won' | 'lost'
}
export interface SubscriptionState {
  id: string
  /** The row that the checkout was opened for. */
  subscriptionId: string | null
  customerId: string
  state: 'incomplete' | 'active' | 'past_due' | 'canceled'
  periodEnd: Date | null
  endsAtPeriodEnd: boolean
  card: { brand: string; last4: string } | null
}
export interface InvoiceState {
  id: string
  subscriptionId: string | null
  isPaid: boolean
  cents: number
  chargeId: string | null
  feeCents: number | null
  paidAt: Date | null
}
export interface ProviderHint {
  type: string
  /** What it is about: read it back, do not believe the copy in the event. */
  objectId: string
}
export interface ProviderEvent extends ProviderHint {
  id: string
  /** Of payment intents, charges, refunds and disputes. */
  createdAt: Date
}
