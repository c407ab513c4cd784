import { getUnreadCount } from '@plinth/contract/notifications/notifications.ts'
import { call } from '../api/api.ts'

export const fetchUnread = (signal: AbortSignal) => call(getUnreadCount, { signal })
