import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Optional,
  String as Text,
  Union,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Day, Dollars, Id, Time, nullable, entity, exact, paged } from '../http/scalars.ts'

/** `none`: never subscribed, or ended. `past_due`: a renewal could not be charged. */
const SUBSCRIPTION_STATES = ['none', 'incomplete', 'active', 'past_due', 'canceled'] as const

export const Subscription = entity('Subscription', {
  state: Enum([...SUBSCRIPTION_STATES]),
  price: Dollars,
  /** Whether an admin granted creator rights, which stand beside a subscription. */
  isGranted: Flag(),
  /** Since when and why staff ended the caller's creator rights; null unless they did. */
  removed: nullable(
    exact({
      at: Time,
      reason: Text(),
      /** The caller's appeal against it; null before there is one. */
      appeal: nullable(Enum(['open', 'upheld'])),
    }),
  ),
  /** When the next payment is due, or when a cancelled subscription ends. */
  periodEnd: nullable(Time),
  endsAtPeriodEnd: Flag(),
  /** A creator whose renewal failed keeps their rights until then. */
  rightsUntil: nullable(Time),
  card: nullable(exact({ brand: Text(), last4: Text() })),
})
export type Subscription = Static<typeof Subscription>

export const getSubscription = defineEndpoint({
  method: 'GET',
  path: '/api/subscription',
  access: 'member',
  summary: "The caller's subscription.",
  response: Subscription,
})
/** For a browser that returns from the checkout before the webhook arrives. */
export const confirmSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/subscription/confirm',
  access: 'member',
  summary: "Read the caller's subscription back from the card provider.",
  response: Subscription,
})
export const becomeCreator = defineEndpoint({
  method: 'POST',
  path: '/api/become-creator',
  access: 'member',
  idempotent: true,
  summary: 'A hosted checkout for the creator subscription.',
  response: Union([exact({ subscriptionUrl: Text() }), exact({ message: Text() })]),
})
export const getOrCreateSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/get-or-create-subscription',
  access: 'member',
  idempotent: true,
  summary: "The id of the caller's current subscription, or of a new incomplete one.",
  response: exact({ subscriptionId: Id }),
})
const subscriptionEnd = (name: 'cancel' | 'resume', summary: string) =>
  defineEndpoint({
    method: 'POST',
    path: `/api/subscription/${name}`,
    access: 'member',
    idempotent: true,
    summary,
    response: Subscription,
  })
export const cancelSubscription = subscriptionEnd('cancel', 'End the subscription with its period.')
export const resumeSubscription = subscriptionEnd('resume', 'Take that back.')
const Link = exact({ url: Text() })
export const openPortal = defineEndpoint({
  method: 'POST',
  path: '/api/billing-portal',
  access: 'member',
  summary: 'The page of the card provider where the caller changes the card and reads invoices.',
  response: Link,
  errors: ['conflict'],
})

/** Where a creator's money goes. */
export const PayoutAccount = entity('PayoutAccount', {
  /** `none`: no account; `incomplete`: onboarding was started; `ready`: money can be sent. */
  state: Enum(['none', 'incomplete', 'ready']),
  /** Earned, but not sent until the account is ready. */
  waiting: Dollars,
  /** Total sent so far. */
  paidOut: Dollars,
})
export type PayoutAccount = Static<typeof PayoutAccount>
export const getPayoutAccount = defineEndpoint({
  method: 'GET',
  path: '/api/payouts',
  access: 'member',
  summary: "The caller's payout account, and how much is waiting for it.",
  response: PayoutAccount,
})
export const connectPayouts = defineEndpoint({
  method: 'POST',
  path: '/api/payouts/connect',
  access: 'member',
  idempotent: true,
  fresh: true,
  summary: 'The page of the card provider where the caller connects a bank account, or changes it.',
  response: Link,
  errors: ['auth.forbidden'],
})
export const confirmPayouts = defineEndpoint({
  method: 'POST',
  path: '/api/payouts/confirm',
  access: 'member',
  summary: "Read the caller's account back from the card provider.",
  response: PayoutAccount,
})

export const STATEMENT_KINDS = [
  'deposit',
  'remainder',
  'subscription',
  'promotion',
  'refund',
  'refund_returned',
  'earning',
  'card_fee',
  'payout',
  'payout_returned',
  'chargeback',
  'chargeback_returned',
] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]

/** One movement of the caller's money. */
export const StatementLine = entity('StatementLine', {
  id: Id,
  at: Time,
  kind: Enum([...STATEMENT_KINDS]),
  /** The title of what it was for. */
  title: Text(),
  projectId: nullable(Id),
  projectNumber: nullable(Integer({ minimum: 1 })),
  amount: Dollars,
  direction: Enum(['in', 'out']),
  /** The card provider's reference. */
  reference: Text(),
})
export type StatementLine = Static<typeof StatementLine>

const period = { from: Optional(Day), to: Optional(Day) }
export const getStatement = defineEndpoint({
  method: 'GET',
  path: '/api/statement',
  access: 'member',
  summary: 'Every payment of the caller, newest first. Dates are in UTC.',
  query: paged(period),
  response: ListOf(StatementLine),
})
/** `/api/statement.csv` and `.pdf` return files, so they are not endpoints of the contract. */
export const StatementQuery = exact(period)
export const STATEMENT_FILES = { csv: '/api/statement.csv', pdf: '/api/statement.pdf' } as const
