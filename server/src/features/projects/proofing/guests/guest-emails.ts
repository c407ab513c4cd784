import type { PlainEmail } from '../../../../core/notifications/emails/plain.ts'
import type { GuestMail } from './guest-mail-queries.ts'

/** Where the links in emails to guests lead. */
export const GUEST_UNSUBSCRIBE_PATH = '/api/proof-guests/unsubscribe'

const andList = new Intl.ListFormat('en', { type: 'conjunction' })
const MAX_NAMES = 3

/**
 * What was answered stays out of it: nobody has checked that the address is the guest's. Its button opens the room in the
 * browser where they are a guest.
 */
export function guestMail(
  { names, answers, title, mailKey, linkId }: GuestMail,
  { guestId, publicUrl }: { guestId: string; publicUrl: string },
): PlainEmail {
  const others = names.length - MAX_NAMES
  const who = andList.format(others > 0 ? [...names.slice(0, MAX_NAMES), `${others} more`] : names)
  return {
    subject: `${who} answered you about “${title}”`,
    title: answers === 1 ? 'You have an answer' : `You have ${answers} answers`,
    paragraphs: [
      `${who} answered what you said about “${title}”.`,
      'Open it in the browser where you wrote your comment, or use the link that was sent to you.',
    ],
    button: { label: 'See the answers', url: `${publicUrl}/proof/${linkId}` },
    unsubscribeUrl: `${publicUrl}${GUEST_UNSUBSCRIBE_PATH}?guest=${guestId}&key=${mailKey}`,
  }
}
