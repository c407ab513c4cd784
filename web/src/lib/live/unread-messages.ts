import { queryOptions, type QueryClient } from '@tanstack/react-query'

/** In how many conversations something is unread. Kept true by what the server pushes. */
export const unreadMessagesQuery = queryOptions({
  queryKey: ['/api/messages/unread'],
  queryFn: async ({ signal }) => (await import('./fetch-unread-messages.ts')).fetchUnread(signal),
})

export function setUnreadMessages(client: QueryClient, count: number): void {
  client.setQueryData(unreadMessagesQuery.queryKey, { count })
}
