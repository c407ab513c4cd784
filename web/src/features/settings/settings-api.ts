import { queryOptions } from '@tanstack/react-query'
import { listExports } from '@plinth/contract/people/account.ts'
import { getSubscription } from '@plinth/contract/money/billing.ts'
import { listBlocked } from '@plinth/contract/people/blocks.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { listUserPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { getSensitiveChoice } from '@plinth/contract/moderation/sensitive.ts'
import { listSessions } from '@plinth/contract/people/sessions.ts'
import { call } from '../../lib/api/api.ts'

const PACKING_POLL_MS = 3_000
// What other browsers and other screens change is looked at as it is.
const FRESH = { staleTime: 0 }

export const sessionsQuery = queryOptions({
  queryKey: [listSessions.path],
  queryFn: ({ signal }) => call(listSessions, { signal }),
  ...FRESH,
})

export const exportsQuery = queryOptions({
  queryKey: [listExports.path],
  queryFn: ({ signal }) => call(listExports, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.some((one) => one.state === 'waiting') === true ? PACKING_POLL_MS : false,
  ...FRESH,
})

export const sensitiveQuery = queryOptions({
  queryKey: [getSensitiveChoice.path],
  queryFn: ({ signal }) => call(getSensitiveChoice, { signal }),
})

export const subscriptionQuery = queryOptions({
  queryKey: [getSubscription.path],
  queryFn: ({ signal }) => call(getSubscription, { signal }),
  ...FRESH,
})

export const blockedPath = endpointUrl(listBlocked)

/** The works that stand in the preview. */
export const firstWorksQuery = (id: string) => {
  const input = { params: { id }, query: { limit: 3 } }
  return queryOptions({
    queryKey: [endpointUrl(listUserPortfolios, input)],
    queryFn: ({ signal }) => call(listUserPortfolios, { ...input, signal }),
  })
}
