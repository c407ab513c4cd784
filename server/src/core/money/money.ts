import type { Database } from '../../db/pool.ts'
import type { ProviderHint } from '../../gateways/payments/payments.ts'

export type Purpose = 'deposit' | 'remainder' | 'promotion'
/** What a payment is for. One of the two is set. */
export interface PaymentSubject {
  projectId: string | null
  promotionId: string | null
}

/** What is to be paid: found out by the feature under a lock on its own row, never taken from the caller. */
export interface PaymentOrder extends PaymentSubject {
  purpose: Purpose
  payerId: string
  cents: number
  /** What the payer reads at the card provider. */
  title: string
  description: string
  /** Path that the browser comes back to, paid or not; `?checkout=done` or `?checkout=cancelled` is added. */
  returnTo: string
}

/** A payment that the provider confirmed, in the transaction that records it. */
export interface PaidPayment extends PaymentSubject {
  id: string
  purpose: Purpose
  payerId: string
  cents: number
  paidAt: Date
}

/** How a paid payment is divided, once and for all. The two parts make the whole. */
export interface Settlement {
  paymentId: string
  toClientCents: number
  toCreatorCents: number
  /** Whose the second part is; null makes it Plinth's own revenue. */
  creatorId: string | null
  now: Date
}

/** What became of money that was on its way, in the transaction that records it. */
export interface MoneyMoved extends PaymentSubject {
  kind: 'refunded' | 'refund_failed' | 'paid_out'
  cents: number
}

export interface Chargeback extends PaymentSubject {
  paymentId: string
  state: 'open' | 'won' | 'lost'
  cents: number
  /** Whether the payment's money was still held by Plinth. */
  isHeld: boolean
}

/** The one door to money. Features decide what is due; nothing but this asks the provider for it and keeps the books. */
export interface Money {
  /**
   * A checkout for what `hold` says is due. `hold` runs in a transaction: it locks the feature's row and throws when
   * nothing is due. An open checkout of the same sum is answered again; one of another sum is closed first.
   */
  openPayment: (
    hold: (trx: Database) => Promise<PaymentOrder>,
  ) => Promise<{ url: string; cents: number }>
  /** Reads the open payments of a subject back from the provider: for who returns before the webhook. */
  confirm: (subject: PaymentSubject) => Promise<void>
  /** In the feature's transaction: what is open can no longer be paid. If it is all the same, it is given back. */
  closePayments: (trx: Database, subject: PaymentSubject) => Promise<void>
  /** In the feature's transaction: divides a paid payment; its refund and its transfer follow by themselves. */
  settle: (trx: Database, settlement: Settlement) => Promise<void>
  /** Paid payments of a subject that are not divided yet: what is held. Locks them. */
  lockUnsettled: (trx: Database, subject: PaymentSubject) => Promise<readonly PaidPayment[]>
  /** Orders a refund again that the bank returned. Answers how many there were. */
  retryRefunds: (trx: Database, subject: PaymentSubject, now: Date) => Promise<number>
  /** Somebody's account can take money now: what was held for it is sent. */
  accountReady: (trx: Database, userId: string) => Promise<void>

  onPaid: (
    purpose: Purpose,
    handler: (trx: Database, payment: PaidPayment, now: Date) => Promise<void>,
  ) => void
  onMoved: (handler: (trx: Database, moved: MoneyMoved, now: Date) => Promise<void>) => void
  onChargeback: (
    handler: (trx: Database, chargeback: Chargeback, now: Date) => Promise<void>,
  ) => void
  /** Provider events that are no payment's: subscriptions, invoices, accounts. The handler reads the object back. */
  onEvent: (types: readonly string[], handler: (event: ProviderHint) => Promise<void>) => void
  /** After the commit of whatever moved a subject's money: pushes. */
  afterMove: (handler: (subject: PaymentSubject) => void) => void
}
