import { notificationSentence } from '@plinth/contract/notifications/notification-sentences.ts'
import type { Notification } from '@plinth/contract/notifications/notifications.ts'
import type { SentencePart } from '@plinth/contract/notifications/sentence-parts.ts'
import { fullName } from '../../lib/format/format.ts'

/** What happened, in the parts that are set apart from one another. */
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
