import type { Promotion } from '@plinth/contract/posts/promotions.ts'
import { dayOf } from '../../lib/format/ago.ts'
import { price } from '../../lib/format/format.ts'
import { texts } from './promotion-texts.ts'

/** Where a promotion stands and where its money is, in sentences; none of one that was never paid. */
export function standOf(promotion: Promotion): string[] {
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

/** Whether another one can be paid for: a post is promoted once at a time. */
export const canPromote = (last: Promotion | null): boolean =>
  last === null || (last.state !== 'waiting' && last.state !== 'running')
