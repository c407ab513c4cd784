import type { Live } from '../../live/live.ts'
import type { Read } from './message-read-queries.ts'

/** Tells both people what one of them has read, after the commit. */
export function tellRead(live: Live, userId: string, read: Read): void {
  const { conversationId, otherId, count, hasNotices } = read
  if (count > 0) live.messagesMoved(conversationId, [userId, otherId])
  if (hasNotices) live.notificationsMoved([userId])
}
