import { Link } from '@tanstack/react-router'
import type { NotificationFilter } from '@plinth/contract/notifications/notifications.ts'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { texts } from './notification-texts.ts'

/** Nothing there, and a way on: from a filter to all, from all to the works. */
export const NoNotifications = ({ filter }: { filter: NotificationFilter }) => (
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
