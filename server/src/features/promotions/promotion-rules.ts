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
        ? 'We’re still preparing the files of this post. Promote it once everybody can see it.'
        : 'This post is waiting for approval. Promote it once everybody can see it.'
      : 'This post is private. Make it public first.',
  )
}

const DESCRIPTIONS: Record<PromotionState, string> = {
  unpaid: 'isn’t paid yet',
  waiting: 'is paid and waiting for an admin',
  running: 'is running',
  ended: 'has ended',
  refused: 'was refused',
}
export const wrongState = (state: PromotionState): AppError =>
  new AppError('conflict', `You can’t do this now. The promotion ${DESCRIPTIONS[state]}.`)

/** What the member reads when a promotion is refused automatically. */
export const REASONS = {
  unseen: 'The post was no longer public when your payment arrived.',
  deleted: 'You deleted the post before the promotion began.',
  chargeback: 'Your bank took the payment back.',
} as const
