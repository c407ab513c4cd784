import type { BILLING_EVENTS, Notification } from '@plinth/contract/notifications/notifications.ts'
import type { ProjectEventKind } from '@plinth/contract/projects/projects.ts'

type ToldProject = NonNullable<Notification['project']>
type BillingEvent = (typeof BILLING_EVENTS)[number]

interface Said {
  /** Whoever did it. */
  who: string
  title: string
  /** `$1,200`; empty without one. */
  sum: string
  /** Whether the reader is the client. */
  isClient: boolean
  isPlinth: boolean
}

/** What happened, in a sentence that may stand in a mailbox: who, which project, what sum, and nothing that they wrote. */
const STEPS: Record<ProjectEventKind, (said: Said) => string> = {
  requested: ({ who, title }) => `${who} wants to hire you for ${title}`,
  offered: ({ who, title }) => `${who} made a proposal for ${title}`,
  offer_accepted: ({ who, title }) => `${who} accepted your proposal for ${title}`,
  offer_declined: ({ who, title }) => `${who} declined your proposal for ${title}`,
  deposit_paid: ({ who, title, sum }) => `${who} paid the deposit${of(sum)} for ${title}`,
  accepted: ({ who, title, isPlinth }) =>
    isPlinth ? `${title} begins: you agreed on its terms` : `${who} accepted ${title}`,
  declined: ({ who, title, ...money }) => `${who} declined ${title}${back(money)}`,
  withdrawn: ({ who, title, ...money }) => `${who} withdrew ${title}${back(money)}`,
  expired: ({ title, ...money }) => `${title} ran out without an answer${back(money)}`,
  delivered: ({ who, title }) => `${who} delivered ${title}`,
  revision_requested: ({ who, title }) => `${who} asked for a change to ${title}`,
  approved: ({ who, title }) => `${who} approved ${title}`,
  auto_approved: ({ title }) => `The delivery of ${title} counts as approved now`,
  remainder_paid: ({ who, title, sum }) => `${who} paid the balance${of(sum)} for ${title}`,
  completed: ({ title, isClient }) =>
    isClient ? `${title} is complete, and its files are yours` : `${title} is complete and paid`,
  date_moved: ({ who, title }) => `${who} agreed to another date for ${title}`,
  taken_back: ({ who, title, sum }) => `${who} took the deposit${of(sum)} for ${title} back`,
  cancelled: ({ who, title, ...money }) => `${who} agreed to end ${title}${back(money)}`,
  disputed: ({ who, title }) => `${who} asked Plinth to decide about ${title}`,
  statement: ({ who, title }) => `${who} told Plinth their side of ${title}`,
  ruled: ({ title, ...money }) => `Plinth has ruled on ${title}${share(money)}`,
  split: ({ title, ...money }) =>
    `Plinth split what was held for ${title}, half each${share(money)}`,
  abandoned: ({ title, isClient }) =>
    `The balance of ${title} was not paid in time, and the deposit is ${isClient ? 'its maker’s' : 'yours'}`,
  chargeback_opened: ({ title, sum }) => `A bank disputes the payment${of(sum)} for ${title}`,
  chargeback_won: ({ title, sum }) => `The bank lets the payment${of(sum)} for ${title} stand`,
  chargeback_lost: ({ title, sum, isClient }) =>
    `The bank gave the payment${of(sum)} for ${title} back to ${isClient ? 'you' : 'the client'}`,
  refund_failed: ({ title, sum }) => `Your bank returned the refund${of(sum)} for ${title}`,
  refunded: ({ title, sum }) => `Your refund${of(sum)} for ${title} is on its way`,
  paid_out: ({ title, sum }) => `Your payout${of(sum)} for ${title} is on its way`,
  reviewed: ({ who, title }) => `${who} wrote a review after ${title}`,
}

const of = (sum: string): string => (sum === '' ? '' : ` of ${sum}`)
const back = ({ sum, isClient }: Pick<Said, 'sum' | 'isClient'>): string =>
  sum === '' ? '' : `, and ${sum} goes back to ${isClient ? 'you' : 'the client'}`

/** Each is told their own part. */
const share = ({ sum, isClient }: Pick<Said, 'sum' | 'isClient'>): string =>
  isClient || sum === '' ? back({ sum, isClient }) : `, and ${sum} is yours`

export const projectSentence = (
  { event, title, amount, role }: ToldProject,
  who: string | null,
): string =>
  STEPS[event]({
    who: who ?? 'Plinth',
    isPlinth: who === null,
    title,
    sum: amount === null || amount === 0 ? '' : dollars(amount),
    isClient: role === 'client',
  })

const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const dollars = (sum: number): string => (Number.isInteger(sum) ? whole : cents).format(sum)

/** `title` is that of the post that was promoted. */
const BILLED: Record<BillingEvent, (title: string) => string> = {
  subscription_active: () => 'Your creator subscription is active',
  subscription_past_due: () => 'The payment for your creator subscription failed',
  subscription_ended: () => 'Your creator subscription has ended',
  promotion_running: (title) => `The promotion of ${title} has begun`,
  promotion_refused: (title) => `${title} will not be promoted, and what you paid goes back to you`,
  promotion_ended: (title) => `The promotion of ${title} has ended`,
  export_ready: () => 'Everything you made on Plinth is packed, and can be downloaded for 7 days',
}
export const billingSentence = (event: BillingEvent, title: string | null): string =>
  BILLED[event](title ?? 'your post')
