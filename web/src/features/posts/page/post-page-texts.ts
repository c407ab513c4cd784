import { PROMOTION_CENTS } from '@plinth/contract/limits.ts'
import type { PostView } from '@plinth/contract/posts/posts.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { price } from '../../../lib/format/format.ts'

/** All texts of a post's own page. */
export const texts = {
  tabTitle: (title: string, name: string) => `${title} by ${name}`,
  loading: 'Loading the post',
  failed: 'We couldn’t load this post',
  goneTitle: 'We can’t find this post',
  gone: 'It may have been deleted, or it’s private.',
  goneAction: 'Explore posts',
  goneSignIn: 'Log in',
  posted: (when: string) => `posted ${when}`,
  back: 'Back',
  followers: (shown: string, one: boolean) => `${shown} ${one ? 'follower' : 'followers'}`,
  startingPrice: 'Starting price',
  depositNote: '50% deposit required to start project',
  onInquiry: 'On inquiry',
  onInquiryNote: 'Made to order. Ask the creator for a price.',
  seeWork: 'See the work',
  inquire: 'Send Business Inquiry',
  hireFor: (sum: string) => `Hire for ${sum}`,
  moreBy: (name: string) => `More by ${name}`,
  mood: (mood: string) => `Mood: ${mood}`,
  signInTitle: 'Like, save or comment',
  signInLine: 'You need an account. It’s free.',
  signIn: 'Log in',
  join: 'Join as Follower',
  actions: 'Your post',
  report: 'Report this post',
} as const

export type PostPromotion = PostView['promotion']

const PROMOTE = `Promote, ${price(PROMOTION_CENTS / 100)}`

/** Texts of the menu on one's own post. */
export const menuTexts = {
  menu: (title: string) => `Edit or delete ${title}`,
  edit: 'Edit',
  statistics: 'Statistics',
  /** The state of the post's promotion, or the offer to buy one. */
  promote: (promotion: PostPromotion): string => {
    if (promotion?.state === 'waiting') return 'Promotion is waiting for approval'
    if (promotion?.state === 'refused') return 'Promotion refused'
    return promotion?.state === 'running' && promotion.endsAt !== null
      ? `Promoted until ${dayOf(promotion.endsAt)}`
      : PROMOTE
  },
  delete: 'Delete',
  receipt: (several: boolean) => (several ? 'Details of the files' : 'File details'),
} as const
