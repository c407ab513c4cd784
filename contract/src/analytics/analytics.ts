import {
  Array as ListOf,
  Integer,
  Number as NumberOf,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { ANALYTICS_PERIOD, ANALYTICS_PERIODS } from './analytics-period.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { Picture } from '../media/media.ts'
import { Count, Id, nullable } from '../http/scalars.ts'
import { ViewSource } from '../people/views.ts'

/** Days of the overview. */
export const OVERVIEW_DAYS = 7
/** Works that are ranked. */
export const TOP_PORTFOLIOS = 5
/** Shown to whoever has both inquiries and earnings; what was measured stands beside it. */
const CONVERSION_BENCHMARK = 12.5

/** A chargeback can take more back in a day than came in. */
const SignedDollars = NumberOf()
const Day = Text({ format: 'date' })

const DayFigures = ObjectOf(
  {
    date: Day,
    views: Count,
    likes: Count,
    saves: Count,
    messages: Count,
    earnings: SignedDollars,
  },
  { additionalProperties: false },
)
export type DayFigures = Static<typeof DayFigures>

/** What came of looks, each step on its own day. A hire without an inquiry begins with its deposit. */
const funnel = {
  views: Count,
  inquiries: Count,
  /** Deposits that were paid, whatever became of them. */
  deposits: Count,
  completed: Count,
}
const Funnel = ObjectOf(funnel, { additionalProperties: false })
export type Funnel = Static<typeof Funnel>

const TopPortfolio = ObjectOf(
  {
    id: Id,
    title: Text(),
    imageUrl: Text(),
    picture: Picture,
    likes: Count,
    ...funnel,
  },
  { additionalProperties: false },
)
export type TopPortfolio = Static<typeof TopPortfolio>

export const Analytics = ObjectOf(
  {
    period: Integer(),
    timeZone: Text(),
    /** All totals are of the period, by other people than the creator. */
    totalViews: Count,
    totalLikes: Count,
    totalSaves: Count,
    /** Business inquiries. */
    totalMessages: Count,
    /** What became the creator's, after the card's fee and less what chargebacks took back. */
    totalEarnings: SignedDollars,
    /** Of the calendar month that it is. */
    monthlyEarnings: SignedDollars,
    /** Views of the last seven days against the seven before, in percent; 0 where those had none. */
    weeklyGrowth: NumberOf(),
    weekViews: Count,
    lastWeekViews: Count,
    messagesToday: Count,
    topPortfolios: ListOf(TopPortfolio),
    /** Every day of the period, the oldest first; none when nothing happened in it. */
    dailyStats: ListOf(DayFigures),
    funnel: Funnel,
    /** The sources that anything came by. */
    sources: ListOf(ObjectOf({ source: ViewSource, ...funnel }, { additionalProperties: false })),
    /** Hires with a paid deposit by business inquiries, in percent with one decimal; null without an inquiry. */
    conversionRate: nullable(NumberOf({ minimum: 0 })),
  },
  { title: 'Analytics', additionalProperties: false },
)
export type Analytics = Static<typeof Analytics>

const Period = Integer({ enum: [...ANALYTICS_PERIODS] })
const zoneQuery = {
  /** The IANA time zone by which days are days; UTC when left out. */
  tz: Optional(
    Text({ maxLength: 64, pattern: '^(UTC|[A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$', default: 'UTC' }),
  ),
  /** The caller's own id, and nobody else's. */
  userId: Optional(Id),
}
export const AnalyticsQuery = ObjectOf(
  {
    period: Optional(Integer({ enum: [...ANALYTICS_PERIODS], default: ANALYTICS_PERIOD })),
    ...zoneQuery,
  },
  { additionalProperties: false },
)
export type AnalyticsQuery = Static<typeof AnalyticsQuery>

export const getAnalytics = defineEndpoint({
  method: 'GET',
  path: '/api/analytics',
  access: 'creator',
  summary: "The caller's own figures in a period.",
  query: AnalyticsQuery,
  status: 200,
  response: Analytics,
})
export const getAnalyticsOfPeriod = defineEndpoint({
  method: 'GET',
  path: '/api/analytics/:period',
  access: 'creator',
  summary: "The caller's own figures in a period, which is named in the path.",
  params: ObjectOf({ period: Period }),
  query: ObjectOf(zoneQuery, { additionalProperties: false }),
  status: 200,
  response: Analytics,
})
/** Every day of a period; a file and not a call of the contract's kind. It takes the same query. */
export const ANALYTICS_FILE = '/api/analytics.csv'

type Totals = Pick<
  Analytics,
  'totalViews' | 'totalLikes' | 'totalSaves' | 'totalMessages' | 'totalEarnings' | 'topPortfolios'
>
/** Percentages as they are shown, and averages as numbers. */
export interface Engagement {
  savesToLikes: string
  messageRate: string
  averageViews: number
  engagementRate: string
  /** Dollars, rounded to the cent. */
  averageEarnings: number
  conversionRate: string
}

/** What follows from the totals. */
export function engagementOf(totals: Totals): Engagement {
  const { totalViews, totalLikes, totalSaves, totalMessages, totalEarnings } = totals
  const works = totals.topPortfolios.length
  const converts = totalMessages > 0 && totalEarnings > 0
  return {
    savesToLikes: percent(totalSaves, totalLikes, 1),
    messageRate: percent(totalMessages, totalViews, 2),
    averageViews: works === 0 ? 0 : Math.round(totalViews / works),
    engagementRate: percent(totalLikes + totalSaves, totalViews, 1),
    averageEarnings:
      totalMessages === 0 ? 0 : Math.round(Math.round(totalEarnings * 100) / totalMessages) / 100,
    conversionRate: `${converts ? CONVERSION_BENCHMARK : 0}%`,
  }
}

/** A share in percent, rounded half up; `0%` of nothing. */
export function percent(part: number, whole: number, decimals: number): string {
  if (whole === 0) return '0%'
  const scale = 10 ** decimals
  return `${(Math.round((part * 100 * scale) / whole) / scale).toFixed(decimals)}%`
}

/** How much more than before, in percent with one decimal; 0 where there was nothing to compare with. */
export const growthOf = (now: number, before: number): number =>
  before === 0 ? 0 : Math.round(((now - before) * 1_000) / before) / 10
