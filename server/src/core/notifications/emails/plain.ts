import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'
import type { Context, Deps } from '../../../deps.ts'
import type { Mail } from '../../../gateways/mail.ts'
import { escapeHtml } from '../../../http/pages.ts'

const JOB = 'notifications.plain-letter'
const RETRIES = 3

export interface PlainEmail {
  subject: string
  paragraphs: string[]
  replyTo?: string
}
/** The id is made when it is queued, so that a repeated send is the same email. */
type Queued = PlainEmail & { id: string; to: string }

/** Sends emails that people get whatever they chose in their settings. */
export function registerPlainEmails({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
  const { jobs, mail } = deps
  jobs.work<Queued>(
    JOB,
    async (email, { isLastAttempt }) => {
      if (!mail.isOn) return
      try {
        await mail.send(mailOf(email))
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

/** The same paragraphs as text and HTML. Line breaks stay, and control characters are kept out of the subject. */
function mailOf({ id, to, subject, paragraphs, replyTo }: Queued): Mail {
  const html = paragraphs
    .map((text) => `<p style="white-space:pre-line">${escapeHtml(text)}</p>`)
    .join('\n')
  return {
    id,
    to,
    subject: subject.replaceAll(/\p{Cc}+/gu, ' '),
    text: paragraphs.join('\n\n'),
    html: `<!doctype html>\n<html lang="en">\n<body style="max-width:520px;margin:32px auto;font:16px/1.5 sans-serif">\n${html}\n</body>\n</html>\n`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(replyTo === undefined ? {} : { 'Reply-To': replyTo }),
    },
  }
}
