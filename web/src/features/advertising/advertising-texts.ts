import {
  AD_MONTH_CENTS,
  AD_WEEK_CENTS,
  AD_WEEKS_AHEAD,
} from '@plinth/contract/money/advertising.ts'
import { PROMOTION_CENTS } from '@plinth/contract/limits.ts'
import { price } from '../../lib/format/format.ts'

export const sums = {
  week: price(AD_WEEK_CENTS / 100),
  month: price(AD_MONTH_CENTS / 100),
  promotion: price(PROMOTION_CENTS / 100),
} as const

export const texts = {
  title: 'Advertise with us',
  lead: 'Plinth is not ad-based. A person reads every inquiry, and we say no more often than yes. Every advert carries a label.',
  fields: {
    businessName: 'Business name',
    contactName: 'Contact name',
    email: 'Email',
    phone: 'Phone',
    adType: 'Ad type',
    duration: 'Duration',
    website: 'Website',
    budget: 'Budget',
    description: 'Description',
    postIdea: 'Post idea',
  },
  placeholders: {
    phone: 'With country code',
    adType: 'Choose an ad type',
    duration: 'Choose a duration',
    postIdea: 'What would you show first?',
  },
  submit: 'Submit inquiry',
  sending: 'Sending...',
  noScript: 'Turn on JavaScript to send this form.',
  note: 'A person replies in 24-48 hours. Nothing is charged today.',
  sent: {
    toast: 'Inquiry Submitted',
    title: 'Your inquiry is with us',
    line: 'A person reads it and replies in 24-48 hours to',
    reply: 'We reply in 24-48 hours.',
    another: 'Send another inquiry',
  },
  failed: {
    title: 'Error',
    line: 'Failed to submit your inquiry. Please try again.',
  },
  prices: {
    title: 'Prices',
    note: 'minimums, in US dollars',
    week: 'per week',
    month: 'per month',
    custom: 'Custom',
    negotiable: 'pricing negotiable',
  },
  promotion: {
    title: 'Promote one post',
    line: 'Seven days in For You, with a Promoted label. An admin checks it first. If we refuse it, you get all of it back.',
    button: `${sums.promotion}, promote one post`,
  },
  specimen: {
    label: 'Promoted',
    line: 'The label is beside the picture, never on it.',
  },
  weeks: {
    title: `The next ${AD_WEEKS_AHEAD} weeks`,
    line: 'Each place shows one advert at a time. Weeks begin on Mondays, in UTC.',
    free: 'available',
    sold: 'sold',
    allFree: (day: string) => `All ${AD_WEEKS_AHEAD} weeks are available, starting ${day}.`,
    noneFree: `All ${AD_WEEKS_AHEAD} weeks are sold.`,
    next: (day: string) => `The next available week begins on ${day}.`,
    soldFrom: (days: string) => `Sold: ${days}.`,
    failed: 'We couldn’t load the weeks.',
    again: 'Try again',
    loading: 'Loading the weeks',
  },
  pick: {
    title: 'Which post?',
    about: 'Your public posts, newest first.',
    loading: 'Loading your posts',
    failed: 'We couldn’t load your posts.',
    again: 'Try again',
    more: 'Show more',
    none: 'No public post yet',
    noneLine: 'You can promote any public post.',
    create: 'Create Post',
  },
} as const
