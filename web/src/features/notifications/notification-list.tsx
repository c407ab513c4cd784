import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  Notification,
  NotificationFilter,
} from '@plinth/contract/notifications/notifications.ts'
import { sentenceOf } from '../../lib/api/api.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PagesView } from '../../ui/feedback/endless.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { notificationsQuery } from './notification-api.ts'
import { NotificationRow, type NotificationRowProps } from './notification-row.tsx'
import { groupNotifications } from './notification-rules.ts'
import { texts } from './notification-texts.ts'
import { useArrivals } from './use-arrivals.ts'

interface NotificationListProps extends Pick<
  NotificationRowProps,
  'viewerId' | 'renderFollow' | 'onOpen'
> {
  filter: NotificationFilter
}

export function NotificationList({ filter, onOpen, ...row }: NotificationListProps) {
  const query = useInfiniteQuery(notificationsQuery(filter))
  const { arrived, show } = useArrivals(filter)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const now = useNow()
  const open = (notification: Notification) => {
    setOpened((ids) => new Set([...ids, notification.id]))
    onOpen(notification)
  }
  return (
    <>
      <div role="status" className="notifications-arrived sticky z-2 top-4 h-0 text-center">
        {arrived > 0 ? (
          <button type="button" onClick={show}>
            {texts.arrived(arrived)}
          </button>
        ) : null}
      </div>
      <PagesView
        query={query}
        skeleton={<NotificationSkeleton />}
        failed={texts.failed}
        loadingMore={texts.loadingMore}
        moreFailed={texts.moreFailed}
        sentence={(error) => sentenceOf(error, texts.failedLine)}
        empty={<NoNotifications filter={filter} />}
      >
        {(_items, pages) => (
          <>
            {groupNotifications(pages, now, opened).map(({ name, items }) => (
              <section key={name} aria-labelledby={`notifications-${name}`}>
                <h2
                  id={`notifications-${name}`}
                  className="notifications-group text-14 mt-8 font-semibold text-ink-3 max-tablet:mt-6"
                >
                  {texts.groups[name]}
                </h2>
                <ul>
                  {items.map((notification) => (
                    <NotificationRow
                      key={notification.id}
                      notification={notification}
                      now={now}
                      onOpen={open}
                      {...row}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </PagesView>
    </>
  )
}

/** An empty list links on: from a filter to all notifications, from all to the works. */
const NoNotifications = ({ filter }: { filter: NotificationFilter }) => (
  <div className="max-w-160 pt-4">
    <EmptyState
      title={texts.empty.title}
      line={texts.empty.lines[filter]}
      action={
        <Button asChild>
          {filter === 'all' ? (
            <Link to="/">{texts.empty.browse}</Link>
          ) : (
            <Link to="/" search={{ view: 'notifications' }}>
              {texts.empty.all}
            </Link>
          )}
        </Button>
      }
    />
  </div>
)

const WIDTHS = ['w-4/5', 'w-3/5', 'w-2/3', 'w-3/4', 'w-1/2', 'w-2/3'] as const

const NotificationSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="pt-9">
    {WIDTHS.map((width, index) => (
      <div key={index} className="notification">
        <Skeleton className="size-11 rounded-round" />
        <div>
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="mt-3 h-3 w-1/5" />
        </div>
        <Skeleton className="notification-thumb h-12" />
      </div>
    ))}
  </div>
)
