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
  lead: 'Plinth is not ad-based. A person reads every inquiry, and we say no more often than yes. What we do take hangs beside the work, marked as what it is.',
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
  note: 'A person replies in 24-48 hours. Nothing is charged today.',
  sent: {
    toast: 'Inquiry Submitted',
    title: 'Your inquiry is with us',
    line: 'A person reads it and replies in 24-48 hours, to',
    reply: 'We reply in 24-48 hours.',
    another: 'Write another',
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
    line: 'Seven days in For You, with a Promoted label. An admin looks first. If we refuse it, the whole sum goes back.',
    button: `${sums.promotion}, promote one post`,
  },
  specimen: {
    label: 'Promoted',
    line: 'The label sits in the placard, never on the picture.',
  },
  weeks: {
    title: `The next ${AD_WEEKS_AHEAD} weeks`,
    line: 'One advert at a time in each place. Weeks begin on Mondays.',
    free: 'free',
    sold: 'sold',
    allFree: 'Every week is free.',
    noneFree: 'Every week is sold.',
    next: (day: string) => `The next free week begins on ${day}.`,
    soldFrom: (days: string) => `Sold: ${days}.`,
    failed: 'Which weeks are sold could not be loaded.',
    again: 'Try again',
    loading: 'Looking for sold weeks',
  },
  pick: {
    title: 'Which post?',
    about: 'Public posts of yours, the newest first.',
    loading: 'Looking for your posts',
    failed: 'Your posts could not be loaded.',
    again: 'Try again',
    more: 'Show more',
    none: 'No public post yet',
    noneLine: 'A promotion shows a post that everybody can see.',
    create: 'Create Post',
  },
} as const
