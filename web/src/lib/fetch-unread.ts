import { getUnreadCount } from '@plinth/contract/notifications.ts'
import { call } from './api.ts'

export const fetchUnread = (signal: AbortSignal) => call(getUnreadCount, { signal })
