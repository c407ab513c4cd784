import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { MAX_UNREAD_COUNT } from '@plinth/contract/limits.ts'
import type { getUnreadCount } from '@plinth/contract/notifications/notifications.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { putAnswer } from '../cache/writes.ts'

const UNREAD: Pick<typeof getUnreadCount, 'method' | 'path'> = {
  method: 'GET',
  path: '/api/notifications/unread',
}

/** How many notifications are unread. Kept true by what the server pushes, so it is seldom asked for. */
export const unreadQuery = queryOptions({
  queryKey: queryKey(UNREAD),
  queryFn: async ({ signal }) => (await import('./fetch-unread.ts')).fetchUnread(signal),
})

export const setUnread = (client: QueryClient, count: number): void =>
  putAnswer(client, unreadQuery, { count })

/** `3`, and `99+` where the server has ceased to count. */
export const badgeText = (unread: number): string =>
  unread < MAX_UNREAD_COUNT ? String(unread) : `${MAX_UNREAD_COUNT - 1}+`
