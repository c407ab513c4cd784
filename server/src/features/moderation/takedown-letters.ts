import { COUNTER_NOTICE_DAYS } from '@plinth/contract/moderation/appeals.ts'
import { queueEmail } from '../../core/notifications/emails/plain-email.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Named } from './takedown-queries.ts'

/** What became of a notice. `refused`: it was not followed; `kept`: after a removal it stays down. */
type Became = 'received' | 'removed' | 'refused' | 'kept' | 'restored'

interface ToldNotice {
  number: number
  email: string
  subject: Named
}

const WORDS: Record<Became, (url: string) => string[]> = {
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
const SUBJECTS: Record<Became, string> = {
  received: 'is here',
  removed: 'it is taken down',
  refused: 'it is not taken down',
  kept: 'it stays down',
  restored: 'it is back',
}

/** The address of what a notice names. */
export const addressOf = ({ kind, id }: Named, publicUrl: string): string =>
  `${publicUrl}/${kind}/${id}`

/**
 * Writes to whoever sent a notice. The first letter goes to an address that nobody has proved to be theirs: nothing that
 * was typed stands in it.
 */
export function tellHolder(
  trx: Database,
  { env, ...mailing }: Pick<Deps, 'env' | 'jobs' | 'mail'>,
  { number, email, subject }: ToldNotice,
  { became, note }: { became: Became; note?: string },
): Promise<void> {
  const words = WORDS[became](addressOf(subject, env.publicUrl))
  return queueEmail(trx, mailing, {
    to: email,
    subject: `Copyright notice ${number}: ${SUBJECTS[became]}`,
    paragraphs: [...words, ...(note === undefined ? [] : [`Reason: ${note}`])],
  })
}
