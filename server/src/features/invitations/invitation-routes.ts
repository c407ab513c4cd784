import { randomBytes } from 'node:crypto'
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  readInvitation,
  revokeInvitation,
  type InvitationState,
  INVITATION_DAYS,
} from '@plinth/contract/moderation/invitations.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { insertAudit } from '../../core/audit/audit-queries.ts'
import type { Context, Deps } from '../../deps.ts'
import { AppError, notFound, orNotFound } from '../../http/errors.ts'
import { requireRecentSignIn } from '../../http/guards.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { hashToken } from '../../http/viewer.ts'
import {
  INVITATION_LIST,
  findInvitation,
  lockGuest,
  lockInvitation,
  insertInvitation,
  listOfInvitations,
  recordAccepted,
  recordRevoked,
  type Guest,
  type HeldInvitation,
} from './invitation-queries.ts'
import type { Mail } from '../../gateways/mail.ts'
import { composePlainEmail } from '../../core/notifications/emails/plain.ts'

/** Admins invite others by a link that works once. */
export function registerInvitations({ app, mount, deps }: Context): void {
  const { db, env, now } = deps

  mount(createInvitation, async ({ body, viewer, request }) => {
    requireRecentSignIn(viewer, now())
    const token = randomBytes(32).toString('base64url')
    const { email = null, note = '' } = body
    const invitation = await db.transaction().execute(async (trx) => {
      const created = await insertInvitation(trx, {
        tokenHash: hashToken(token),
        email,
        note: note.trim(),
        adminId: viewer.id,
        now: now(),
      })
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'invitation.create',
        subjectKind: 'invitation',
        subjectId: created.id,
        after: { email, expiresAt: created.expiresAt },
      })
      return created
    })
    const url = `${env.publicUrl}/invitation/${token}`
    const isMailed = await sendEmail(deps, invitation, url).catch((error: unknown) => {
      app.log.error({ err: error }, 'an invitation could not be emailed')
      return false
    })
    return { ...invitation, url, isMailed }
  })

  mount(listInvitations, ({ viewer, query: { cursor, limit = PAGE_SIZE } }) =>
    listOfInvitations(db, {
      adminId: viewer.id,
      now: now(),
      limit,
      after: decodeTimeCursor(cursor, INVITATION_LIST),
    }),
  )

  mount(revokeInvitation, async ({ params: { id }, viewer, request }) => {
    await db.transaction().execute(async (trx) => {
      const held = await lockInvitation(trx, { id }, now())
      refuseUnless(['open', 'expired'], held)
      await recordRevoked(trx, id, now())
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'invitation.revoke',
        subjectKind: 'invitation',
        subjectId: id,
        before: { state: held.state },
        after: { state: 'revoked' },
      })
    })
    return null
  })

  mount(readInvitation, async ({ body: { token }, viewer }) => {
    const found = orNotFound(await findInvitation(db, hashToken(token), now()))
    return {
      state: found.state,
      expiresAt: found.expiresAt.toISOString(),
      isMine: viewer !== null && found.usedBy === viewer.id,
    }
  })

  mount(acceptInvitation, async ({ body: { token }, viewer, request }) => {
    await db.transaction().execute(async (trx) => {
      const invitation = await lockInvitation(trx, { tokenHash: hashToken(token) }, now())
      const guest = await lockGuest(trx, viewer.id)
      if (invitation !== undefined && guest.isAdmin) throw isAdminAlready(invitation, viewer.id)
      refuseUnless(['open'], invitation)
      refuseAnother(invitation, guest)
      await recordAccepted(trx, { id: invitation.id, userId: viewer.id, now: now() })
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'invitation.accept',
        subjectKind: 'user',
        subjectId: viewer.id,
        before: { isAdmin: false },
        after: { isAdmin: true, invitation: invitation.id },
      })
    })
    return null
  })
}

/** Sent at once, because the job queue would store the token. */
async function sendEmail(
  { mail, env }: Pick<Deps, 'mail' | 'env'>,
  { id, email }: { id: string; email: string | null },
  url: string,
): Promise<boolean> {
  if (email === null || !mail.isOn) return false
  await mail.send(composeInvitationEmail({ id, to: email, url, publicUrl: env.publicUrl }))
  return true
}

const STATE_SENTENCES: Record<InvitationState, string> = {
  open: 'This invitation is open.',
  used: 'This invitation has been used. Each works once.',
  revoked: 'This invitation was revoked.',
  expired: 'This invitation has expired. Ask for a new one.',
}

const isAdminAlready = ({ usedBy }: HeldInvitation, guestId: string): AppError =>
  new AppError(
    'conflict',
    usedBy === guestId
      ? 'You’ve already accepted this invitation.'
      : 'You’re already an admin. Nothing has changed.',
  )

function refuseUnless(
  states: readonly InvitationState[],
  invitation: HeldInvitation | undefined,
): asserts invitation is HeldInvitation {
  if (invitation === undefined) throw notFound()
  if (!states.includes(invitation.state))
    throw new AppError('conflict', STATE_SENTENCES[invitation.state])
}

/** An invitation with an email address can only be accepted by the account with that address. */
function refuseAnother({ email }: HeldInvitation, guest: Guest): void {
  if (email === null || email.toLowerCase() === guest.email?.toLowerCase()) return
  throw new AppError(
    'auth.forbidden',
    'This invitation is for another address. Log in with the account it was sent to.',
  )
}

/** The email with the link. The admin's note is for admins and not part of it. */
function composeInvitationEmail({
  id,
  to,
  url,
  publicUrl,
}: {
  id: string
  to: string
  url: string
  publicUrl: string
}): Mail {
  return {
    ...composePlainEmail(
      {
        subject: 'You’re invited to help run Plinth',
        title: 'Help run Plinth as an admin',
        paragraphs: [
          `The link works once, within ${INVITATION_DAYS} days, for the account with this email address.`,
          'Didn’t expect this? You can ignore it. Nothing happens.',
        ],
        button: { label: 'Open the invitation', url },
      },
      publicUrl,
    ),
    to,
    id: `invitation-${id}`,
  }
}
