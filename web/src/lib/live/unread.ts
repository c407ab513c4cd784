import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { MAX_UNREAD_COUNT } from '@plinth/contract/limits.ts'
import type { getUnreadMessages } from '@plinth/contract/messages/messages.ts'
import type { getUnreadCount } from '@plinth/contract/notifications/notifications.ts'
import { putAnswer } from '../cache/writes.ts'

const NOTIFICATIONS: Pick<typeof getUnreadCount, 'method' | 'path'> = {
  method: 'GET',
  path: '/api/notifications/unread',
}

/** How many notifications are unread. The server pushes changes, so it is seldom fetched. */
export const unreadQuery = queryOptions({
  queryKey: queryKey(NOTIFICATIONS),
  queryFn: async ({ signal }) => (await import('./unread-api.ts')).fetchUnread(signal),
})

export const setUnread = (client: QueryClient, count: number): void =>
  putAnswer(client, unreadQuery, { count })

/** `3`, and `99+` above the most that the server counts. */
export const badgeText = (unread: number): string =>
  unread < MAX_UNREAD_COUNT ? String(unread) : `${MAX_UNREAD_COUNT - 1}+`

const MESSAGES: Pick<typeof getUnreadMessages, 'method' | 'path'> = {
  method: 'GET',
  path: '/api/messages/unread',
}

/** How many conversations have unread messages. The server pushes changes. */
export const unreadMessagesQuery = queryOptions({
  queryKey: queryKey(MESSAGES),
  queryFn: async ({ signal }) => (await import('./unread-api.ts')).fetchUnreadMessages(signal),
})

export const setUnreadMessages = (client: QueryClient, count: number): void =>
  putAnswer(client, unreadMessagesQuery, { count })
