import type { Message } from '@plinth/contract/messages/messages.ts'
import { dateAndTime, fullName } from '../../../lib/format/format.ts'
import { openReport } from '../../../lib/format/report-state.ts'
import { timeOf } from '../message-view.ts'
import { texts } from '../messages-texts.ts'
import { LinkedText } from './linked-text.tsx'
import { ThreadFiles } from './thread-files.tsx'
import type { FileLinks } from './use-file-links.ts'

/** A plain message; the viewer's own are at the right on a tinted background. */
export function ThreadMessage({
  message,
  isOwn,
  links,
}: {
  message: Message
  isOwn: boolean
  links: FileLinks
}) {
  const { content, sender } = message
  return (
    <div className="bubble" data-own={isOwn ? '' : undefined}>
      <span className="sr-only">{`${isOwn ? texts.thread.you : fullName(sender)}: `}</span>
      {content.trim() === '' ? null : <LinkedText text={content} />}
      <ThreadFiles message={message} links={links} />
      <MessageFoot message={message} isOwn={isOwn} />
    </div>
  )
}

/** `11:02, read`: the time, and for own messages whether they were read. */
export function MessageFoot({ message, isOwn }: { message: Message; isOwn: boolean }) {
  const { createdAt, isRead } = message
  return (
    <p className="bubble-foot tnum">
      <time dateTime={createdAt} title={dateAndTime(createdAt)}>
        {timeOf(createdAt)}
      </time>
      {isOwn && isRead ? `, ${texts.thread.read}` : null}
      {isOwn ? null : <ReportMessage message={message} />}
    </p>
  )
}

/** A button to report a message. With a mouse it shows on hover only, except on paper. */
export const ReportMessage = ({ message: { id, sender, createdAt } }: { message: Message }) => (
  <button
    type="button"
    className="report-message hit"
    onClick={() => openReport({ kind: 'message', id, name: sender.firstName })}
  >
    {texts.thread.report}
    <span className="sr-only">{` ${texts.thread.reportOf(sender.firstName, timeOf(createdAt))}`}</span>
  </button>
)
