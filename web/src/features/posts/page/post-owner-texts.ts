import { PROMOTION_CENTS } from '@plinth/contract/limits.ts'
import { price } from '../../../lib/format/format.ts'
import type { PostPromotion } from './post-page-texts.ts'

/** What happens to a paid promotion when its post is deleted. */
const PAID = {
  waiting: `We’ll refund the ${price(PROMOTION_CENTS / 100)} you paid to promote it.`,
  running: 'Its promotion ends without a refund.',
}

/** Texts of editing and deleting one's own post. */
export const ownerTexts = {
  editTitle: 'Edit post',
  pictures: 'Alternative texts',
  pictureAlt: (at: number, all: number) =>
    all === 1 ? 'Alternative text' : `Alternative text of file ${at}`,
  save: 'Save changes',
  saving: 'Saving...',
  cancel: 'Cancel',
  saved: 'Changes saved',
  saveFailedTitle: 'Failed to save the post',
  leaveTitle: 'Leave without saving?',
  leaveText: 'Your changes will be lost.',
  leave: 'Discard changes',
  stay: 'Keep editing',
  deleteTitle: (title: string) => `Delete ${title}?`,
  deleteText: (promotion: NonNullable<PostPromotion>['state'] | undefined) =>
    [
      'This deletes the post, its comments and its files.',
      ...(promotion === 'waiting' || promotion === 'running' ? [PAID[promotion]] : []),
      'This action cannot be undone.',
    ].join(' '),
  deleteButton: (title: string) => `Delete ${title}`,
  deleting: 'Deleting...',
  keep: 'Keep the post',
  deleted: 'Post deleted',
  deleteFailedTitle: 'Failed to delete post',
  again: 'Please try again later.',
} as const
