import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  listAdvertisementInquiries,
  type AdState,
  type AdvertisementInquiry,
} from '@plinth/contract/money/advertising.ts'
import { listAppeals, type AdminAppeal } from '@plinth/contract/moderation/appeals.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { listInvitations, type Invitation } from '@plinth/contract/moderation/invitations.ts'
import {
  getReport,
  listAudit,
  listReports,
  type AdminReport,
  type AuditEntry,
  type AuditQuery,
} from '@plinth/contract/moderation/moderation.ts'
import { listAdminPromotions, type Promotion } from '@plinth/contract/posts/promotions.ts'
import { getQueues } from '@plinth/contract/moderation/queues.ts'
import { listTakedowns, type AdminTakedown } from '@plinth/contract/moderation/takedowns.ts'
import { call, callPage } from '../../../lib/api/api.ts'
import { startsWith } from '../../lib/entity-cache.ts'
import { pagesOf } from '../../lib/pages-of.ts'
import { statsQuery } from '../admin-api.ts'

/** Other admins work here as well: what is opened again is asked for again. */
const FRESH = { staleTime: 0 }

export const queuesQuery = queryOptions({
  queryKey: [getQueues.path],
  queryFn: ({ signal }) => call(getQueues, { signal }),
  ...FRESH,
})

export type Standing = 'open' | 'closed'

export const reportsQuery = (client: QueryClient, status: Standing) =>
  pagesOf<AdminReport>(
    client,
    endpointUrl(listReports, { query: { status } }),
    ({ signal, ...paging }) => callPage(listReports, { query: { status, ...paging }, signal }),
    FRESH,
  )

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: [endpointUrl(getReport, { params: { id } })],
    queryFn: ({ signal }) => call(getReport, { params: { id }, signal }),
  })

export const promotionsQuery = (client: QueryClient, state: Promotion['state']) =>
  pagesOf<Promotion>(
    client,
    endpointUrl(listAdminPromotions, { query: { state } }),
    ({ signal, ...paging }) =>
      callPage(listAdminPromotions, { query: { state, ...paging }, signal }),
    FRESH,
  )

export const adInquiriesQuery = (client: QueryClient, state: AdState) =>
  pagesOf<AdvertisementInquiry>(
    client,
    endpointUrl(listAdvertisementInquiries, { query: { state } }),
    ({ signal, ...paging }) =>
      callPage(listAdvertisementInquiries, { query: { state, ...paging }, signal }),
    FRESH,
  )

export const appealsQuery = (client: QueryClient, status: 'open' | 'decided') =>
  pagesOf<AdminAppeal>(
    client,
    endpointUrl(listAppeals, { query: { status } }),
    ({ signal, ...paging }) => callPage(listAppeals, { query: { status, ...paging }, signal }),
    FRESH,
  )

export const takedownsQuery = (client: QueryClient, status: 'open' | 'all') =>
  pagesOf<AdminTakedown>(
    client,
    endpointUrl(listTakedowns, { query: { status } }),
    ({ signal, ...paging }) => callPage(listTakedowns, { query: { status, ...paging }, signal }),
    FRESH,
  )

export const invitationsQuery = (client: QueryClient) =>
  pagesOf<Invitation>(
    client,
    listInvitations.path,
    ({ signal, ...paging }) => callPage(listInvitations, { query: paging, signal }),
    FRESH,
  )

export const auditQuery = (client: QueryClient, filters: AuditQuery) =>
  pagesOf<AuditEntry>(
    client,
    endpointUrl(listAudit, { query: filters }),
    ({ signal, ...paging }) => callPage(listAudit, { query: { ...filters, ...paging }, signal }),
    FRESH,
  )

/** A queue that something left: it, how much waits, and the figures above are asked for again. */
export const refreshQueue = (client: QueryClient, { path }: { path: string }): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ predicate: ({ queryKey }) => startsWith(queryKey, path) }),
    client.invalidateQueries({ queryKey: queuesQuery.queryKey }),
    client.invalidateQueries({ queryKey: statsQuery.queryKey }),
  ])
