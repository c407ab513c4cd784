import { PAST_DUE_DAYS, SUBSCRIPTION_CENTS } from '@plinth/contract/limits.ts'
import type { Block, EmailContent } from '../template/email.ts'
import type { SubscriptionFacts } from './money-queries.ts'
import {
  ALWAYS_SENT,
  amount,
  cardName,
  day,
  deadline,
  receiptLink,
  REFUND_TIME,
  sum,
  time,
  type Card,
} from './words.ts'

export const SUBSCRIPTION_NEWS = [
  'subscription_active',
  'subscription_renewed',
  'subscription_past_due',
  'subscription_cancelled',
  'subscription_resumed',
  'subscription_ended',
  'subscription_refunded',
  'subscription_refund_failed',
  'subscription_disputed',
] as const
export type SubscriptionNews = (typeof SUBSCRIPTION_NEWS)[number]

export interface SubscriptionEmail extends SubscriptionFacts {
  news: SubscriptionNews
  /** What was charged or sent back. */
  cents: number | null
  at: Date
}

interface Message {
  subject: string
  title: string
  lead: string
  rows: [what: string, sum: string][]
  next: string
  button: string
}

const DAY_MS = 86_400_000

const cardOf = ({ cardBrand, cardLast4 }: SubscriptionFacts): Card | null =>
  cardBrand === null || cardLast4 === null ? null : { brand: cardBrand, last4: cardLast4 }

const MESSAGES: Record<SubscriptionNews, (facts: SubscriptionEmail, price: number) => Message> = {
  subscription_active: (facts, price) => ({
    subject: `Your creator subscription is active: ${amount(price)} paid`,
    title: 'You are a creator now',
    lead: 'Upload work, set prices and take on projects.',
    rows: [['First month, paid today', sum(price)]],
    next: `It renews on ${ends(facts)} for ${amount(SUBSCRIPTION_CENTS)}, from ${cardName(cardOf(facts))}. Cancel at any time.`,
    button: 'See your subscription',
  }),
  subscription_renewed: (facts, price) => ({
    subject: `Your creator subscription is renewed: ${amount(price)} paid`,
    title: 'Your subscription is renewed',
    lead: `We charged ${cardName(cardOf(facts))}.`,
    rows: [['One month, paid today', sum(price)]],
    next: `It renews again on ${ends(facts)}. Cancel at any time.`,
    button: 'See your subscription',
  }),
  subscription_past_due: (facts, price) => ({
    subject: `We couldn't charge ${amount(price)} for your subscription`,
    title: 'Your payment failed',
    lead: `${capital(cardName(cardOf(facts)))} did not accept the payment. Your work stays online.`,
    rows: [['Due now', sum(price)]],
    next: `Change your card by ${deadline(new Date((facts.pastDueSince ?? facts.at).getTime() + PAST_DUE_DAYS * DAY_MS), facts.timeZone)} to stay a creator. We try again until then.`,
    button: 'Change your card',
  }),
  subscription_cancelled: (facts) => ({
    subject: `Your creator subscription ends on ${ends(facts)}`,
    title: 'Your subscription is cancelled',
    lead: 'We will not charge your card again.',
    rows: [['Next payment', sum(0)]],
    next: `You stay a creator until ${ends(facts)}. Changed your mind? Until then you can keep it.`,
    button: 'Keep your subscription',
  }),
  subscription_resumed: (facts) => ({
    subject: 'Your creator subscription continues',
    title: 'Your subscription continues',
    lead: 'You kept it. Nothing was charged today.',
    rows: [[`On ${ends(facts)}`, sum(SUBSCRIPTION_CENTS)]],
    next: `We charge ${cardName(cardOf(facts))} then. Cancel at any time.`,
    button: 'See your subscription',
  }),
  subscription_ended: () => ({
    subject: 'Your creator subscription has ended',
    title: 'Your subscription has ended',
    lead: 'We will not charge your card again. Your open projects continue.',
    rows: [['Next payment', sum(0)]],
    next: 'Your work stays yours. Subscribe again to upload, sell and take on projects.',
    button: 'Subscribe again',
  }),
  subscription_refunded: (facts, price) => ({
    subject: `Your ${amount(price)} refund is on its way`,
    title: 'Your refund is on its way',
    lead: 'We sent back a payment for your creator subscription.',
    rows: [[`To ${cardName(cardOf(facts))}`, sum(price)]],
    next: `${REFUND_TIME} You don't need to do anything.`,
    button: 'See your subscription',
  }),
  subscription_refund_failed: (facts, price) => ({
    subject: `Your bank returned your ${amount(price)} refund`,
    title: 'Your refund came back',
    lead: `The bank of ${cardName(cardOf(facts))} did not accept it.`,
    rows: [['Still yours, held by Plinth', sum(price)]],
    next: 'An admin can send it again.',
    button: 'See your subscription',
  }),
  subscription_disputed: (_facts, price) => ({
    subject: `Your bank disputes a ${amount(price)} payment`,
    title: 'Your bank disputes a payment',
    lead: 'It took back a payment for your creator subscription and looks into it.',
    rows: [['The payment', sum(price)]],
    next: 'If you did not ask for this, tell your bank that the payment was yours.',
    button: 'See your subscription',
  }),
}

const ends = ({ periodEnd, timeZone }: SubscriptionFacts): string =>
  periodEnd === null ? 'the end of the month you paid for' : day(periodEnd, timeZone)
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export function subscriptionEmail(facts: SubscriptionEmail, publicUrl: string): EmailContent {
  const price = facts.cents ?? SUBSCRIPTION_CENTS
  const { subject, title, lead, rows, next, button } = MESSAGES[facts.news](facts, price)
  const blocks: Block[] = [
    { kind: 'text', words: lead },
    { kind: 'slip', rows },
    { kind: 'heading', words: 'What happens next' },
    { kind: 'text', words: next },
  ]
  return {
    subject,
    preview: next,
    title,
    blocks,
    button: { label: button, url: `${publicUrl}/subscribe` },
    footer: [
      `${capital(time(facts.at, facts.timeZone))}, ${cardName(cardOf(facts))}.`,
      `You get this because of your creator subscription. ${ALWAYS_SENT}`,
      receiptLink(publicUrl),
    ],
  }
}
