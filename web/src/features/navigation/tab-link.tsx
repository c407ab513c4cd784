import { Link, type LinkComponentProps } from '@tanstack/react-router'
import { CountDot } from '../../ui/layout/badge.tsx'
import { useCurrentTab, type MainTab, tabName, useUnread } from './navigation-state.ts'
import { texts } from './navigation-texts.ts'

/** Link to one of the four main tabs; each is a view of the home screen. */
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
      // Other parameters in the address do not change the tab.
      activeOptions={{ exact: true }}
      {...(current ? { 'aria-current': 'page' as const } : {})}
    />
  )
}

/** The label of the tab; screen readers hear it with the unread count. */
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

/** The unread count as a badge; the label of the link says it in words. */
export function UnreadBadge({ className }: { className?: string }) {
  const unread = useUnread()
  if (unread === 0) return null
  return (
    <span aria-hidden className={className}>
      <CountDot value={unread} label="" />
    </span>
  )
}
