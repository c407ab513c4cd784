import type { Notification } from '@plinth/contract/notifications/notifications.ts'
import { fullName } from '../../lib/format/format.ts'
import { Avatar } from '../../ui/layout/avatar.tsx'
import { PlinthMark } from '../../ui/layout/logo.tsx'

/** Who did it: one person, the last two of several, or Plinth. */
export function NotificationFaces({ actors }: Pick<Notification, 'actors'>) {
  const [first, second] = actors
  if (!first)
    return (
      <span aria-hidden className="notification-faces notification-plinth">
        <PlinthMark size={24} />
      </span>
    )
  return (
    <span className="notification-faces" data-several={second ? '' : undefined} aria-hidden>
      {second ? <Face person={second} size={32} /> : null}
      <Face person={first} size={second ? 32 : 44} />
    </span>
  )
}

const Face = ({ person, size }: { person: Notification['actors'][number]; size: number }) => (
  <Avatar
    name={fullName(person)}
    src={person.profileImageUrl}
    creator={person.isCreator}
    size={size}
  />
)
