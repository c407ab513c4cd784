/**
 * The card provider. Amounts are integer cents of US dollars. Every call that moves money takes a `key`: repeating a
 * call with the same key returns the same result and moves nothing twice.
 */
export interface PaymentsGateway {
  /** Returns the provider's customer for a person. It is created at the first call, with a key made from the person. */
  createCustomer: (person: {
    userId: string
    email: string | null
    name: string
  }) => Promise<string>

  openCheckout: (order: CheckoutOrder, key: string) => Promise<OpenCheckout>
  openSubscriptionCheckout: (order: SubscriptionOrder, key: string) => Promise<OpenCheckout>
  getCheckout: (id: string) => Promise<CheckoutState>
  /** Returns false when it is too late: it was paid, or has already expired. */
  expireCheckout: (id: string) => Promise<boolean>

  getCharge: (intentId: string) => Promise<ChargeState>
  refund: (
    order: { chargeId: string; cents: number; refundId: string },
    key: string,
  ) => Promise<RefundState>
  getRefund: (id: string) => Promise<RefundState>
  /** Lists all refunds of a charge, with our own ids. */
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
  /** Ends a subscription at once. The provider refunds nothing by itself. */
  cancelSubscription: (id: string, key: string) => Promise<SubscriptionState>
  /** Lists the paid invoices of a subscription, oldest first. */
  listInvoices: (subscriptionId: string) => Promise<readonly InvoiceState[]>
  getInvoice: (id: string) => Promise<InvoiceState>
  openPortal: (customerId: string, returnUrl: string) => Promise<string>

  createAccount: (person: { userId: string; email: string | null }, key: string) => Promise<string>
  openOnboarding: (
    accountId: string,
    urls: { returnUrl: string; refreshUrl: string },
  ) => Promise<string>
  getAccount: (id: string) => Promise<AccountState>
  /** A payout from a connected account to its bank. */
  getPayout: (accountId: string, id: string) => Promise<BankPayoutState>
  /** Lists the payouts of a connected account since then. */
  listPayouts: (accountId: string, since: Date) => Promise<readonly BankPayoutState[]>

  /** Reads and verifies a webhook. Throws `WebhookError` if the signature is wrong, old or from the future. */
  readWebhook: (body: Buffer, signature: string | undefined) => ProviderEvent
  /** Lists the events since then, oldest first, page by page. */
  listEvents: (since: Date) => AsyncIterable<ProviderEvent>
  /**
   * Lists what was created at the provider since then and may have moved money. It is used when the provider no longer
   * keeps the events.
   */
  listBegun: (since: Date) => Promise<readonly ProviderHint[]>
  /** Returns our balance at the provider in cents, available or pending. */
  getBalance: () => Promise<number>
}

/** The provider did not answer, or could not right now. We do not know whether it did anything. */
export class PaymentsUnavailable extends Error {}
/** No card provider is configured. */
export class PaymentsOff extends PaymentsUnavailable {}
/** The provider refused and would refuse again. The message is for logs and the database, not for people. */
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
  /** Shown to the person at the provider. */
  title: string
  description: string
  /** URL of a public picture; null for none. */
  picture: string | null
  /** One sentence beside the button that pays. */
  promise: string | null
  /** Kept beside the payment. */
  facts: Readonly<Record<string, string>>
  customerId: string
  /** The same for all charges and transfers of one project. */
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
  /** The payment that was made or tried. */
  intentId: string | null
  /** The subscription that was started. */
  subscriptionId: string | null
}
export interface ChargeState {
  intentId: string
  isPaid: boolean
  cents: number
  currency: string
  /** The row for which the checkout was opened. */
  paymentId: string | null
  chargeId: string | null
  /** Null until the provider knows it. */
  feeCents: number | null
  paidAt: Date | null
  /** The latest dispute that the payer's bank opened. */
  disputeId: string | null
  /** The card that paid; null before that, and for other ways of paying. */
  card: { brand: string; last4: string } | null
}
export interface AccountState {
  id: string
  isReady: boolean
  /** Where payouts go; null until it is known. */
  bank: { name: string | null; last4: string } | null
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
  /** How much of it was taken back. */
  reversedCents: number
}
export interface DisputeState {
  id: string
  chargeId: string
  cents: number
  /** The provider's fee for it, which is not returned. */
  feeCents: number
  state: 'open' | 'won' | 'lost'
}
export interface SubscriptionState {
  id: string
  /** The row for which the checkout was opened. */
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
export interface BankPayoutState {
  id: string
  cents: number
  state: 'pending' | 'in_transit' | 'paid' | 'failed'
  /** The date on which the bank gets it: `2027-03-06`. */
  arrivesOn: string
  createdAt: Date
}
export interface ProviderHint {
  type: string
  /** The object that it is about. Read it from the provider instead of trusting the event's copy. */
  objectId: string
  /** The connected account that the object belongs to. */
  accountId?: string | null
}
export interface ProviderEvent extends ProviderHint {
  id: string
  /** For payment intents, charges, refunds and disputes. */
  createdAt: Date
}
