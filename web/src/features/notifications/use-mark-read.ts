import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  readNotifications,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import { call, isUnauthorized } from '../../lib/api/api.ts'
import { readAgain } from '../../lib/cache/writes.ts'
import { setUnread } from '../../lib/live/unread.ts'
import { sayFailed } from '../../ui/feedback/say-failed.ts'
import { markRead, NOTIFICATION_LISTS } from './notification-cache.ts'
import { texts } from './notification-texts.ts'

/** Marks as read: one at once and without a word, since its reader is on the way to it; or all. */
export function useMarkRead() {
  const client = useQueryClient()
  const refresh = () => readAgain(client, NOTIFICATION_LISTS)
  const one = useMutation({
    mutationFn: (id: string) => call(readNotifications, { body: { ids: [id] } }),
    onMutate: (id) => markRead(client, [id]),
    onSuccess: ({ count }) => setUnread(client, count),
    // It is unread still, and so it has to look.
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
      if (!isUnauthorized(error)) sayFailed(texts.markFailed, () => all.mutate())
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
