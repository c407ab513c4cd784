import type { Mail } from '../../../../gateways/mail.ts'
import type { EmailContent } from './email.ts'
import { emailHtml } from './page.ts'
import { emailText } from './text.ts'

/** Writes the HTML, its twin in plain text, and a subject without control characters. */
export function composeEmail(
  content: EmailContent,
  publicUrl: string,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const subject = content.subject.replaceAll(/\p{Cc}+/gu, ' ')
  return {
    subject,
    text: emailText(content),
    html: emailHtml({ ...content, subject }, publicUrl),
  }
}

/** What every email of ours carries, so that no machine answers it. */
export const SENT_BY_MACHINE = { 'Auto-Submitted': 'auto-generated' } as const
