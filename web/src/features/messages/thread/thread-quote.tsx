import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { fullName, price } from '../../../lib/format/format.ts'
import { QuoteSums } from '../answer/answer-quote-sums.tsx'
import { LinkedText } from './linked-text.tsx'
import { texts } from '../messages-texts.ts'
import { ThreadFiles } from './thread-files.tsx'
import type { FileLinks } from './use-file-links.ts'
import { MessageFoot } from './thread-message.tsx'

const words = texts.quote

const QuoteActions = lazy(async () => ({
  default: (await import('./thread-quote-actions.tsx')).QuoteActions,
}))

type Quote = NonNullable<Message['quote']>

interface ThreadQuoteProps {
  message: Message
  quote: Quote
  isOwn: boolean
  now: number
  links: FileLinks
}

/** A quote as one line: struck once it is over; in its own project's room, which has it on paper. */
function QuoteLine({
  message,
  quote,
  isOwn,
  isOver,
  links,
}: Omit<ThreadQuoteProps, 'now'> & { isOver: boolean }) {
  const sum = words.line(quote.price)
  return (
    <div className="bubble" data-own={isOwn ? '' : undefined}>
      <p className="tnum">
        <span className="sr-only">{`${isOwn ? texts.thread.you : fullName(message.sender)}: `}</span>
        {isOver ? <s className="text-ink-3">{sum}</s> : <strong>{sum}</strong>}
        {isOver ? <span className="text-ink-3">{` ${words.closed}`}</span> : null}
        {quote.isAccepted ? <span>{`. ${words.accepted}`}</span> : null}
      </p>
      {message.content.trim() === '' ? null : (
        <div className="mt-2">
          <LinkedText text={message.content} />
        </div>
      )}
      <ThreadFiles message={message} links={links} />
      <MessageFoot message={message} isOwn={isOwn} />
    </div>
  )
}

/** A quote for an inquiry, with the way to accept and pay it. */
export function ThreadQuote({ message, quote, isOwn, now, links }: ThreadQuoteProps) {
  const { id, sender, content, createdAt } = message
  // A project room has its own way to accept, and needs no link to itself.
  const room = useParams({ strict: false, select: ({ projectId }) => projectId })
  const isPayable = quote.isOpen && !isOwn
  const isOver = !quote.isOpen && !quote.isAccepted && quote.projectId !== null
  if (isOver || (quote.projectId !== null && quote.projectId === room)) {
    return <QuoteLine message={message} quote={quote} isOwn={isOwn} isOver={isOver} links={links} />
  }
  return (
    <article className="paper" data-small="" aria-labelledby={`quote-${id}`}>
      <div className="paper-head">
        <h2 id={`quote-${id}`} className="display paper-title">
          {words.title}
        </h2>
        <p className="paper-sent">
          {`${words.from} ${fullName(sender)}, ${dayOf(createdAt, now)}`}
        </p>
      </div>
      <p className="display paper-price tnum">{price(quote.price)}</p>
      <QuoteSums
        price={quote.price}
        deliverBy={quote.deliverBy}
        picks={quote.picks}
        milestones={quote.milestones}
      />
      {content.trim() === '' ? null : (
        <div className="mt-4">
          <LinkedText text={content} />
        </div>
      )}
      <ThreadFiles message={message} links={links} />
      {quote.isOpen || quote.projectId === null ? null : (
        <p className="slip-note mt-3">{quote.isAccepted ? words.accepted : words.closed}</p>
      )}
      {quote.projectId === null || quote.projectId === room ? null : (
        // As high as the content, so that nothing moves.
        <Suspense fallback={<div className={`paper-actions ${isPayable ? 'h-24' : 'h-11'}`} />}>
          <QuoteActions
            quote={quote}
            projectId={quote.projectId}
            isOwn={isOwn}
            creator={sender.firstName}
          />
        </Suspense>
      )}
      <MessageFoot message={message} isOwn={isOwn} />
    </article>
  )
}
