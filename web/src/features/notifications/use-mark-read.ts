import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  readNotifications,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import { call, isUnauthorized } from '../../lib/api/api.ts'
import { readAgain } from '../../lib/cache/writes.ts'
import { setUnread } from '../../lib/live/unread.ts'
import { showFailure } from '../../ui/feedback/toast.ts'
import { markRead, NOTIFICATION_LISTS } from './notification-cache.ts'
import { texts } from './notification-texts.ts'

/** Marks notifications as read: one without a message, because its reader is about to see it, or all. */
export function useMarkRead() {
  const client = useQueryClient()
  const refresh = () => readAgain(client, NOTIFICATION_LISTS)
  const one = useMutation({
    mutationFn: (id: string) => call(readNotifications, { body: { ids: [id] } }),
    onMutate: (id) => markRead(client, [id]),
    onSuccess: ({ count }) => setUnread(client, count),
    // It is still unread and has to be shown so.
    onError: refresh,
  })
  const all = useMutation({
    mutationFn: () => call(readNotifications, { body: {} }),
    onSuccess: async ({ count }) => {
      setUnread(client, count)
      markRead(client)
      await refresh()
    },
    onError: (error) => {
      if (!isUnauthorized(error)) showFailure(texts.markFailed, () => all.mutate())
    },
  })
  return {
    markOne: ({ id, isRead }: Notification) => {
      if (!isRead) one.mutate(id)
    },
    markAll: () => all.mutate(),
    isMarking: all.isPending,
  }
}
