import { PROMOTION_CENTS } from '@plinth/contract/limits.ts'
import type { PostView } from '@plinth/contract/posts/posts.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { price } from '../../../lib/format/format.ts'

export type PostPromotion = PostView['promotion']

const PROMOTE = `Promote, ${price(PROMOTION_CENTS / 100)}`

/** The words of the menu of a post of one's own. */
export const menuTexts = {
  menu: (title: string) => `Edit or delete ${title}`,
  edit: 'Edit',
  /** How the post's promotion stands, or that it can be had. */
  promote: (promotion: PostPromotion): string => {
    if (promotion?.state === 'waiting') return 'Promotion waits for approval'
    if (promotion?.state === 'refused') return 'Promotion refused'
    return promotion?.state === 'running' && promotion.endsAt !== null
      ? `Promoted until ${dayOf(promotion.endsAt)}`
      : PROMOTE
  },
  delete: 'Delete',
  receipt: (several: boolean) =>
    several ? 'What happened to the files' : 'What happened to the file',
} as const
