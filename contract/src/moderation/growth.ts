import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Number as NumberOf,
  Optional,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Count, Day, Time, entity, exact, nullable } from '../http/scalars.ts'

/** How figures are put together, and how many of them the list has. */
export const GROWTH_STEPS = { day: 30, week: 26, month: 24 } as const
export type GrowthStep = keyof typeof GROWTH_STEPS
export const GROWTH_STEP = 'day' satisfies GrowthStep

/** Dollars. Negative when more was returned than came in. */
const SignedDollars = NumberOf()

/** A day, a week from Monday or a month in UTC, with both days included. */
const GrowthPeriod = exact({
  from: Day,
  to: Day,
  /** It isn’t over yet. */
  isRunning: Flag(),
  joined: Count,
  deleted: Count,
  /** Accounts at its end. */
  members: Integer(),
  /** Subscriptions that were paid for the first time. */
  subscribed: Count,
  works: Count,
  posts: Count,
  /** Deposits that were paid. */
  hires: Count,
  /** What Plinth earned by subscriptions and promotions. */
  revenue: SignedDollars,
  cardFees: SignedDollars,
  /** Deposits and remainders that clients paid. */
  projectPayments: SignedDollars,
  /** Transferred to creators. */
  paidOut: SignedDollars,
  refunded: SignedDollars,
})
export type GrowthPeriod = Static<typeof GrowthPeriod>

export const Growth = entity('Growth', {
  by: Enum(Object.keys(GROWTH_STEPS) as GrowthStep[]),
  /** When the last day was counted; null if none was counted yet. */
  countedAt: nullable(Time),
  /** The newest first, none from before the first account. */
  periods: ListOf(GrowthPeriod),
})
export type Growth = Static<typeof Growth>

export const getGrowth = defineEndpoint({
  method: 'GET',
  path: '/api/admin/growth',
  access: 'admin',
  right: 'figures.read',
  summary: `Members and money by day, week or month: the last ${GROWTH_STEPS.day}, ${GROWTH_STEPS.week} or ${GROWTH_STEPS.month}. Counted every ten minutes.`,
  query: exact({ by: Optional(Enum(Object.keys(GROWTH_STEPS) as GrowthStep[])) }),
  response: Growth,
})
