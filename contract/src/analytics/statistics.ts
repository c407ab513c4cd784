import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Count, Day, Id, entity, exact, idParams, nullable } from '../http/scalars.ts'
import { Picture } from '../media/media.ts'
import { ViewSource } from '../people/views.ts'
import { ANALYTICS_PERIOD, ANALYTICS_PERIODS } from './analytics.ts'

/** Inquiries and hires count for a post when their client viewed it on the same day or in this many days before. */
export const VIEW_LEADS_DAYS = 30
/** From this period on, a step is a week and no day. */
export const WEEKLY_PERIOD = 365

const stepFigures = {
  views: Count,
  likes: Count,
  saves: Count,
  /** Null for a work, which has no comments. */
  comments: nullable(Count),
}

/** Nobody's own count: not the creator's views, likes, saves and comments. */
const StatisticsTotals = exact({
  ...stepFigures,
  inquiries: Count,
  /** Paid deposits, including those refunded later. */
  deposits: Count,
  completed: Count,
})
export type StatisticsTotals = Static<typeof StatisticsTotals>

/** A day or a week by its first day. */
const StatisticsStep = exact({ date: Day, ...stepFigures })
export type StatisticsStep = Static<typeof StatisticsStep>

const StatisticsSource = exact({ source: ViewSource, views: Count, deposits: Count })
export type StatisticsSource = Static<typeof StatisticsSource>

export const Statistics = entity('Statistics', {
  id: Id,
  of: Enum(['work', 'post']),
  title: Text(),
  picture: nullable(Picture),
  /** Whether everybody can see it now. */
  isVisible: Flag(),
  days: Integer(),
  /** The first UTC day that counts. It is later than the period's where views from before are no longer kept. */
  from: Day,
  /** All views since it was published. */
  viewCount: Count,
  /** Public boards of others that it is on now. */
  boardCount: Count,
  totals: StatisticsTotals,
  /** The same for as many days before the period; null where views of those days are no longer kept. */
  before: nullable(StatisticsTotals),
  /**
   * Every day of the period, oldest first. In a year, every week up to today, the first of them with what is left of
   * the year, too. Empty when nothing happened.
   */
  steps: ListOf(StatisticsStep),
  /** Where the period's views and hires came from, most views first. Only sources with figures. */
  sources: ListOf(StatisticsSource),
})
export type Statistics = Static<typeof Statistics>

const params = ObjectOf(idParams)
const query = exact({
  days: Optional(Integer({ enum: [...ANALYTICS_PERIODS], default: ANALYTICS_PERIOD })),
})

export const getWorkStatistics = defineEndpoint({
  method: 'GET',
  path: '/api/portfolios/:id/statistics',
  access: 'creator',
  summary: "Figures of one of the caller's own works in a period of UTC days.",
  params,
  query,
  response: Statistics,
  errors: ['not_found'],
})

export const getPostStatistics = defineEndpoint({
  method: 'GET',
  path: '/api/posts/:id/statistics',
  access: 'creator',
  summary: "Figures of one of the caller's own posts in a period of UTC days.",
  params,
  query,
  response: Statistics,
  errors: ['not_found'],
})
