import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import {
  lazy,
  Suspense,
  useMemo,
  useState,
  useEffect,
  useEffectEvent,
  useRef,
  type RefObject,
} from 'react'
import type { Conversation } from '@plinth/contract/messages/conversations.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { fullName } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { messagesOf, oneLine, type ThreadPages } from '../message-cache.ts'
import { subjectOf } from '../message-view.ts'
import { texts } from '../messages-texts.ts'
import { OutboxItem } from '../reply/outbox-item.tsx'
import { ReplyBox } from '../reply/reply-box.tsx'
import { useOutbox } from '../reply/use-outbox.ts'
import { useTyping } from '../reply/use-typing.ts'
import { ThreadMessages, type ThreadMessagesProps } from './thread-messages.tsx'
import { useFileLinks } from './use-file-links.ts'
import { useMarkRead } from './use-mark-read.ts'
import { useScrollToMessage, useThreadScroll } from './use-thread-scroll.ts'

const ThreadClosed = lazy(async () => ({
  default: (await import('./thread-closed.tsx')).ThreadClosed,
}))

interface ThreadBodyProps extends Pick<ThreadMessagesProps, 'viewerId' | 'at' | 'onAnswer'> {
  conversation: Conversation
  pages: ThreadPages
  query: UseInfiniteQueryResult<ThreadPages>
  isInSight: boolean
}

/** The messages with the newest at the bottom, and the reply box under them. */
export function ThreadBody({
  conversation,
  pages,
  query,
  viewerId,
  at,
  isInSight,
  onAnswer,
}: ThreadBodyProps) {
  const { id, other } = conversation
  const messages = useMemo(() => messagesOf(pages), [pages])
  const now = useNow()
  const outbox = useOutbox(viewerId, id, messages)
  const { box, missed, toEnd, onScroll } = useThreadScroll(messages, viewerId, outbox.unsent.length)
  const links = useFileLinks(id, box)
  useMarkRead({ id, viewerId, messages, isAtEnd: missed === 0 && isInSight })
  useScrollToMessage(at, messages, query, box)
  const newest = messages.at(-1)
  const [first] = useState(newest?.id)
  const isTyping = useTyping(id, newest?.id)
  return (
    <>
      <div className="thread-well">
        <div
          ref={box}
          role="group"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the arrow keys scroll it
          tabIndex={0}
          aria-label={texts.thread.label(subjectOf(conversation))}
          className="thread-scroll"
          // An id of its own, or the router would restore the scroll position of the last thread.
          data-scroll-restoration-id={`thread-${id}`}
          onScroll={onScroll}
        >
          <div className="thread-content">
            <OlderMessages query={query} box={box} />
            <ol className="thread-list">
              <ThreadMessages
                messages={messages}
                viewerId={viewerId}
                now={now}
                at={at}
                links={links}
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
        <Suspense fallback={<div className="thread-closed" />}>
          <ThreadClosed conversation={conversation} />
        </Suspense>
      )}
    </>
  )
}

/** Older messages are loaded when their place is this close to the visible part. */
const AHEAD = '800px 0px 0px'

interface OlderMessagesProps {
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
  /** The scroll container. */
  box: RefObject<HTMLElement | null>
}

/** Loads older messages above the thread, when it is scrolled near or by its button. */
function OlderMessages({ query, box }: OlderMessagesProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const place = useRef<HTMLDivElement>(null)
  const load = () => {
    if (hasNextPage && !isFetchingNextPage) void query.fetchNextPage()
  }
  const loadWhenNear = useEffectEvent(load)
  const isArmed = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    const element = place.current
    if (!isArmed || !element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) loadWhenNear()
      },
      { root: box.current, rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isArmed, box])
  return (
    <div ref={place} className="thread-older">
      {isFetchNextPageError ? (
        <p role="alert" className="text-14 text-danger">
          {texts.thread.olderFailed}
        </p>
      ) : null}
      {hasNextPage ? (
        <Button
          variant="quiet"
          busy={isFetchingNextPage && texts.thread.olderLoading}
          onClick={load}
        >
          {isFetchNextPageError ? texts.list.again : texts.thread.older}
        </Button>
      ) : null}
    </div>
  )
}
