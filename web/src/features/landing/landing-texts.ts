import { SUBSCRIPTION_CENTS } from '@plinth/contract/limits.ts'
import { price } from '../../lib/format/format.ts'

export const SUBSCRIPTION_PRICE = price(SUBSCRIPTION_CENTS / 100)

export const texts = {
  headline: ['Work worth', 'looking up to'],
  lead: 'Six kinds of makers, one lit room. Follow the people whose work stops you, then hire them with half down and half when it’s done.',
  browse: 'Browse Portfolios',
  join: 'Join as Creator',
  skyline: 'Featured Work',
  doorsTitle: 'Six rooms, all open late',
  doorsLead: 'Each room is hung by the people who make the work, not by an ad budget.',
  showcase: {
    title: 'Showcase Your Work',
    line: 'Upload as many works as you like, in any shape. A tall poster stays tall here, and nothing is cropped into a square.',
  },
  following: {
    title: 'Build Your Following',
    line: 'People who follow you see every new post in For You, full height, one at a time. They can comment, write to you and hire you.',
    button: 'Following',
  },
  discovered: {
    title: 'Get Discovered',
    line: 'Clients search by medium, tag and budget. A hire starts with a brief and a 50% deposit, which we hold until the client approves.',
  },
  pricingTitle: `Looking is free. Showing is ${SUBSCRIPTION_PRICE}.`,
} as const

export interface Plan {
  name: string
  sum: string
  per: string
  points: readonly string[]
  /** The button's label. Without one, `note` explains how to get the plan. */
  button?: string
  note?: string
  popular?: boolean
}

export const plans: readonly Plan[] = [
  {
    name: 'Follower',
    sum: '$0',
    per: 'free for good',
    points: ['Browse every portfolio', 'Like, save and comment', 'Message and hire creators'],
    button: 'Join as Follower',
  },
  {
    name: 'Creator',
    sum: SUBSCRIPTION_PRICE,
    per: 'per month',
    points: ['Unlimited portfolio uploads', 'Posts for your followers', 'Analytics and earnings'],
    button: 'Become a Creator',
  },
  {
    name: 'For Creators',
    sum: SUBSCRIPTION_PRICE,
    per: 'per month',
    points: [
      'One plan with everything in it',
      'Business inquiries to your inbox',
      'Eligible for Featured Work',
      'Deposits held in escrow',
      'Cancel in one step',
    ],
    button: 'Get Started Today',
    popular: true,
  },
  {
    name: 'Admin',
    sum: 'Invite',
    per: 'only',
    points: ['Review new posts', 'Curate Featured Work', 'Keep the rooms civil'],
    note: 'By invitation',
  },
]
