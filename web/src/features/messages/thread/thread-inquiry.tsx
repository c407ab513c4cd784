import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { dateAndTime, fullName } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import type { InquiryAnswer } from '../answer/answer-dialogs.tsx'
import { LinkedText } from './linked-text.tsx'
import { texts } from '../messages-texts.ts'
import { dayAndTime } from '../message-view.ts'
import { ThreadBrief } from './thread-brief.tsx'
import { ThreadFiles } from './thread-files.tsx'
import type { FileLinks } from './use-file-links.ts'
import { ReportMessage } from './thread-message.tsx'

interface ThreadInquiryProps {
  inquiry: Message
  /** The last quote for it in the thread. */
  quote: Message['quote']
  isOwn: boolean
  now: number
  links: FileLinks
  onAnswer: (answer: InquiryAnswer) => void
}

/** A business inquiry as a paper form: the request, its budget and timeline, and the two ways to answer. */
export function ThreadInquiry({ inquiry, quote, isOwn, now, links, onAnswer }: ThreadInquiryProps) {
  const { id, sender, receiver, content, hasBrief, budget, timeline, work, createdAt } = inquiry
  const place = sender.location ?? ''
  return (
    <article className="paper" aria-labelledby={`inquiry-${id}`}>
      <div className="paper-head">
        <h2 id={`inquiry-${id}`} className="display paper-title">
          {texts.inquiry.title}
        </h2>
        <time dateTime={createdAt} title={dateAndTime(createdAt)} className="paper-sent tnum">
          {`${texts.inquiry.sent} ${dayAndTime(createdAt, now)}`}
        </time>
      </div>
      <dl className="paper-terms">
        <Term name={texts.inquiry.budget}>{budget}</Term>
        <Term name={texts.inquiry.timeline}>{timeline}</Term>
        {work ? (
          <Term name={texts.inquiry.about}>
            <Link to="/portfolio/$id" params={{ id: work.id }} className="paper-work">
              <span className="paper-thumb">
                <Picture picture={pictureSources(work.picture)} sizes="40px" fit="cover" alt="" />
              </span>
              <i className="work-title">{work.title}</i>
            </Link>
          </Term>
        ) : null}
      </dl>
      <LinkedText text={content} />
      {hasBrief ? <ThreadBrief messageId={id} viewerId={isOwn ? sender.id : receiver.id} /> : null}
      <ThreadFiles message={inquiry} links={links} />
      <p className="paper-sender">
        <strong>{place === '' ? fullName(sender) : `${fullName(sender)},`}</strong> {place}
      </p>
      <InquiryStatus inquiry={inquiry} quote={quote} isOwn={isOwn} now={now} onAnswer={onAnswer} />
      {isOwn && inquiry.isRead ? (
        <p className="bubble-foot">{texts.inquiry.read(inquiry.receiver.firstName)}</p>
      ) : null}
      {isOwn ? null : (
        <p className="bubble-foot">
          <ReportMessage message={inquiry} />
        </p>
      )}
    </article>
  )
}

const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="tnum">{children}</dd>
  </div>
)

/** How it was answered, and the receiver's actions. */
function InquiryStatus({
  inquiry,
  quote,
  isOwn,
  now,
  onAnswer,
}: Omit<ThreadInquiryProps, 'links'>) {
  const { declinedAt } = inquiry
  const answer = (how: InquiryAnswer['how']) => onAnswer({ how, inquiry })
  const isAnswered = declinedAt !== null || quote !== null
  if (isOwn && !isAnswered) return null
  return (
    <div className="paper-actions">
      {declinedAt === null ? null : (
        <p className="paper-status tnum">
          {inquiry.receiver.handle === null
            ? texts.inquiry.closed(dayOf(declinedAt, now))
            : texts.inquiry.declined(dayOf(declinedAt, now))}
        </p>
      )}
      {declinedAt === null && quote !== null ? (
        <p className="paper-status tnum">{texts.inquiry.quoted(quote.price)}</p>
      ) : null}
      {isOwn ? null : (
        <>
          <button type="button" className="paper-primary" onClick={() => answer('quote')}>
            {isAnswered && quote !== null ? texts.inquiry.another : texts.inquiry.quote}
          </button>
          {isAnswered ? null : (
            <button type="button" className="paper-secondary" onClick={() => answer('decline')}>
              {texts.inquiry.decline}
            </button>
          )}
        </>
      )}
    </div>
  )
}
