import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  getPayoutAccount,
  getStatement,
  getSubscription,
  STATEMENT_FILES,
  type PayoutAccount,
  type Subscription,
} from '@plinth/contract/money/billing.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { call, callPage } from '../../lib/api/api.ts'
import { pagesOf } from '../../lib/pages-of.ts'
import type { Period } from '../../lib/routing/statement-search.ts'
import { viewerQuery } from '../session/session-api.ts'

// Money is looked at as it is: whatever a page knows of it is asked for again when it is opened.
const FRESH = { staleTime: 0 }

export const subscriptionQuery = queryOptions({
  queryKey: [getSubscription.path],
  queryFn: ({ signal }) => call(getSubscription, { signal }),
  ...FRESH,
})

export const payoutsQuery = queryOptions({
  queryKey: [getPayoutAccount.path],
  queryFn: ({ signal }) => call(getPayoutAccount, { signal }),
  ...FRESH,
})

export const statementQuery = (client: QueryClient, period: Period) =>
  pagesOf(
    client,
    endpointUrl(getStatement, { query: { ...period, limit: PAGE_SIZE } }),
    ({ signal, ...paging }) => callPage(getStatement, { query: { ...period, ...paging }, signal }),
    FRESH,
  )

/** Where the statement of a period is as a file. */
export function statementFile(kind: keyof typeof STATEMENT_FILES, period: Period): string {
  const query = new URLSearchParams({ ...period }).toString()
  return query === '' ? STATEMENT_FILES[kind] : `${STATEMENT_FILES[kind]}?${query}`
}

/** The subscription as the server says it is; with it rights come and go. */
export function takeInSubscription(client: QueryClient, subscription: Subscription): void {
  client.setQueryData(subscriptionQuery.queryKey, subscription)
  void client.invalidateQueries({ queryKey: viewerQuery.queryKey })
}

export const takeInPayouts = (client: QueryClient, account: PayoutAccount): void =>
  void client.setQueryData(payoutsQuery.queryKey, account)
