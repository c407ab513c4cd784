import './notifications.css'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { NotificationFilter } from '@plinth/contract/notifications/notifications.ts'
import { unreadQuery } from '../../lib/live/unread.ts'
import { Button } from '../../ui/actions/button.tsx'
import { OnceOpened } from '../../ui/overlay/once-opened.tsx'
import { NotificationFilters } from './notification-filters.tsx'
import { NotificationList } from './notification-list.tsx'
import type { NotificationRowProps } from './notification-row.tsx'
import { texts } from './notification-texts.ts'
import { useMarkRead } from './use-mark-read.ts'

const NotificationSettings = lazy(async () => ({
  default: (await import('./notification-settings.tsx')).NotificationSettings,
}))

interface NotificationsProps extends Pick<NotificationRowProps, 'viewerId' | 'renderFollow'> {
  filter: NotificationFilter
  /** Whether the dialog with the settings is open. */
  choosing: boolean
}

/** The viewer's notifications, newest first. */
export function Notifications({ filter, choosing, ...row }: NotificationsProps) {
  const unread = useQuery(unreadQuery).data?.count ?? 0
  const { markOne, markAll, isMarking } = useMarkRead()
  return (
    <div className="page notifications">
      <h1 className="notifications-title display">{texts.screen}</h1>
      <Button
        variant="quiet"
        className="notifications-mark"
        disabled={unread === 0}
        busy={isMarking && texts.marking}
        onClick={markAll}
      >
        {texts.markAll}
      </Button>
      <NotificationFilters filter={filter} />
      <div className="notifications-list">
        <NotificationList key={filter} filter={filter} onOpen={markOne} {...row} />
      </div>
      <OnceOpened open={choosing}>
        <NotificationSettings open={choosing} />
      </OnceOpened>
    </div>
  )
}
