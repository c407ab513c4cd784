import { COUNTER_NOTICE_DAYS } from '@plinth/contract/moderation/appeals.ts'
import { queueEmail } from '../../core/notifications/emails/plain.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Subject } from './copyright-queries.ts'

/** What happened to a notice. `refused`: nothing was taken down; `kept`: it was taken down and stays down. */
type NoticeOutcome = 'received' | 'removed' | 'refused' | 'kept' | 'restored'

interface NoticeSender {
  number: number
  email: string
  subject: Subject
}

const PARAGRAPHS: Record<NoticeOutcome, (url: string) => string[]> = {
  received: (url) => [
    `We received your copyright notice about ${url}. A person reviews it next, and we email you the decision.`,
    'Keep its number. Every email about this notice names it.',
  ],
  removed: (url) => [
    `We took down ${url}.`,
    `Its author can send a counter-notice. We would forward it to you and restore the work ${COUNTER_NOTICE_DAYS} business days later, unless you tell us that you filed a court action.`,
  ],
  refused: (url) => [`We did not take down ${url}.`],
  kept: (url) => [`${url} stays taken down.`],
  restored: (url) => [`${url} is online again.`],
}
const SUBJECTS: Record<NoticeOutcome, string> = {
  received: 'we received it',
  removed: 'we took the work down',
  refused: 'we did not take the work down',
  kept: 'the work stays down',
  restored: 'the work is online again',
}

/** URL of the post or work that a notice is about. */
export const addressOf = ({ kind, id }: Subject, publicUrl: string): string =>
  `${publicUrl}/${kind}/${id}`

/**
 * Emails whoever sent a notice. Nobody has verified that the address is theirs, so the first email contains nothing that
 * they typed.
 */
export function notifyHolder(
  trx: Database,
  { env, ...mailing }: Pick<Deps, 'env' | 'jobs' | 'mail'>,
  { number, email, subject }: NoticeSender,
  { became, note }: { became: NoticeOutcome; note?: string },
): Promise<void> {
  const paragraphs = PARAGRAPHS[became](addressOf(subject, env.publicUrl))
  return queueEmail(trx, mailing, {
    to: email,
    subject: `Copyright notice ${number}: ${SUBJECTS[became]}`,
    paragraphs: [...paragraphs, ...(note === undefined ? [] : [`Reason: ${note}`])],
  })
}
