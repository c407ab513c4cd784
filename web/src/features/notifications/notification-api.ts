import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  getNotificationSettings,
  listNotifications,
  type NotificationFilter,
} from '@plinth/contract/notifications/notifications.ts'
import { call, callPage } from '../../lib/api/api.ts'

export const readPage = (
  filter: NotificationFilter,
  cursor: string | undefined,
  signal?: AbortSignal,
) => callPage(listNotifications, { query: { filter, limit: PAGE_SIZE, cursor }, signal })

export const notificationsQuery = (filter: NotificationFilter) =>
  infiniteQueryOptions({
    queryKey: [endpointUrl(listNotifications, { query: { filter } }), 'pages'],
    queryFn: ({ pageParam, signal }) => readPage(filter, pageParam ?? undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })

export const settingsQuery = queryOptions({
  queryKey: [getNotificationSettings.path],
  queryFn: ({ signal }) => call(getNotificationSettings, { signal }),
})
