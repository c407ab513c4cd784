import type { Database } from '../../db/pool.ts'
import type { ProviderHint } from '../../gateways/payments/payments.ts'

export type Purpose = 'deposit' | 'remainder' | 'promotion'
/** What a payment is for. Exactly one of the two is set. */
export interface PaymentSubject {
  projectId: string | null
  promotionId: string | null
}

/** What is due. The feature determines it under a lock on its own row; it is never taken from the caller. */
export interface PaymentOrder extends PaymentSubject {
  purpose: Purpose
  payerId: string
  cents: number
  /** What the payer sees at the card provider. */
  title: string
  description: string
  /** Path of a public picture of it; null for none. */
  picture: string | null
  /** One sentence beside the button that pays. */
  promise: string | null
  /** What else the payer may want to know, as names and short texts. The provider keeps it beside the payment. */
  facts: Readonly<Record<string, string>>
  /** The path that the browser returns to, paid or not. `?checkout=done` or `?checkout=cancelled` is added. */
  returnTo: string
}

/** A payment that the provider has confirmed. Handlers run in the transaction that records it. */
export interface PaidPayment extends PaymentSubject {
  id: string
  purpose: Purpose
  payerId: string
  cents: number
  paidAt: Date
}

/** How a paid payment is divided. Done once; the two parts add up to the whole. */
export interface Settlement {
  paymentId: string
  toClientCents: number
  toCreatorCents: number
  /** Who gets the second part; null makes it Plinth's revenue. */
  creatorId: string | null
  now: Date
}

export interface SubscriptionRefund {
  subscriptionId: string
  /** The charge that it is a part of. */
  chargeId: string
  cents: number
  now: Date
}

/** The outcome of money that was being sent. Handlers run in the transaction that records it. */
export interface MoneyMoved extends PaymentSubject {
  kind: 'refunded' | 'refund_failed' | 'paid_out'
  cents: number
}

export interface Chargeback extends PaymentSubject {
  paymentId: string
  state: 'open' | 'won' | 'lost'
  cents: number
  /** Whether Plinth still held the payment's money. */
  isHeld: boolean
}

/**
 * The only interface to money. Features decide what is due; only this module calls the provider and keeps the ledger.
 */
export interface Money {
  /**
   * Opens a checkout for what `findOrder` says is due. `findOrder` runs in a transaction: it locks the feature's row
   * and throws when nothing is due. An open checkout for the same sum is returned again; one for another sum is closed
   * first.
   */
  openPayment: (
    findOrder: (trx: Database) => Promise<PaymentOrder>,
  ) => Promise<{ url: string; cents: number }>
  /**
   * Reads the subject's open payments back from the provider, for a browser that returns before the webhook arrives.
   */
  confirm: (subject: PaymentSubject) => Promise<void>
  /**
   * Closes the subject's open payments, in the feature's transaction. A checkout that is paid all the same is refunded.
   */
  closePayments: (trx: Database, subject: PaymentSubject) => Promise<void>
  /** Divides a paid payment, in the feature's transaction. Jobs then send its refund and its transfer. */
  settle: (trx: Database, settlement: Settlement) => Promise<void>
  /** Returns and locks the subject's paid payments that are not divided yet, which is what Plinth holds. */
  lockUnsettled: (trx: Database, subject: PaymentSubject) => Promise<readonly PaidPayment[]>
  /** Orders refunds again that the bank returned. Returns how many there were. */
  retryRefunds: (trx: Database, subject: PaymentSubject, now: Date) => Promise<number>
  /** Orders the refund of a part of what paid for a subscription, once for each subscription. */
  refundSubscription: (trx: Database, refund: SubscriptionRefund) => Promise<void>
  /** Call when somebody's account can receive money: sends what was held for it. */
  accountReady: (trx: Database, userId: string) => Promise<void>

  onPaid: (
    purpose: Purpose,
    handler: (trx: Database, payment: PaidPayment, now: Date) => Promise<void>,
  ) => void
  onMoved: (handler: (trx: Database, moved: MoneyMoved, now: Date) => Promise<void>) => void
  onChargeback: (
    handler: (trx: Database, chargeback: Chargeback, now: Date) => Promise<void>,
  ) => void
  /**
   * Registers a handler for provider events that do not concern payments, such as subscriptions, invoices and accounts.
   * The handler reads the object back from the provider.
   */
  onEvent: (types: readonly string[], handler: (event: ProviderHint) => Promise<void>) => void
  /** Runs after the commit that moved a subject's money, to push updates to browsers. */
  afterMove: (handler: (subject: PaymentSubject) => void) => void
}
