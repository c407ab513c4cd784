import type { Message } from '@plinth/contract/messages/messages.ts'
import { dateAndTime, fullName } from '../../../lib/format/format.ts'
import { openReport } from '../../../lib/format/report-state.ts'
import { timeOf } from '../message-view.ts'
import { texts } from '../messages-texts.ts'
import { LinkedText } from './linked-text.tsx'
import { ThreadFiles } from './thread-files.tsx'
import type { FileLinks } from './use-file-links.ts'

/** One plain message: the viewer's own on the accent's wash, at the right. */
export function ThreadMessage({
  message,
  isOwn,
  fresh,
}: {
  message: Message
  isOwn: boolean
  fresh: FileLinks
}) {
  const { content, sender } = message
  return (
    <div className="bubble" data-own={isOwn ? '' : undefined}>
      <span className="sr-only">{`${isOwn ? texts.thread.you : fullName(sender)}: `}</span>
      {content.trim() === '' ? null : <LinkedText text={content} />}
      <ThreadFiles message={message} fresh={fresh} />
      <MessageFoot message={message} isOwn={isOwn} />
    </div>
  )
}

/** `11:02, read`: whether it was read is said of one's own. */
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

/** The way to report one message. Where a pointer can rest on it, it shows when one does. */
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
