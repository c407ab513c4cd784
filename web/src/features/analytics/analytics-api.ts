import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type AnalyticsPeriod,
  ANALYTICS_FILE,
  getAnalytics,
} from '@plinth/contract/analytics/analytics.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { answerOf } from '../../lib/cache/answers.ts'

/** Days are those of whoever reads. A browser that knows no place has UTC. */
function ownZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone?.includes('/') ? timeZone : 'UTC'
}

/** The figures as they are now; the last period's stay until those of another are there. */
export function analyticsQuery(period: AnalyticsPeriod) {
  const query = { period, tz: ownZone() }
  return queryOptions({
    ...answerOf(getAnalytics, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Where the days of a period are as a file. */
export const analyticsFile = (period: AnalyticsPeriod): string =>
  endpointUrl({ path: ANALYTICS_FILE }, { query: { period, tz: ownZone() } })
