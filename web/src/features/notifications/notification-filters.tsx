import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  NOTIFICATION_FILTERS,
  type NotificationFilter,
} from '@plinth/contract/notifications/notifications.ts'
import { badgeText, unreadQuery } from '../../lib/live/unread.ts'
import { FilterTab } from '../../ui/layout/tabs.tsx'
import { texts } from './notification-texts.ts'

/** On phones the row of filters is wider than the screen. */
const bringIntoView = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView({ inline: 'nearest', block: 'nearest' })

/** Filters of the list, and the link to the notification settings. */
export function NotificationFilters({ filter }: { filter: NotificationFilter }) {
  const unread = useQuery(unreadQuery).data?.count ?? 0
  return (
    <nav aria-label={texts.filters} className="notifications-filters no-scrollbar">
      {NOTIFICATION_FILTERS.map(({ value, label }) => (
        <FilterTab key={value} active={value === filter} asChild>
          <Link
            ref={value === filter ? bringIntoView : undefined}
            to="/"
            search={{ view: 'notifications', ...(value === 'all' ? {} : { filter: value }) }}
            activeOptions={{ exact: true }}
            replace
            resetScroll={false}
          >
            {label}
            {value === 'unread' && unread > 0 ? (
              <span className="tnum ml-auto pl-2">{badgeText(unread)}</span>
            ) : null}
          </Link>
        </FilterTab>
      ))}
      <Link
        to="/"
        search={(previous) => ({ ...previous, dialog: 'notification-settings' as const })}
        resetScroll={false}
        className="notifications-choose text-14 whitespace-nowrap text-link hit"
      >
        {texts.settings.open}
      </Link>
    </nav>
  )
}
