import { lazyRouteComponent } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Message } from '@plinth/contract/messages/messages.ts'
import type { InquiryAnswer } from '../answer/answer-dialogs.tsx'
import { dayLine, isSameDay } from '../message-view.ts'
import { ThreadMessage } from './thread-message.tsx'
import type { FileLinks } from './use-file-links.ts'
import { messageAnchor } from './use-thread-scroll.ts'

export interface ThreadMessagesProps {
  /** Oldest first. */
  messages: readonly Message[]
  viewerId: string
  now: number
  /** The id of the message in the address. */
  at: string | undefined
  links: FileLinks
  onAnswer: (answer: InquiryAnswer) => void
}

/** The last quote that an inquiry's receiver has sent since. */
export function quoteFor(inquiry: Message, messages: readonly Message[]): Message['quote'] {
  const since = messages.slice(messages.indexOf(inquiry) + 1)
  // Answers after the next inquiry belong to that one.
  const next = since.findIndex(({ messageType }) => messageType === 'business_inquiry')
  return (
    since
      .slice(0, next === -1 ? undefined : next)
      .findLast(({ quote, senderId }) => quote !== null && senderId === inquiry.receiverId)
      ?.quote ?? null
  )
}

/** The messages of a thread, grouped by day. */
export function ThreadMessages({ messages, at, now, ...rest }: ThreadMessagesProps) {
  return messages.map((message, index) => {
    const before = messages[index - 1]
    const isOwn = message.senderId === rest.viewerId
    return (
      <Fragment key={message.id}>
        {before === undefined || !isSameDay(before.createdAt, message.createdAt) ? (
          <li className="thread-day">{dayLine(message.createdAt, now)}</li>
        ) : null}
        <li
          id={messageAnchor(message.id)}
          className="thread-item"
          data-own={isOwn ? '' : undefined}
          data-named={message.id === at ? '' : undefined}
        >
          <OneMessage message={message} messages={messages} isOwn={isOwn} now={now} {...rest} />
        </li>
      </Fragment>
    )
  })
}

function OneMessage({
  message,
  messages,
  isOwn,
  now,
  links,
  onAnswer,
}: Omit<ThreadMessagesProps, 'at'> & { message: Message; isOwn: boolean }) {
  if (message.messageType === 'business_inquiry') {
    return (
      <ThreadInquiry
        inquiry={message}
        quote={quoteFor(message, messages)}
        isOwn={isOwn}
        now={now}
        links={links}
        onAnswer={onAnswer}
      />
    )
  }
  if (message.quote !== null) {
    return (
      <ThreadQuote message={message} quote={message.quote} isOwn={isOwn} now={now} links={links} />
    )
  }
  return <ThreadMessage message={message} isOwn={isOwn} links={links} />
}

/** Loaded separately, as not every thread has an inquiry or a quote; preloaded with the messages, so that it renders without a jump. */
export const ThreadInquiry = lazyRouteComponent(
  () => import('./thread-inquiry.tsx'),
  'ThreadInquiry',
)
export const ThreadQuote = lazyRouteComponent(() => import('./thread-quote.tsx'), 'ThreadQuote')
