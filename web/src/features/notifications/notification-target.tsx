import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Notification } from '@plinth/contract/notifications/notifications.ts'
import { workDialog } from '../../lib/routing/dialog-search.ts'
import { toPerson } from '../../lib/routing/paths.ts'

/** The id of a comment's element in its post. */
export const commentAnchor = (id: string): string => `comment-${id}`

/** Spread on a `Link`: opens a conversation. */
export const toConversation = ({ id }: { id: string }) => ({
  to: '/messages/$conversationId' as const,
  params: { conversationId: id },
})

/** Spread on a `Link`: opens a project's room. */
export const toRoom = ({ id }: { id: string }) => ({
  to: '/projects/$projectId' as const,
  params: { projectId: id },
})

/** Spread on a `Link`: opens a proof room at what guests commented on last. */
export const toProof = ({ id, isOwn, thingId }: NonNullable<Notification['proof']>) => {
  const search = { file: thingId }
  return isOwn
    ? { to: '/proofs/$id' as const, params: { id }, search }
    : { to: '/projects/$projectId/proof' as const, params: { projectId: id }, search }
}

export const toSubscription = { to: '/subscribe' as const }

/** A link to what a notification is about; plain text where that was deleted. */
export function SubjectLink({
  notification,
  viewerId,
  ...rest
}: {
  notification: Notification
  viewerId: string
  className: string
  onClick: () => void
  children: ReactNode
}) {
  const {
    work,
    post,
    comment,
    conversation,
    project,
    billing,
    board,
    proof,
    standing,
    actors,
    actorCount,
    kind,
  } = notification
  if (standing !== null && standing.state !== 'restored') return <Link {...rest} to="/taken-down" />
  if (project?.event === 'remarked')
    return <Link {...rest} to="/projects/$projectId/proof" params={{ projectId: project.id }} />
  if (project) return <Link {...rest} {...toRoom(project)} />
  if (billing === 'export_ready') return <Link {...rest} to="/settings" hash="data" />
  if (billing?.startsWith('subscription')) return <Link {...rest} {...toSubscription} />
  if (conversation) return <Link {...rest} {...toConversation(conversation)} />
  if (proof) return <Link {...rest} {...toProof(proof)} />
  if (kind === 'credit') return <Link {...rest} to="/settings" hash="credits" />
  if (board) return <Link {...rest} to="/boards/$id" params={{ id: board.id }} />
  if (work) return <Link {...rest} {...workDialog(work.id)} />
  if (post)
    return (
      <Link
        {...rest}
        to="/post/$id"
        params={{ id: post.id }}
        {...(comment ? { hash: commentAnchor(comment.id) } : {})}
      />
    )
  const [actor] = actors
  if (kind === 'follow' && actorCount > 1)
    return (
      <Link
        {...rest}
        to="/profile/$id"
        params={{ id: viewerId }}
        search={{ people: 'followers' }}
      />
    )
  if (kind === 'follow' && actor) return <Link {...rest} {...toPerson(actor)} />
  return rest.children
}
