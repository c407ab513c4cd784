import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'
import type { Context, Deps } from '../../../deps.ts'
import type { Mail } from '../../../gateways/mail.ts'
import { escapeHtml } from '../../../http/pages.ts'

const JOB = 'notifications.plain-letter'
const RETRIES = 3

export interface PlainLetter {
  subject: string
  paragraphs: string[]
  replyTo?: string
}
/** Its id is made with it: tried again, it is the same letter. */
type Queued = PlainLetter & { id: string; to: string }

/** Letters about what one has to know whether or not one wants letters. */
export function registerPlainLetters({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
  const { jobs, mail } = deps
  jobs.work<Queued>(
    JOB,
    async (letter, { isLastAttempt }) => {
      if (!mail.isOn) return
      try {
        await mail.send(mailOf(letter))
      } catch (error) {
        if (isLastAttempt) app.log.error({ err: error, subject: letter.subject }, 'letter given up')
        throw error
      }
    },
    { retries: RETRIES },
  )
}

/** Sends a letter once the transaction commits; nothing where there is no address or no mail. */
export async function queueLetter(
  trx: Database,
  { jobs, mail }: Pick<Deps, 'jobs' | 'mail'>,
  { to, ...letter }: PlainLetter & { to: string | null },
): Promise<void> {
  if (to === null || !mail.isOn) return
  await jobs.send(trx, JOB, { ...letter, id: newId(), to } satisfies Queued)
}

/** The same paragraphs in both forms. What was typed keeps its lines, and no control character reaches the subject. */
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
