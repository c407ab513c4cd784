import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { getUnreadMessages } from '@plinth/contract/messages/messages.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { putAnswer } from '../cache/writes.ts'

const UNREAD: Pick<typeof getUnreadMessages, 'method' | 'path'> = {
  method: 'GET',
  path: '/api/messages/unread',
}

/** In how many conversations something is unread. Kept true by what the server pushes. */
export const unreadMessagesQuery = queryOptions({
  queryKey: queryKey(UNREAD),
  queryFn: async ({ signal }) => (await import('./fetch-unread-messages.ts')).fetchUnread(signal),
})

export const setUnreadMessages = (client: QueryClient, count: number): void =>
  putAnswer(client, unreadMessagesQuery, { count })
