import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Notification } from '@plinth/contract/notifications/notifications.ts'
import { fullName } from '../../lib/format/format.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/actions/button.tsx'
import {
  commentAnchor,
  toConversation,
  toProof,
  toRoom,
  toSubscription,
} from './notification-target.tsx'
import { texts } from './notification-texts.ts'

interface ActionProps {
  notification: Notification
  /** Renders the button to follow somebody back. */
  renderFollow: (actor: Notification['actors'][number]) => ReactNode
  onOpen: () => void
}

/** At most one thing to do about it. */
export function NotificationAction({ notification, renderFollow, onOpen }: ActionProps) {
  const { kind, actors, actorCount, post, comment, conversation, project, proof, billing } =
    notification
  const [actor] = actors
  if (kind === 'feature') return <Badge kind="featured" className="notification-action" />
  if (project)
    return (
      <ActionLink>
        <Link {...toRoom(project)} aria-label={texts.roomOf(project.title)} onClick={onOpen}>
          {texts.room}
        </Link>
      </ActionLink>
    )
  if (proof)
    return (
      <ActionLink>
        <Link {...toProof(proof)} aria-label={texts.roomOf(proof.title)} onClick={onOpen}>
          {texts.room}
        </Link>
      </ActionLink>
    )
  const billingAction = billing === null ? undefined : BILLING_ACTIONS[billing]
  if (billingAction !== undefined)
    return (
      <ActionLink>
        <Link {...toSubscription} onClick={onOpen}>
          {billingAction}
        </Link>
      </ActionLink>
    )
  if (!actor) return null
  if (kind === 'follow')
    return actorCount === 1 ? (
      <div className="notification-action">{renderFollow(actor)}</div>
    ) : null
  if (conversation)
    return (
      <ActionLink>
        <Link
          {...toConversation(conversation)}
          aria-label={texts.readWhat(fullName(actor))}
          onClick={onOpen}
        >
          {texts.read}
        </Link>
      </ActionLink>
    )
  if (!post || !comment) return null
  return (
    <ActionLink>
      <Link
        to="/post/$id"
        params={{ id: post.id }}
        hash={commentAnchor(comment.id)}
        aria-label={texts.replyTo(fullName(actor))}
        onClick={onOpen}
      >
        {texts.reply}
      </Link>
    </ActionLink>
  )
}

const BILLING_ACTIONS: Partial<Record<NonNullable<Notification['billing']>, string>> = {
  subscription_past_due: texts.changeCard,
  subscription_ended: texts.subscribe,
  creator_removed: texts.whyEnded,
  creator_restored: texts.subscribe,
}

const ActionLink = ({ children }: { children: ReactNode }) => (
  <Button asChild className="notification-action">
    {children}
  </Button>
)
