import { queryOptions } from '@tanstack/react-query'
import { listAdvertisingWeeks } from '@plinth/contract/money/advertising.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { call } from '../../lib/api/api.ts'

export const weeksQuery = queryOptions({
  queryKey: [listAdvertisingWeeks.path],
  queryFn: ({ signal }) => call(listAdvertisingWeeks, { signal }),
})

const FEATURED = { featured: true, limit: 12 }

/** The list that the wall hangs, too. */
export const featuredQuery = queryOptions({
  queryKey: [endpointUrl(listPortfolios, { query: FEATURED })],
  queryFn: ({ signal }) => call(listPortfolios, { query: FEATURED, signal }),
})
