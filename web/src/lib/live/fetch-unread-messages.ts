import { getUnreadMessages } from '@plinth/contract/messages/messages.ts'
import { call } from '../api/api.ts'

export const fetchUnread = (signal: AbortSignal) => call(getUnreadMessages, { signal })
