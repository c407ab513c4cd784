import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { listAdvertisementInquiries, type AdState } from '@plinth/contract/money/advertising.ts'
import { listAppeals } from '@plinth/contract/moderation/appeals.ts'
import { listInvitations, type Invitation } from '@plinth/contract/moderation/invitations.ts'
import {
  getReport,
  listAudit,
  listReports,
  type AuditQuery,
} from '@plinth/contract/moderation/moderation.ts'
import { listAdminPromotions, type Promotion } from '@plinth/contract/posts/promotions.ts'
import type { QueryEndpoint } from '@plinth/contract/http/query-key.ts'
import { listProposals } from '@plinth/contract/moderation/proposals.ts'
import { listTakedowns } from '@plinth/contract/moderation/copyright.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { pagesOf } from '../../../lib/cache/pages.ts'
import { queuesQuery, statsQuery } from '../admin-api.ts'

/** Other admins work on the same queues, so each visit reloads them. */
const FRESH = { staleTime: 0 }

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

export const proposalsQuery = (client: QueryClient, box: Standing) =>
  pagesOf(client, listProposals, { query: { box } }, FRESH)

const SENDING_POLL_MS = 2_000

/** Read again while an email is being sent, to show how that ends. */
export const invitationsQuery = (client: QueryClient) =>
  infiniteQueryOptions({
    ...pagesOf(client, listInvitations, {}, FRESH),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isSending)) === true
        ? SENDING_POLL_MS
        : false,
  })
const isSending = ({ state, mail }: Invitation) => state === 'open' && mail === 'sending'

export const auditQuery = (client: QueryClient, query: AuditQuery) =>
  pagesOf(client, listAudit, { query }, FRESH)

/** Reloads a queue after a decision, with the queue counts and the stats. */
export const refreshQueue = (client: QueryClient, queue: QueryEndpoint): Promise<unknown> =>
  readAgain(client, [queue, queuesQuery, statsQuery])
