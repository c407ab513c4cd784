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

// Money must be current, so every page reads it again when it is opened.
const ALWAYS_STALE = { staleTime: 0 }

export const subscriptionQuery = queryOptions({ ...answerOf(getSubscription), ...ALWAYS_STALE })

export const payoutsQuery = queryOptions({ ...answerOf(getPayoutAccount), ...ALWAYS_STALE })

export const statementQuery = (client: QueryClient, period: Period) =>
  pagesOf(client, getStatement, { query: period }, ALWAYS_STALE)

/** The URL of a period's statement as a file. */
export function statementFile(kind: keyof typeof STATEMENT_FILES, period: Period): string {
  const query = new URLSearchParams({ ...period }).toString()
  return query === '' ? STATEMENT_FILES[kind] : `${STATEMENT_FILES[kind]}?${query}`
}

/**
 * Stores the subscription that the server returned, and reads the viewer again because their rights may have changed.
 */
export function storeSubscription(client: QueryClient, subscription: Subscription): void {
  putAnswer(client, subscriptionQuery, subscription)
  void readAgain(client, [viewerQuery])
}

export const storePayouts = (client: QueryClient, account: PayoutAccount): void =>
  putAnswer(client, payoutsQuery, account)
