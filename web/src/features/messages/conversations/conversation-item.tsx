import { Link } from '@tanstack/react-router'
import { BellOff } from 'lucide-react'
import type { Conversation } from '@plinth/contract/messages/conversations.ts'
import { dateAndTime, fullName } from '../../../lib/format/format.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Badge } from '../../../ui/layout/badge.tsx'
import { conversationAnchor, previewOf, subjectOf, listTime } from '../message-view.ts'
import { texts } from '../messages-texts.ts'

interface ConversationItemProps {
  conversation: Conversation
  viewerId: string
  now: number
  isOpen: boolean
  /** Whether a reply of the viewer's has not been sent. */
  hasUnsent: boolean
}

/** A conversation on the list: the person, the time, the subject and the last message. */
export function ConversationItem({
  conversation,
  viewerId,
  now,
  isOpen,
  hasUnsent,
}: ConversationItemProps) {
  const { id, other, last, inquiry, unreadCount, isMuted } = conversation
  const isUnread = unreadCount > 0
  const name = fullName(other)
  return (
    <li>
      <Link
        to="/messages/$conversationId"
        params={{ conversationId: id }}
        search={({ at: _at, ...rest }) => rest}
        viewTransition={false}
        resetScroll={false}
        id={conversationAnchor(id)}
        className="conversation"
        data-unread={isUnread ? '' : undefined}
        aria-current={isOpen ? 'page' : undefined}
      >
        <Avatar {...faceOf(other)} size={44} />
        <span className="conversation-words">
          <span className="conversation-row">
            {isUnread ? <span className="sr-only">{`${texts.list.unread}: `}</span> : null}
            <span className="conversation-name">{name}</span>
            {isMuted ? (
              <>
                <BellOff size={14} className="text-ink-3" aria-hidden />
                <span className="sr-only">{texts.list.muted}</span>
              </>
            ) : null}
            <time
              dateTime={last.createdAt}
              title={dateAndTime(last.createdAt)}
              className="conversation-date tnum"
            >
              {listTime(last.createdAt, now)}
            </time>
          </span>
          <span className="conversation-row">
            <span className="conversation-subject">{subjectOf(conversation)}</span>
            {inquiry ? <Badge kind="business" /> : null}
          </span>
          {hasUnsent ? (
            <span className="text-14 text-danger">{texts.outbox.failed}</span>
          ) : (
            <span className="conversation-preview">{previewOf(conversation, viewerId)}</span>
          )}
          {inquiry ? (
            <span className="conversation-terms tnum">
              <span>{inquiry.budget}</span>
              <span>{inquiry.timeline}</span>
              {inquiry.declinedAt === null ? null : <span>{texts.list.declined}</span>}
            </span>
          ) : null}
        </span>
      </Link>
    </li>
  )
}
