import { getUnreadMessages } from '@plinth/contract/messages/messages.ts'
import { getUnreadCount } from '@plinth/contract/notifications/notifications.ts'
import { call } from '../api/api.ts'

export const fetchUnread = (signal: AbortSignal) => call(getUnreadCount, { signal })

export const fetchUnreadMessages = (signal: AbortSignal) => call(getUnreadMessages, { signal })
