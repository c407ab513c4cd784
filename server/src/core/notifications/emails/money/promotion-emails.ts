import { PROMOTION_CENTS, PROMOTION_DAYS } from '@plinth/contract/limits.ts'
import { pictureFor } from '../picture.ts'
import type { EmailContent, Words } from '../template/email.ts'
import type { PromotionFacts } from './money-queries.ts'
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

export const PROMOTION_NEWS = [
  'promotion_paid',
  'promotion_running',
  'promotion_refused',
  'promotion_ended',
  'promotion_refunded',
  'promotion_refund_failed',
  'promotion_chargeback_opened',
  'promotion_chargeback_won',
] as const
export type PromotionNews = (typeof PROMOTION_NEWS)[number]

export interface PromotionEmail extends PromotionFacts {
  news: PromotionNews
  card: Card | null
  at: Date
}

interface Message {
  subject: string
  title: string
  lead: Words
  row: [what: string, sum: string]
  next: string
}

const MESSAGES: Record<PromotionNews, (facts: PromotionEmail, price: number) => Message> = {
  promotion_paid: ({ title }, price) => ({
    subject: `Your ${amount(price)} promotion is paid`,
    title: 'Your promotion is paid',
    lead: [{ title }, ` will be promoted in For You for ${PROMOTION_DAYS} days.`],
    row: ['Paid today, held by Plinth', sum(price)],
    next: `An admin checks the post first, and we email you when it runs. If it is refused, all ${amount(price)} comes back to your card.`,
  }),
  promotion_running: ({ title, endsAt, timeZone }, price) => ({
    subject: `Your promotion of ${title} is running`,
    title: 'Your promotion is running',
    lead: ['People see ', { title }, ' in For You now, marked as promoted.'],
    row: ['Paid', sum(price)],
    next: `It runs until ${endsAt === null ? `${PROMOTION_DAYS} days have passed` : deadline(endsAt, timeZone)}. It is not renewed.`,
  }),
  promotion_refused: ({ title, reason, card, isChargedBack }, price) => ({
    subject: isChargedBack
      ? `We can't promote ${title}`
      : `We can't promote ${title}, and ${amount(price)} comes back to you`,
    title: "We can't promote this post",
    lead: [{ title }, reason === null ? ' was refused.' : ` was refused. The reason: ${reason}`],
    row: [`Back to ${cardName(card)}`, sum(price)],
    next: isChargedBack
      ? 'Your bank pays you back. Ask your bank when you will see it.'
      : `We email you again when the refund is on its way. ${REFUND_TIME}`,
  }),
  promotion_ended: ({ title }, price) => ({
    subject: `Your promotion of ${title} has ended`,
    title: 'Your promotion has ended',
    lead: [{ title }, ' is in For You like every other post now.'],
    row: ['Paid', sum(price)],
    next: 'The post shows its likes and views. You can promote it again at any time.',
  }),
  promotion_refunded: ({ title, card }, price) => ({
    subject: `Your ${amount(price)} refund is on its way`,
    title: 'Your refund is on its way',
    lead: ['We sent back what you paid to promote ', { title }, '.'],
    row: [`To ${cardName(card)}`, sum(price)],
    next: `${REFUND_TIME} You don't need to do anything.`,
  }),
  promotion_refund_failed: ({ title, card }, price) => ({
    subject: `Your bank returned your ${amount(price)} refund`,
    title: 'Your refund came back',
    lead: [`The bank of ${cardName(card)} did not accept the refund for `, { title }, '.'],
    row: ['Still yours, held by Plinth', sum(price)],
    next: 'An admin can send it again.',
  }),
  promotion_chargeback_opened: ({ title }, price) => ({
    subject: `Your bank disputes the ${amount(price)} payment`,
    title: 'Your bank disputes a payment',
    lead: ['It took back what you paid to promote ', { title }, '.'],
    row: ['The payment', sum(price)],
    next: 'We email you when the bank has decided. If the payment was yours, tell your bank.',
  }),
  promotion_chargeback_won: ({ title }, price) => ({
    subject: `The ${amount(price)} payment is confirmed`,
    title: 'Your bank confirmed the payment',
    lead: ['Nothing changes for the promotion of ', { title }, '.'],
    row: ['The payment', sum(price)],
    next: "You don't need to do anything.",
  }),
}

const PICTURE_WIDTH = 960

export function promotionEmail(facts: PromotionEmail, publicUrl: string): EmailContent {
  const price = facts.cents ?? PROMOTION_CENTS
  const { subject, title, lead, row, next } = MESSAGES[facts.news](facts, price)
  return {
    subject,
    preview: next,
    picture: pictureFor(facts.picture, { publicUrl, width: PICTURE_WIDTH, title: facts.title }),
    title,
    blocks: [
      { kind: 'text', words: lead },
      { kind: 'slip', rows: [row] },
      { kind: 'heading', words: 'What happens next' },
      { kind: 'text', words: next },
    ],
    button:
      facts.postId === null
        ? { label: 'See your statement', url: `${publicUrl}/statement` }
        : { label: 'See the post', url: `${publicUrl}/post/${facts.postId}` },
    footer: [
      `${facts.paidAt === null ? time(facts.at, facts.timeZone) : `Paid on ${day(facts.paidAt, facts.timeZone)}`}, with ${cardName(facts.card)}.`,
      `You get this because you paid for a promotion. ${ALWAYS_SENT}`,
      receiptLink(publicUrl),
    ],
  }
}
