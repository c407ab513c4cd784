import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'
import type { Context, Deps } from '../../../deps.ts'
import type { Mail } from '../../../gateways/mail.ts'
import { unsubscribeHeaders } from './unsubscribe.ts'
import { composeEmail, SENT_BY_MACHINE } from './template/compose.ts'
import type { EmailLink } from './template/email.ts'

/** Running servers know the job by this name. */
const JOB = 'notifications.plain-letter'
const RETRIES = 3

export interface PlainEmail {
  subject: string
  /** Line breaks stay, and addresses become links. */
  paragraphs: string[]
  /** Above the paragraphs; without it they begin at once. */
  title?: string
  button?: EmailLink
  replyTo?: string
  /** Stops these emails without signing in. Mail programs find it, too (RFC 8058). */
  unsubscribeUrl?: string
}
/** The id is made when it is queued, so that a repeated send is the same email. */
type Queued = PlainEmail & { id: string; to: string }

/** Sends emails that people get whatever they chose in their settings. */
export function registerPlainEmails({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
  const { jobs, mail, env } = deps
  jobs.work<Queued>(
    JOB,
    async ({ id, to, ...email }, { isLastAttempt }) => {
      if (!mail.isOn) return
      try {
        await mail.send({ ...composePlainEmail(email, env.publicUrl), id, to })
      } catch (error) {
        if (isLastAttempt) app.log.error({ err: error, subject: email.subject }, 'email given up')
        throw error
      }
    },
    { retries: RETRIES },
  )
}

/** Sends an email once the transaction commits. Does nothing without an address, or when no mail server is set up. */
export async function queueEmail(
  trx: Database,
  { jobs, mail }: Pick<Deps, 'jobs' | 'mail'>,
  { to, ...email }: PlainEmail & { to: string | null },
): Promise<void> {
  if (to === null || !mail.isOn) return
  await jobs.send(trx, JOB, { ...email, id: newId(), to } satisfies Queued)
}

/** The same paragraphs as text and HTML, in the frame that all emails share. */
export function composePlainEmail(
  { subject, paragraphs, title, button, replyTo, unsubscribeUrl }: PlainEmail,
  publicUrl: string,
): Omit<Mail, 'to' | 'id'> {
  return {
    ...composeEmail(
      {
        subject,
        ...(title === undefined ? {} : { title }),
        blocks: paragraphs.map((words) => ({ kind: 'text', words })),
        ...(button === undefined ? {} : { button }),
        footer: [
          { label: 'Plinth', url: publicUrl },
          ...(unsubscribeUrl === undefined ? [] : [{ label: 'Unsubscribe', url: unsubscribeUrl }]),
        ],
      },
      publicUrl,
    ),
    headers: {
      ...SENT_BY_MACHINE,
      ...(replyTo === undefined ? {} : { 'Reply-To': replyTo }),
      ...(unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)),
    },
  }
}
