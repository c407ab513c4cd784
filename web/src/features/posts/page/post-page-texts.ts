import { PROMOTION_CENTS } from '@plinth/contract/limits.ts'
import type { PostView } from '@plinth/contract/posts/posts.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { price } from '../../../lib/format/format.ts'

/** All texts of a post's own page. */
export const texts = {
  tabTitle: (title: string, name: string) => `${title} by ${name}`,
  loading: 'Loading the post',
  failed: 'This post could not be loaded',
  goneTitle: 'This post is not here',
  gone: 'It may have been deleted, or it is not for everybody.',
  goneAction: 'Explore posts',
  goneSignIn: 'Sign in',
  posted: (when: string) => `posted ${when}`,
  back: 'Back',
  followers: (shown: string, one: boolean) => `${shown} ${one ? 'follower' : 'followers'}`,
  startingPrice: 'Starting price',
  depositNote: '50% deposit required to start project',
  onInquiry: 'On inquiry',
  onInquiryNote: 'The creator makes this to order and names the price.',
  seeWork: 'See the work',
  inquire: 'Send Business Inquiry',
  hireFor: (sum: string) => `Hire for ${sum}`,
  moreBy: (name: string) => `More by ${name}`,
  mood: (mood: string) => `Mood: ${mood}`,
  signInTitle: 'Like it, save it, say something',
  signInLine: 'It takes an account, and an account is free.',
  signIn: 'Sign in',
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
  /** The state of the post's promotion, or the offer to buy one. */
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
