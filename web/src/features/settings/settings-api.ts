import { queryOptions } from '@tanstack/react-query'
import { listExports } from '@plinth/contract/people/account.ts'
import { getSubscription } from '@plinth/contract/money/billing.ts'
import { listUserPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { getSensitiveChoice } from '@plinth/contract/moderation/sensitive.ts'
import { listSessions } from '@plinth/contract/people/sessions.ts'
import { answerOf } from '../../lib/cache/answers.ts'

const PACKING_POLL_MS = 3_000
// Other browsers and screens change these, so they are refetched each time.
const ALWAYS_STALE = { staleTime: 0 }

export const sessionsQuery = queryOptions({ ...answerOf(listSessions), ...ALWAYS_STALE })

export const exportsQuery = queryOptions({
  ...answerOf(listExports),
  refetchInterval: ({ state }) =>
    state.data?.some((one) => one.state === 'waiting') === true ? PACKING_POLL_MS : false,
  ...ALWAYS_STALE,
})

export const sensitiveQuery = answerOf(getSensitiveChoice)

export const subscriptionQuery = queryOptions({ ...answerOf(getSubscription), ...ALWAYS_STALE })

/** The works in the preview. */
export const firstWorksQuery = (id: string) =>
  answerOf(listUserPortfolios, { params: { id }, query: { limit: 3 } })
