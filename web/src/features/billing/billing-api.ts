import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  getPayoutAccount,
  getStatement,
  getSubscription,
  STATEMENT_FILES,
  type PayoutAccount,
  type Subscription,
} from '@plinth/contract/money/billing.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { putAnswer, readAgain } from '../../lib/cache/writes.ts'
import { pagesOf } from '../../lib/cache/pages.ts'
import type { Period } from '../../lib/routing/billing-search.ts'
import { viewerQuery } from '../session/session-api.ts'

// Money is looked at as it is: whatever a page knows of it is asked for again when it is opened.
const FRESH = { staleTime: 0 }

export const subscriptionQuery = queryOptions({ ...answerOf(getSubscription), ...FRESH })

export const payoutsQuery = queryOptions({ ...answerOf(getPayoutAccount), ...FRESH })

export const statementQuery = (client: QueryClient, period: Period) =>
  pagesOf(client, getStatement, { query: period }, FRESH)

/** Where the statement of a period is as a file. */
export function statementFile(kind: keyof typeof STATEMENT_FILES, period: Period): string {
  const query = new URLSearchParams({ ...period }).toString()
  return query === '' ? STATEMENT_FILES[kind] : `${STATEMENT_FILES[kind]}?${query}`
}

/** The subscription as the server says it is; with it rights come and go. */
export function takeInSubscription(client: QueryClient, subscription: Subscription): void {
  putAnswer(client, subscriptionQuery, subscription)
  void readAgain(client, [viewerQuery])
}

export const takeInPayouts = (client: QueryClient, account: PayoutAccount): void =>
  putAnswer(client, payoutsQuery, account)
