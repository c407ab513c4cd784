import { queryOptions } from '@tanstack/react-query'
import { listExports } from '@plinth/contract/people/account.ts'
import { getSubscription } from '@plinth/contract/money/billing.ts'
import { listUserPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { getSensitiveChoice } from '@plinth/contract/moderation/sensitive.ts'
import { listSessions } from '@plinth/contract/people/sessions.ts'
import { answerOf } from '../../lib/cache/answers.ts'

const PACKING_POLL_MS = 3_000
// What other browsers and other screens change is looked at as it is.
const FRESH = { staleTime: 0 }

export const sessionsQuery = queryOptions({ ...answerOf(listSessions), ...FRESH })

export const exportsQuery = queryOptions({
  ...answerOf(listExports),
  refetchInterval: ({ state }) =>
    state.data?.some((one) => one.state === 'waiting') === true ? PACKING_POLL_MS : false,
  ...FRESH,
})

export const sensitiveQuery = answerOf(getSensitiveChoice)

export const subscriptionQuery = queryOptions({ ...answerOf(getSubscription), ...FRESH })

/** The works that stand in the preview. */
export const firstWorksQuery = (id: string) =>
  answerOf(listUserPortfolios, { params: { id }, query: { limit: 3 } })
