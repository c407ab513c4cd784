import { INVITATION_DAYS } from '@plinth/contract/moderation/invitations.ts'
import type { Mail } from '../../gateways/mail.ts'
import { escapeHtml } from '../../http/pages.ts'

/** The link to whoever it was made for. What the admin noted is for admins and stays out of it. */
export function composeInvitation({ id, to, url }: { id: string; to: string; url: string }): Mail {
  const lead = 'You are invited to help run Plinth as an admin.'
  const terms = `The link works once, for the account with this address, within ${INVITATION_DAYS} days.`
  const unasked = 'Did you not expect this? Then leave the link alone: nothing happens.'
  return {
    to,
    subject: 'An invitation to Plinth’s admins',
    text: `${lead}\n\n${url}\n\n${terms}\n${unasked}\n`,
    html: `<p>${lead}</p><p><a href="${escapeHtml(url)}">Open the invitation</a></p><p>${terms}<br>${unasked}</p>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    id: `invitation-${id}`,
  }
}
