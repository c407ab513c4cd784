import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Conversation } from '@plinth/contract/messages/conversations.ts'
import { fullName } from '../../../lib/format/format.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { subjectOf } from '../conversations/conversation-words.ts'
import { messagesOf, oneLine, type ThreadPages } from '../message-cache.ts'
import { texts } from '../messages-texts.ts'
import { OutboxItem } from '../reply/outbox-item.tsx'
import { useOutbox } from '../reply/outbox-sending.ts'
import { ReplyBox } from '../reply/reply-box.tsx'
import { useMessageAt } from './thread-at.ts'
import { useFreshFiles } from './thread-fresh.ts'
import { ThreadMessages, type ThreadMessagesProps } from './thread-messages.tsx'
import { ThreadOlder } from './thread-older.tsx'
import { useReading } from './thread-reading.ts'
import { useThreadScroll } from './thread-scroll.ts'
import { useTyping } from './thread-typing.ts'

const ThreadShut = lazy(async () => ({ default: (await import('./thread-shut.tsx')).ThreadShut }))

interface ThreadRoomProps extends Pick<ThreadMessagesProps, 'viewerId' | 'at' | 'onAnswer'> {
  conversation: Conversation
  pages: ThreadPages
  query: UseInfiniteQueryResult<ThreadPages>
  isInSight: boolean
}

/** What was written, with the newest at the bottom, and the reply box under it. */
export function ThreadRoom({
  conversation,
  pages,
  query,
  viewerId,
  at,
  isInSight,
  onAnswer,
}: ThreadRoomProps) {
  const { id, other } = conversation
  const messages = useMemo(() => messagesOf(pages), [pages])
  const now = useNow()
  const outbox = useOutbox(viewerId, id, messages)
  const { box, missed, toEnd, onScroll } = useThreadScroll(messages, viewerId, outbox.unsent.length)
  const fresh = useFreshFiles(id, box)
  useReading({ id, viewerId, messages, isAtEnd: missed === 0 && isInSight })
  useMessageAt(at, messages, query, box)
  const newest = messages.at(-1)
  const [first] = useState(newest?.id)
  const isTyping = useTyping(id, newest?.id)
  return (
    <>
      <div className="thread-well">
        <div
          ref={box}
          role="group"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
          tabIndex={0}
          aria-label={texts.thread.label(subjectOf(conversation))}
          className="thread-scroll"
          // By a name of its own, or the router would scroll it to where the last thread was left.
          data-scroll-restoration-id={`thread-${id}`}
          onScroll={onScroll}
        >
          <div className="thread-hang">
            <ThreadOlder query={query} box={box} />
            <ol className="thread-list">
              <ThreadMessages
                messages={messages}
                viewerId={viewerId}
                now={now}
                at={at}
                fresh={fresh}
                onAnswer={onAnswer}
              />
              {outbox.unsent.map((one) => (
                <OutboxItem
                  key={one.clientId}
                  unsent={one}
                  onRetry={() => outbox.send(one)}
                  onRemove={() => outbox.remove(one)}
                />
              ))}
            </ol>
          </div>
        </div>
        {missed > 0 ? (
          <button type="button" className="thread-arrived" onClick={toEnd}>
            {texts.thread.arrived(missed)}
          </button>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {newest && newest.id !== first && newest.senderId === other.id
          ? texts.thread.arrivedFrom(fullName(other), oneLine(newest.content))
          : ''}
      </p>
      <p className="thread-typing">{isTyping ? texts.thread.typing(other.firstName) : null}</p>
      {conversation.canWrite ? (
        <ReplyBox
          key={id}
          conversation={conversation}
          viewerId={viewerId}
          isSending={outbox.isSending}
          onSend={outbox.send}
        />
      ) : (
        <Suspense fallback={<div className="thread-shut" />}>
          <ThreadShut conversation={conversation} />
        </Suspense>
      )}
    </>
  )
}
