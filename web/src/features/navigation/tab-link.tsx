import { Link, type LinkComponentProps } from '@tanstack/react-router'
import { CountDot } from '../../ui/layout/badge.tsx'
import { useCurrentTab, type MainTab, tabName, useUnread } from './navigation-state.ts'
import { texts } from './navigation-texts.ts'

/** To one of the four main tabs; each is a view of home. */
export function TabLink({
  tab,
  ...rest
}: { tab: MainTab } & Pick<LinkComponentProps, 'className' | 'children'>) {
  const current = useCurrentTab() === tab
  return (
    <Link
      {...rest}
      to="/"
      search={tab === 'portfolios' ? {} : { view: tab }}
      // What is in the address beside the view does not leave the tab.
      activeOptions={{ exact: true }}
      {...(current ? { 'aria-current': 'page' as const } : {})}
    />
  )
}

/** The tab's word; with the count, where there is one, in words for those who cannot see the badge. */
export function NotificationsLabel() {
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

/** How many are new, for the eye; the link around it says it in words. */
export function UnreadBadge({ className }: { className?: string }) {
  const unread = useUnread()
  if (unread === 0) return null
  return (
    <span aria-hidden className={className}>
      <CountDot value={unread} label="" />
    </span>
  )
}
