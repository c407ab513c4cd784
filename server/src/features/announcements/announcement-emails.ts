import { fillAnswer } from '@plinth/contract/moderation/answers.ts'
import { composeEmail, SENT_BY_MACHINE } from '../../core/notifications/emails/template/compose.ts'
import { unsubscribeBy } from '../../core/notifications/emails/unsubscribe.ts'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import type { Context, Deps } from '../../deps.ts'
import type { Mail } from '../../gateways/mail.ts'
import {
  findLetter,
  findSelf,
  takeReaders,
  type Reader,
  type Written,
} from './announcement-queries.ts'

const PART_JOB = 'announcements.part'
const EMAIL_JOB = 'announcements.email'
const TRIAL_JOB = 'announcements.trial'
const RETRIES = 3
/** So many emails in so many seconds: receipts and deadlines still get through beside them. */
const PART = { emails: 200, seconds: 5 }

type Queued = { id: string; userId: string; messageId: string }
type Trial = Written & { userId: string; messageId: string }

export interface AnnouncementEmails {
  /** Begins once the transaction commits. */
  begin: (trx: Database, id: string) => Promise<void>
  trial: (trx: Database, userId: string, written: Written) => Promise<void>
}

/** Emails announcements part by part. A part takes its readers and queues their emails in one transaction. */
export function createAnnouncementEmails({
  app,
  deps,
}: Pick<Context, 'app' | 'deps'>): AnnouncementEmails {
  const { db, jobs, mail, env } = deps
  const begin = (trx: Database, id: string, afterSeconds = 0) =>
    jobs.send(trx, PART_JOB, { id }, { afterSeconds })

  jobs.work<{ id: string }>(
    PART_JOB,
    ({ id }) => db.transaction().execute((trx) => queuePart({ trx, jobs, id, next: begin })),
    { retries: RETRIES },
  )

  const send = async (letter: Reader & Written, messageId: string, isLast: boolean) => {
    if (!mail.isOn) return
    try {
      await mail.send({ ...composeAnnouncement(letter, env.publicUrl), id: messageId })
    } catch (error) {
      if (isLast) app.log.error({ err: error, userId: letter.userId }, 'email given up')
      throw error
    }
  }
  jobs.work<Queued>(
    EMAIL_JOB,
    async ({ messageId, ...whose }, { isLastAttempt }) => {
      const letter = await findLetter(db, whose)
      if (letter !== null) await send(letter, messageId, isLastAttempt)
    },
    { retries: RETRIES, concurrency: 2 },
  )
  jobs.work<Trial>(
    TRIAL_JOB,
    async ({ userId, messageId, ...written }, { isLastAttempt }) => {
      const self = await findSelf(db, userId)
      if (self !== null) await send({ ...self, ...written }, messageId, isLastAttempt)
    },
    { retries: RETRIES },
  )

  return {
    begin,
    trial: (trx, userId, written) =>
      jobs.send(trx, TRIAL_JOB, { ...written, userId, messageId: newId() } satisfies Trial),
  }
}

async function queuePart({
  trx,
  jobs,
  id,
  next,
}: {
  trx: Database
  jobs: Deps['jobs']
  id: string
  next: (trx: Database, id: string, afterSeconds: number) => Promise<void>
}): Promise<void> {
  const readers = await takeReaders(trx, { id, most: PART.emails })
  if (readers === null) return
  for (const userId of readers)
    await jobs.send(trx, EMAIL_JOB, { id, userId, messageId: newId() } satisfies Queued)
  if (readers.length === PART.emails) await next(trx, id, PART.seconds)
}

/** The email to one reader, in the frame that all emails share, with a link that turns news off. */
export function composeAnnouncement(
  { subject, text, userId, email, firstName, mailKey }: Reader & Written,
  publicUrl: string,
): Omit<Mail, 'id'> {
  const fill = (words: string) => fillAnswer(words, { name: firstName })
  const unsubscribe = unsubscribeBy({ publicUrl, userId, mailKey, only: 'news' })
  return {
    to: email,
    ...composeEmail(
      {
        subject: fill(subject),
        title: fill(subject),
        blocks: fill(text)
          .split(/\n{2,}/)
          .map((words) => ({ kind: 'text' as const, words: words.trim() })),
        footer: [
          'You get this because you have an account on Plinth and haven’t turned news off.',
          { label: 'Choose what we email you', url: `${publicUrl}/?dialog=notification-settings` },
          { label: 'Unsubscribe', url: unsubscribe.url },
        ],
      },
      publicUrl,
    ),
    headers: { ...unsubscribe.headers, ...SENT_BY_MACHINE },
  }
}
