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
    `Plinth has your copyright notice about ${url}. A person reads it next, and you hear what becomes of it.`,
    'Keep its number: we name it in whatever we write to you.',
  ],
  removed: (url) => [
    `${url} is taken down.`,
    `Whoever posted it can answer with a counter-notice. You would get it, and the thing would come back ${COUNTER_NOTICE_DAYS} business days later unless you tell us that you filed an action in court.`,
  ],
  refused: (url) => [`${url} is not taken down.`],
  kept: (url) => [`${url} stays taken down.`],
  restored: (url) => [`${url} is back where it was.`],
}
const SUBJECTS: Record<NoticeOutcome, string> = {
  received: 'is here',
  removed: 'it is taken down',
  refused: 'it is not taken down',
  kept: 'it stays down',
  restored: 'it is back',
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
