import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NO_SUBJECT, type Message } from '@plinth/contract/messages/messages.ts'
import { sentenceOf } from '../../../lib/api/api.ts'
import { dateAndTime, fullName } from '../../../lib/format/format.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Badge } from '../../../ui/layout/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagesView } from '../../../ui/feedback/endless.tsx'
import { ConversationLinks, Spinner } from './conversation-list.tsx'
import { previewText, listTime } from '../message-view.ts'
import { messageSearchQuery } from '../message-api.ts'
import { texts } from '../messages-texts.ts'

/** The messages that contain these words; each links to its place in its thread. */
export function ConversationResults({ words, viewerId }: { words: string; viewerId: string }) {
  const query = useInfiniteQuery(messageSearchQuery(useQueryClient(), words))
  const now = useNow()
  return (
    <PagesView
      query={query}
      skeleton={<Spinner words={texts.list.loading} />}
      failed={texts.search.failed}
      moreFailed={texts.list.moreFailed}
      sentence={(error) => sentenceOf(error, texts.list.failedLine)}
      empty={
        <div role="status">
          <EmptyState title={texts.search.none(words)} line={texts.search.noneLine} />
        </div>
      }
    >
      {(items) => (
        <ConversationLinks label={texts.search.results}>
          {items.map((message) => (
            <Result key={message.id} message={message} viewerId={viewerId} now={now} />
          ))}
        </ConversationLinks>
      )}
    </PagesView>
  )
}

function Result({ message, viewerId, now }: { message: Message; viewerId: string; now: number }) {
  const { id, conversationId, sender, receiver, subject, content, attachments, createdAt } = message
  const isOwn = sender.id === viewerId
  const other = isOwn ? receiver : sender
  const preview = previewText(content, attachments.length)
  return (
    <li>
      <Link
        to="/messages/$conversationId"
        params={{ conversationId }}
        search={(previous) => ({ ...previous, at: id })}
        viewTransition={false}
        resetScroll={false}
        className="conversation"
        activeOptions={{ exact: true, includeSearch: true }}
      >
        <Avatar {...faceOf(other)} size={44} />
        <span className="conversation-words">
          <span className="conversation-row">
            <span className="conversation-name">{fullName(other)}</span>
            <time
              dateTime={createdAt}
              title={dateAndTime(createdAt)}
              className="conversation-date tnum"
            >
              {listTime(createdAt, now)}
            </time>
          </span>
          <span className="conversation-row">
            <span className="conversation-subject">{subject === '' ? NO_SUBJECT : subject}</span>
            {message.messageType === 'business_inquiry' ? <Badge kind="business" /> : null}
          </span>
          <span className="conversation-preview">{isOwn ? texts.list.own(preview) : preview}</span>
        </span>
      </Link>
    </li>
  )
}
