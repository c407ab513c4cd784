import {
  ANALYTICS_PERIOD,
  ANALYTICS_PERIODS,
  type AnalyticsPeriod,
} from '@plinth/contract/analytics/analytics.ts'

/** The analytics' parameters in the address. */
export interface AnalyticsSearch {
  /** Thirty days when absent. */
  period?: Exclude<AnalyticsPeriod, typeof ANALYTICS_PERIOD>
}

/** Reads the valid parameters and ignores the rest; never throws. */
export function readAnalyticsSearch(raw: Record<string, unknown>): AnalyticsSearch {
  const period = ANALYTICS_PERIODS.find((one) => one === Number(raw['period']))
  return period === undefined || period === ANALYTICS_PERIOD ? {} : { period }
}
