import { PROMOTION_DAYS } from '@plinth/contract/limits.ts'
import type { Promotion } from '@plinth/contract/posts/promotions.ts'
import { dayOf } from '../../lib/format/ago.ts'
import { price } from '../../lib/format/format.ts'

/** All texts of promotions. */
export const texts = {
  title: 'Promote one post',
  about: (title: string) => `Show “${title}” to more people in For You.`,
  slip: {
    what: `${PROMOTION_DAYS} days in For You, with a Promoted label. Each visit shows one promoted post near the top. They take turns.`,
    admin: 'An admin checks it first. If we refuse it, you get all of it back.',
    deleted: 'If you delete the post before the promotion runs, you get all of it back.',
    gone: 'If you delete the post or make it private while it runs, the promotion ends without a refund.',
  },
  pay: (sum: string) => `Pay ${sum}`,
  leaving: 'Opening...',
  failed: 'We couldn’t open the payment page. Nothing was charged. Try again.',
  loading: 'Loading this post’s promotions',
  loadFailed: 'We couldn’t load this post’s promotions.',
  again: 'Try again',
  close: 'Close',
  states: {
    waiting: (sum: string) => `You paid ${sum}. An admin will check it and let you know.`,
    running: (day: string) => `Your promotion runs until ${day}.`,
    ended: (day: string) => `Your last promotion ended on ${day}.`,
    refused: (reason: string) => `We refused your last promotion: ${reason}`,
  },
  refunds: {
    waiting: (sum: string) => `We’ll send ${sum} back to your card.`,
    sent: (sum: string) => `${sum} is on its way back to your card.`,
    succeeded: (sum: string) => `We sent ${sum} back to your card.`,
    failed: (sum: string) => `Your bank returned the ${sum}. Write to us and we’ll send it again.`,
  },
  back: {
    asking: 'Checking your payment',
    waiting:
      'Your payment isn’t confirmed yet. This usually takes a few seconds. This page updates by itself.',
    cancelled: 'You left the payment page. Nothing was charged.',
    failed: 'We couldn’t check your payment.',
    dismiss: 'Dismiss',
    paid: 'Your promotion is paid',
    paidLine: 'An admin will check it and let you know.',
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
