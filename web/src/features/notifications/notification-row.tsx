import type { ReactNode } from 'react'
import type { Notification } from '@plinth/contract/notifications/notifications.ts'
import type { SentencePart } from '@plinth/contract/notifications/template.ts'
import { agoInWords } from '../../lib/format/ago.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { Avatar, faceOf } from '../../ui/layout/avatar.tsx'
import { PlinthMark } from '../../ui/layout/logo.tsx'
import { Picture } from '../../ui/media/picture.tsx'
import { NotificationAction } from './notification-action.tsx'
import { sentenceOf } from './notification-rules.ts'
import { SubjectLink } from './notification-target.tsx'
import { texts } from './notification-texts.ts'

export type Actor = Notification['actors'][number]

export interface NotificationRowProps {
  notification: Notification
  viewerId: string
  now: number
  /** Renders the button to follow somebody back. */
  renderFollow: (actor: Actor) => ReactNode
  onOpen: (notification: Notification) => void
}

/** One notification. The whole row links to its subject; its action lies above that link. */
export function NotificationRow({
  notification,
  viewerId,
  now,
  renderFollow,
  onOpen,
}: NotificationRowProps) {
  const { createdAt, isRead, moreNew, post, work } = notification
  const picture = (work ?? post)?.picture
  const open = () => onOpen(notification)
  return (
    <li className="notification" data-unread={isRead ? undefined : ''}>
      <NotificationFaces {...notification} />
      <div className="min-w-0">
        <SubjectLink
          notification={notification}
          viewerId={viewerId}
          className="notification-link"
          onClick={open}
        >
          {isRead ? null : <span className="sr-only">{`${texts.unread}: `}</span>}
          {sentenceOf(notification).map((part, index) => (
            <SentencePart key={index} part={part} />
          ))}
        </SubjectLink>
        <p className="tnum text-14 text-ink-3">
          <time dateTime={createdAt}>{agoInWords(createdAt, now)}</time>
          {moreNew === 0 ? null : `, ${texts.before(moreNew)}`}
        </p>
      </div>
      <div className="notification-thumb" aria-hidden>
        {picture ? (
          <span className="notification-ledge">
            <Picture picture={pictureSources(picture)} sizes="64px" alt="" />
          </span>
        ) : null}
      </div>
      <NotificationAction notification={notification} renderFollow={renderFollow} onOpen={open} />
    </li>
  )
}

function SentencePart({ part }: { part: SentencePart }) {
  if (typeof part === 'string') return part
  return 'name' in part ? (
    <b className="font-semibold text-ink">{part.name}</b>
  ) : (
    <i className="work-title text-ink">{part.title}</i>
  )
}

/** Who did it: one person, the last two of several, a guest, or Plinth. */
function NotificationFaces({ actors, proof }: Pick<Notification, 'actors' | 'proof'>) {
  const [first, second] = actors
  if (proof)
    return (
      <span aria-hidden className="notification-faces">
        <Avatar name={proof.guest ?? texts.guest} src={null} creator={false} />
      </span>
    )
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
  <Avatar {...faceOf(person)} size={size} />
)
