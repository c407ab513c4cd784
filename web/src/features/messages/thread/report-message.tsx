import type { Message } from '@plinth/contract/messages/messages.ts'
import { openReport } from '../../../lib/format/report-wish.ts'
import { texts } from '../messages-texts.ts'
import { timeOf } from './thread-days.ts'

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
