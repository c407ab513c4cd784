import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { MAX_UNREAD_COUNT } from '@plinth/contract/limits.ts'

/** How many notifications are unread. Kept true by what the server pushes, so it is seldom asked for. */
export const unreadQuery = queryOptions({
  queryKey: ['/api/notifications/unread'],
  queryFn: async ({ signal }) => (await import('./fetch-unread.ts')).fetchUnread(signal),
})

export function setUnread(client: QueryClient, count: number): void {
  client.setQueryData(unreadQuery.queryKey, { count })
}

/** `3`, and `99+` where the server has ceased to count. */
export const badgeText = (unread: number): string =>
  unread < MAX_UNREAD_COUNT ? String(unread) : `${MAX_UNREAD_COUNT - 1}+`
