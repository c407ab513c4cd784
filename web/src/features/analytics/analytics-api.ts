import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type AnalyticsPeriod,
  ANALYTICS_FILE,
  getAnalytics,
} from '@plinth/contract/analytics/analytics.ts'
import { getPostStatistics, getWorkStatistics } from '@plinth/contract/analytics/statistics.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { ownZone } from '../../lib/browser/zone.ts'
import { answerOf } from '../../lib/cache/answers.ts'

/** Always fetched anew. The figures of the last period stay until the next ones arrive. */
export function analyticsQuery(period: AnalyticsPeriod) {
  const query = { period, tz: ownZone() }
  return queryOptions({
    ...answerOf(getAnalytics, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** What a page of statistics is of. */
export interface Thing {
  of: 'work' | 'post'
  id: string
}

/** Like `analyticsQuery`, of one work or post. */
export const statisticsQuery = ({ of, id }: Thing, days: AnalyticsPeriod) =>
  queryOptions({
    ...answerOf(of === 'work' ? getWorkStatistics : getPostStatistics, {
      params: { id },
      query: { days },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** URL of the CSV file of a period. */
export const analyticsFile = (period: AnalyticsPeriod): string =>
  endpointUrl({ path: ANALYTICS_FILE }, { query: { period, tz: ownZone() } })
