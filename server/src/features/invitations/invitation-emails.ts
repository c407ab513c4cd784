import { randomBytes } from 'node:crypto'
import { roleLabel } from '@plinth/contract/http/rights.ts'
import type { Role } from '@plinth/contract/http/roles.ts'
import { INVITATION_DAYS } from '@plinth/contract/moderation/invitations.ts'
import { composePlainEmail } from '../../core/notifications/emails/plain.ts'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import type { Mail } from '../../gateways/mail.ts'
import { hashToken } from '../../http/viewer.ts'
import { insertLink, lockInvitation, recordMail } from './invitation-queries.ts'

const JOB = 'invitations.email'
/** With the time that a mail server gets to answer, about a minute. */
const RETRIES = 3

export const newInvitationToken = (): string => randomBytes(32).toString('base64url')

export const invitationUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/invitation/${token}`

interface InvitationEmails {
  /** Emails an invitation once the transaction commits. Mark it as `sending` in the same one. */
  queue: (trx: Database, id: string) => Promise<void>
}

/**
 * Emails invitations by a job, so that no admin waits for a mail server. The job knows only which invitation: it makes a
 * link when it sends, and only the hash of that is stored. Nobody can tell whether a failed attempt was delivered after
 * all, so its link goes on working as well.
 */
export function registerInvitationEmails({
  app,
  deps,
}: Pick<Context, 'app' | 'deps'>): InvitationEmails {
  const { db, env, jobs, mail, now } = deps

  /** Adds a link to an open invitation; null when it has ended meanwhile. */
  const addLink = (id: string) =>
    db.transaction().execute(async (trx) => {
      const held = await lockInvitation(trx, { id }, now())
      if (held?.email == null || held.state !== 'open') return null
      const token = newInvitationToken()
      await insertLink(trx, { invitationId: id, tokenHash: hashToken(token) })
      return { to: held.email, role: held.role, url: invitationUrl(env.publicUrl, token) }
    })

  jobs.work<{ id: string }>(
    JOB,
    async ({ id }, { isLastAttempt }) => {
      const link = await addLink(id)
      if (link === null) return
      try {
        await mail.send(composeInvitationEmail({ ...link, publicUrl: env.publicUrl }))
      } catch (error) {
        if (isLastAttempt) {
          app.log.error({ err: error }, 'an invitation could not be emailed')
          await recordMail(db, { id, mail: 'failed', now: now() })
        }
        throw error
      }
      await recordMail(db, { id, mail: 'sent', now: now() })
    },
    { retries: RETRIES },
  )
  return { queue: (trx, id) => jobs.send(trx, JOB, { id }) }
}

/** The email with the link. The admin's note is for admins and not part of it. */
function composeInvitationEmail({
  to,
  role,
  url,
  publicUrl,
}: {
  to: string
  role: Role
  url: string
  publicUrl: string
}): Mail {
  return {
    ...composePlainEmail(
      {
        subject: 'You’re invited to help run Plinth',
        title: 'Help run Plinth',
        paragraphs: [
          `Your role would be ${roleLabel(role)}.`,
          `The link works once, within ${INVITATION_DAYS} days, for the account with this email address.`,
          'Didn’t expect this? You can ignore it. Nothing happens.',
        ],
        button: { label: 'Open the invitation', url },
      },
      publicUrl,
    ),
    to,
    id: `invitation-${newId()}`,
  }
}
