import { PROMOTION_CENTS, PROMOTION_DAYS } from '@plinth/contract/limits.ts'
import { AppError } from '../../http/errors.ts'
import type { HeldPost, PromotionState } from './promotion-queries.ts'

export const PROMOTION_PURPOSE = 'promotion'
export const PROMOTION_DOLLARS = PROMOTION_CENTS / 100

const DAY_MS = 86_400_000
export const endOf = (startsAt: Date): Date =>
  new Date(startsAt.getTime() + PROMOTION_DAYS * DAY_MS)

/** Only posts that everybody can see can be promoted. */
export function requireVisible({ isVisible, isPublic, isApproved }: HeldPost): void {
  if (isVisible) return
  throw new AppError(
    'conflict',
    isPublic
      ? isApproved
        ? 'The files of this post are still being made ready. Promote it when everybody can see it.'
        : 'This post waits for approval. Promote it when everybody can see it.'
      : 'This post is private. Make it public first.',
  )
}

const DESCRIPTIONS: Record<PromotionState, string> = {
  unpaid: 'is not paid',
  waiting: 'is paid and waits for an admin',
  running: 'is running',
  ended: 'has ended',
  refused: 'was refused',
}
export const wrongState = (state: PromotionState): AppError =>
  new AppError('conflict', `This cannot be done now: the promotion ${DESCRIPTIONS[state]}.`)

/** What the member reads when a promotion is refused automatically. */
export const REASONS = {
  unseen: 'The post could not be seen by everybody any more when the payment came.',
  deleted: 'The post was deleted before the promotion began.',
  chargeback: 'The bank of the card took the payment back.',
} as const
