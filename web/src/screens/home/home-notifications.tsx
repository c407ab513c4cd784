import { useQueryClient } from '@tanstack/react-query'
import { patchActor } from '../../features/notifications/notification-cache.ts'
import type { Actor } from '../../features/notifications/notification-row.tsx'
import { Notifications } from '../../features/notifications/notifications.tsx'
import { FollowButton } from '../../features/profile/follow-button.tsx'
import type { HomeSearch } from '../../lib/routing/home-search.ts'

interface HomeNotificationsProps {
  search: HomeSearch
  viewerId: string
}

/** The notifications, with follow buttons from the profile feature. */
export const HomeNotifications = ({ search, viewerId }: HomeNotificationsProps) => (
  <Notifications
    filter={search.filter ?? 'all'}
    choosing={search.dialog === 'notification-settings'}
    viewerId={viewerId}
    renderFollow={(actor) => <FollowBack actor={actor} viewerId={viewerId} />}
  />
)

function FollowBack({ actor, viewerId }: { actor: Actor; viewerId: string }) {
  const client = useQueryClient()
  return (
    <FollowButton
      person={{ ...actor, followsViewer: true }}
      viewerId={viewerId}
      onShow={(personId, isFollowing) => patchActor(client, personId, isFollowing)}
    />
  )
}
