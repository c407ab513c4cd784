import type { Notification } from '@plinth/contract/notifications/notifications.ts'
import { notificationSentence } from '@plinth/contract/notifications/sentences.ts'
import type { SentencePart } from '@plinth/contract/notifications/template.ts'
import { fullName } from '../../lib/format/format.ts'

const DAYS_OF_WEEK = 7

const GROUPS = ['new', 'today', 'week', 'earlier'] as const
type GroupName = (typeof GROUPS)[number]
export interface NotificationGroup {
  name: GroupName
  items: Notification[]
}

/**
 * Groups notifications, the latest first, as new, of today, of the last seven days, and earlier, by the viewer's clock.
 * New are the unread ones at the beginning of the first page, and they stay so when they are `opened`. An unread one
 * below a read one keeps its place in time, so that no group holds anything later than the group before it.
 */
export function groupNotifications(
  pages: readonly { items: readonly Notification[] }[],
  now: number,
  opened: ReadonlySet<string>,
): NotificationGroup[] {
  const groups: Record<GroupName, Notification[]> = { new: [], today: [], week: [], earlier: [] }
  const isNew = ({ id, isRead }: Notification) => !isRead || opened.has(id)
  const [today, week] = [midnightBefore(now, 0), midnightBefore(now, DAYS_OF_WEEK - 1)]
  const first = pages[0]?.items ?? []
  const known = first.findIndex((item) => !isNew(item))
  const fresh = new Set(first.slice(0, known === -1 ? first.length : known))
  for (const item of pages.flatMap(({ items }) => items)) {
    const at = Date.parse(item.createdAt)
    const byTime = at >= today ? 'today' : at >= week ? 'week' : 'earlier'
    groups[fresh.has(item) ? 'new' : byTime].push(item)
  }
  return GROUPS.map((name) => ({ name, items: groups[name] })).filter(
    ({ items }) => items.length > 0,
  )
}

/** The beginning of the viewer's day, so many days before. */
function midnightBefore(now: number, days: number): number {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).getTime()
}

/** What happened, in parts that the row styles differently. */
export function sentenceOf(notification: Notification): SentencePart[] {
  const { actors, comment, conversation, work, post, board, kind } = notification
  return notificationSentence(
    {
      ...notification,
      names: actors.map(fullName),
      title: (kind === 'standing' ? (work ?? post ?? board) : (work ?? post))?.title ?? null,
      isWork: work !== null,
      subject: conversation?.subject ?? '',
      quote: conversation?.quote ?? null,
      excerpt: comment?.excerpt ?? conversation?.excerpt ?? '',
    },
    'screen',
  )
}
