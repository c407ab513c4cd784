import type { Notification } from '@plinth/contract/notifications/notifications.ts'
import { notificationSentence } from '@plinth/contract/notifications/sentences.ts'
import type { SentencePart } from '@plinth/contract/notifications/template.ts'
import { fullName } from '../../lib/format/format.ts'

const WEEK_MS = 7 * 24 * 60 * 60_000

type GroupName = 'new' | 'week' | 'earlier'
export interface NotificationGroup {
  name: GroupName
  items: Notification[]
}

/**
 * Groups notifications as new, of this week, and earlier. Only unread ones of the first page are new, and they stay so
 * when they are `opened`. Later pages only add to the end, so that nothing moves while somebody reads.
 */
export function groupNotifications(
  pages: readonly { items: readonly Notification[] }[],
  now: number,
  opened: ReadonlySet<string>,
): NotificationGroup[] {
  const groups: Record<GroupName, Notification[]> = { new: [], week: [], earlier: [] }
  const isNew = ({ id, isRead }: Notification) => !isRead || opened.has(id)
  pages.forEach(({ items }, page) => {
    for (const item of items) {
      const isRecent = now - Date.parse(item.createdAt) < WEEK_MS
      const name = page === 0 && isNew(item) ? 'new' : isRecent ? 'week' : 'earlier'
      groups[name].push(item)
    }
  })
  return (['new', 'week', 'earlier'] as const)
    .map((name) => ({ name, items: groups[name] }))
    .filter(({ items }) => items.length > 0)
}

/** What happened, in parts that the row styles differently. */
export function sentenceOf(notification: Notification): SentencePart[] {
  const { actors, comment, conversation, work, post } = notification
  return notificationSentence(
    {
      ...notification,
      names: actors.map(fullName),
      title: (work ?? post)?.title ?? null,
      isWork: work !== null,
      subject: conversation?.subject ?? '',
      quote: conversation?.quote ?? null,
      excerpt: comment?.excerpt ?? conversation?.excerpt ?? '',
    },
    'screen',
  )
}
