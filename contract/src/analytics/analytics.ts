import {
  Array as ListOf,
  Integer,
  Number as NumberOf,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Picture } from '../media/media.ts'
import { timeZoneParameter } from '../people/zones.ts'
import { Count, Day, Id, nullable, exact, entity } from '../http/scalars.ts'
import { ViewSource } from '../people/views.ts'

/** Periods in days, including today. */
export const ANALYTICS_PERIODS = [7, 30, 90, 365] as const
export type AnalyticsPeriod = (typeof ANALYTICS_PERIODS)[number]
/** The default period. */
export const ANALYTICS_PERIOD = 30 satisfies AnalyticsPeriod

/** Number of days in the overview. */
export const OVERVIEW_DAYS = 7
/** Number of works in the ranking. */
export const TOP_PORTFOLIOS = 5
/** Plinth's planning figure, explained beside the creator's own rate; 0 without inquiries and earnings. */
const CONVERSION_BENCHMARK = 12.5

/** May be negative: chargebacks of a day can exceed its income. */
const SignedDollars = NumberOf()

const DayFigures = exact({
  date: Day,
  views: Count,
  likes: Count,
  saves: Count,
  messages: Count,
  earnings: SignedDollars,
})
export type DayFigures = Static<typeof DayFigures>

/** What views led to. Each step counts on its own day. A hire without an inquiry starts at its deposit. */
const funnel = {
  views: Count,
  inquiries: Count,
  /** Paid deposits, including those refunded later. */
  deposits: Count,
  completed: Count,
}
const Funnel = exact(funnel)
export type Funnel = Static<typeof Funnel>

const TopPortfolio = exact({
  id: Id,
  title: Text(),
  imageUrl: Text(),
  picture: Picture,
  likes: Count,
  ...funnel,
})
export type TopPortfolio = Static<typeof TopPortfolio>

export const Analytics = entity('Analytics', {
  period: Integer(),
  timeZone: Text(),
  /** All totals cover the period and exclude the creator's own actions. */
  totalViews: Count,
  totalLikes: Count,
  totalSaves: Count,
  /** Business inquiries. */
  totalMessages: Count,
  /** The creator's earnings after card fees and chargebacks. */
  totalEarnings: SignedDollars,
  /** Earnings of the current calendar month. */
  monthlyEarnings: SignedDollars,
  /** Change of views from the seven days before to the last seven, in percent; 0 when there were none before. */
  weeklyGrowth: NumberOf(),
  weekViews: Count,
  lastWeekViews: Count,
  messagesToday: Count,
  topPortfolios: ListOf(TopPortfolio),
  /** Every day of the period, oldest first; empty when nothing happened in it. */
  dailyStats: ListOf(DayFigures),
  funnel: Funnel,
  /** Only sources with figures. */
  sources: ListOf(exact({ source: ViewSource, ...funnel })),
  /**
   * How many of the period's inquiries led to a hire with a paid deposit, in percent with one decimal; null without an
   * inquiry. Hires that began without one do not count.
   */
  conversionRate: nullable(NumberOf({ minimum: 0, maximum: 100 })),
})
export type Analytics = Static<typeof Analytics>

const Period = Integer({ enum: [...ANALYTICS_PERIODS] })
const zoneQuery = {
  /** IANA time zone in which days begin and end; UTC by default. */
  tz: Optional(timeZoneParameter()),
  /** Must be the caller's own id. */
  userId: Optional(Id),
}
export const AnalyticsQuery = exact({
  period: Optional(Integer({ enum: [...ANALYTICS_PERIODS], default: ANALYTICS_PERIOD })),
  ...zoneQuery,
})
export type AnalyticsQuery = Static<typeof AnalyticsQuery>

export const getAnalytics = defineEndpoint({
  method: 'GET',
  path: '/api/analytics',
  access: 'creator',
  summary: "The caller's own figures in a period.",
  query: AnalyticsQuery,
  response: Analytics,
})
export const getAnalyticsOfPeriod = defineEndpoint({
  method: 'GET',
  path: '/api/analytics/:period',
  access: 'creator',
  summary: "The caller's own figures in a period, which is named in the path.",
  params: ObjectOf({ period: Period }),
  query: exact(zoneQuery),
  response: Analytics,
})
/** The days of a period as a CSV file, with the same query. It is a download and no contract call. */
export const ANALYTICS_FILE = '/api/analytics.csv'

type Totals = Pick<
  Analytics,
  'totalViews' | 'totalLikes' | 'totalSaves' | 'totalMessages' | 'totalEarnings' | 'topPortfolios'
>
/** Percentages formatted for display, and averages as numbers. */
export interface Engagement {
  savesToLikes: string
  messageRate: string
  averageViews: number
  engagementRate: string
  /** Dollars, rounded to the cent. */
  averageEarnings: number
  conversionRate: string
}

/** Rates and averages computed from the totals. */
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

/** A share in percent, rounded half up; `0%` when the whole is 0. */
export function percent(part: number, whole: number, decimals: number): string {
  if (whole === 0) return '0%'
  const scale = 10 ** decimals
  return `${(Math.round((part * 100 * scale) / whole) / scale).toFixed(decimals)}%`
}

/** Growth in percent with one decimal; 0 when there was nothing before. */
export const growthOf = (now: number, before: number): number =>
  before === 0 ? 0 : Math.round(((now - before) * 1_000) / before) / 10
