import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  getConversation,
  listConversationMessages,
  listConversations,
  type ConversationBox,
} from '@plinth/contract/messages/conversations.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { searchMessages } from '@plinth/contract/messages/messages.ts'
import { call, callPage } from '../../lib/api/api.ts'
import { pagesOf } from '../../lib/pages-of.ts'

/** A thread is read further than a wall at a time: its messages are short. */
const THREAD_PAGE = 40

export function conversationsQuery(client: QueryClient, box: ConversationBox) {
  const query = box === 'inbox' ? {} : { box }
  return pagesOf(client, endpointUrl(listConversations, { query }), ({ signal, ...paging }) =>
    callPage(listConversations, { query: { ...query, ...paging }, signal }),
  )
}

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: [endpointUrl(getConversation, { params: { id } })],
    queryFn: ({ signal }) => call(getConversation, { params: { id }, signal }),
  })

export const readThreadPage = (
  id: string,
  { cursor, signal }: { cursor?: string | undefined; signal?: AbortSignal } = {},
) =>
  callPage(listConversationMessages, {
    params: { id },
    query: { limit: THREAD_PAGE, cursor },
    signal,
  })

/** The newest messages on the first page, and within each page the newest first. */
export const threadQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [endpointUrl(listConversationMessages, { params: { id } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      readThreadPage(id, { cursor: pageParam ?? undefined, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })

/** Words that say enough to search for. */
export const MIN_SEARCH_LENGTH = 2

export function messageSearchQuery(client: QueryClient, search: string) {
  return pagesOf(
    client,
    endpointUrl(searchMessages, { query: { search } }),
    ({ signal, ...paging }) => callPage(searchMessages, { query: { search, ...paging }, signal }),
    // What has been written since is to be found as well.
    { staleTime: 0 },
  )
}
