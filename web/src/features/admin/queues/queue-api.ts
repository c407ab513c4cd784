import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { listAdvertisementInquiries, type AdState } from '@plinth/contract/money/advertising.ts'
import { listAppeals } from '@plinth/contract/moderation/appeals.ts'
import { listInvitations } from '@plinth/contract/moderation/invitations.ts'
import {
  getReport,
  listAudit,
  listReports,
  type AuditQuery,
} from '@plinth/contract/moderation/moderation.ts'
import { listAdminPromotions, type Promotion } from '@plinth/contract/posts/promotions.ts'
import type { QueryEndpoint } from '@plinth/contract/http/query-key.ts'
import { getQueues } from '@plinth/contract/moderation/queues.ts'
import { listTakedowns } from '@plinth/contract/moderation/copyright.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { pagesOf } from '../../../lib/cache/pages.ts'
import { statsQuery } from '../admin-api.ts'

/** Other admins work on the same queues, so each visit reloads them. */
const FRESH = { staleTime: 0 }

export const queuesQuery = queryOptions({ ...answerOf(getQueues), ...FRESH })

export type Standing = 'open' | 'closed'

export const reportsQuery = (client: QueryClient, status: Standing) =>
  pagesOf(client, listReports, { query: { status } }, FRESH)

export const reportQuery = (id: string) => answerOf(getReport, { params: { id } })

export const promotionsQuery = (client: QueryClient, state: Promotion['state']) =>
  pagesOf(client, listAdminPromotions, { query: { state } }, FRESH)

export const adInquiriesQuery = (client: QueryClient, state: AdState) =>
  pagesOf(client, listAdvertisementInquiries, { query: { state } }, FRESH)

export const appealsQuery = (client: QueryClient, status: 'open' | 'decided') =>
  pagesOf(client, listAppeals, { query: { status } }, FRESH)

export const takedownsQuery = (client: QueryClient, status: 'open' | 'all') =>
  pagesOf(client, listTakedowns, { query: { status } }, FRESH)

export const invitationsQuery = (client: QueryClient) => pagesOf(client, listInvitations, {}, FRESH)

export const auditQuery = (client: QueryClient, query: AuditQuery) =>
  pagesOf(client, listAudit, { query }, FRESH)

/** Reloads a queue after a decision, with the queue counts and the stats. */
export const refreshQueue = (client: QueryClient, queue: QueryEndpoint): Promise<unknown> =>
  readAgain(client, [queue, queuesQuery, statsQuery])
