import { texts } from './navigation-texts.ts'
import { tabName, useUnread } from './unread.ts'

/** The tab's word; with the count, where there is one, in words for those who cannot see the badge. */
export function NotificationsWords() {
  const unread = useUnread()
  const word = texts.tabs.notifications
  if (unread === 0) return word
  return (
    <>
      <span aria-hidden>{word}</span>
      <span className="sr-only">{tabName(unread)}</span>
    </>
  )
}
