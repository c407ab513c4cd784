import { PROMOTION_DAYS } from '@plinth/contract/limits.ts'
import type { Promotion } from '@plinth/contract/posts/promotions.ts'
import { dayOf } from '../../lib/format/ago.ts'
import { price } from '../../lib/format/format.ts'

/** All texts of promotions. */
export const texts = {
  title: 'Promote one post',
  about: (title: string) => `“${title}” in For You, paid for.`,
  slip: {
    what: `${PROMOTION_DAYS} days in For You, with a Promoted label. Each visit shows one promoted post near the top; they take turns.`,
    admin: 'An admin looks first. If we refuse it, the whole sum goes back.',
    deleted: 'Delete it before it runs, and the whole sum goes back.',
    gone: 'Delete it or make it private while it runs, and it ends. Nothing goes back then.',
  },
  pay: (sum: string) => `Pay ${sum}`,
  leaving: 'Opening...',
  failed: 'The payment page could not be opened.',
  loading: 'Looking for promotions of this post',
  loadFailed: 'What is known of this post’s promotions could not be loaded.',
  again: 'Try again',
  close: 'Close',
  states: {
    waiting: (sum: string) => `${sum} is paid. An admin looks at it now, and you hear of it.`,
    running: (day: string) => `It is running until ${day}.`,
    ended: (day: string) => `The last promotion ended on ${day}.`,
    refused: (reason: string) => `The last one was refused: ${reason}`,
  },
  refunds: {
    waiting: (sum: string) => `${sum} is about to go back to your card.`,
    sent: (sum: string) => `${sum} is on its way back to your card.`,
    succeeded: (sum: string) => `${sum} went back to your card.`,
    failed: (sum: string) => `Your bank returned the ${sum}. Write to us, and we send it again.`,
  },
  back: {
    asking: 'Asking the card provider what became of the payment.',
    waiting: 'The payment is on its way. This page says when it has come.',
    cancelled: 'Nothing was paid. The post is as it was.',
    failed: 'What became of the payment could not be asked.',
    dismiss: 'All right',
    paid: 'Your promotion is paid',
    paidLine: 'An admin looks at it now, and you hear of it.',
  },
} as const

/** A promotion's state and refund in sentences; none if it was never paid. */
export function describePromotion(promotion: Promotion): string[] {
  const { state, endsAt, reason, refundState } = promotion
  const sum = price(promotion.price)
  const back = refundState === null ? [] : [texts.refunds[refundState](sum)]
  switch (state) {
    case 'unpaid':
      return []
    case 'waiting':
      return [texts.states.waiting(sum)]
    case 'running':
      return endsAt === null ? [] : [texts.states.running(dayOf(endsAt))]
    case 'ended':
      return endsAt === null ? [] : [texts.states.ended(dayOf(endsAt)), ...back]
    case 'refused':
      return [texts.states.refused(reason ?? ''), ...back]
  }
}

/** Whether a new promotion can be bought: a post has only one at a time. */
export const canPromote = (last: Promotion | null): boolean =>
  last === null || (last.state !== 'waiting' && last.state !== 'running')
