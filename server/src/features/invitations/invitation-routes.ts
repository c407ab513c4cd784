import {
  acceptInvitation,
  createInvitation,
  emailInvitation,
  listInvitations,
  readInvitation,
  revokeInvitation,
  type InvitationState,
} from '@plinth/contract/moderation/invitations.ts'
import { USUAL_ROLE } from '@plinth/contract/http/roles.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { insertAudit } from '../../core/audit/audit-queries.ts'
import type { Context } from '../../deps.ts'
import { AppError, notFound, orNotFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { hashToken } from '../../http/viewer.ts'
import {
  INVITATION_LIST,
  findInvitation,
  lockGuest,
  lockInvitation,
  readInvitation as readShown,
  recordMail,
  insertInvitation,
  listOfInvitations,
  recordAccepted,
  recordRevoked,
  type Guest,
  type HeldInvitation,
} from './invitation-queries.ts'
import { invitationUrl, newInvitationToken, registerInvitationEmails } from './invitation-emails.ts'

/** Admins invite others by a link that works once. */
export function registerInvitations({ app, mount, deps }: Context): void {
  const { db, env, mail, now } = deps
  const emails = registerInvitationEmails({ app, deps })

  mount(createInvitation, async ({ body, viewer, request }) => {
    const token = newInvitationToken()
    const { email = null, note = '', role = USUAL_ROLE } = body
    const invitation = await db.transaction().execute(async (trx) => {
      const created = await insertInvitation(trx, {
        tokenHash: hashToken(token),
        email,
        note: note.trim(),
        role,
        adminId: viewer.id,
        isMailed: email !== null && mail.isOn,
        now: now(),
      })
      if (created.mail !== null) await emails.queue(trx, created.id)
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'invitation.create',
        subjectKind: 'invitation',
        subjectId: created.id,
        after: { email, role, expiresAt: created.expiresAt },
      })
      return created
    })
    return { ...invitation, url: invitationUrl(env.publicUrl, token) }
  })

  mount(listInvitations, ({ viewer, query: { cursor, limit = PAGE_SIZE } }) =>
    listOfInvitations(db, {
      adminId: viewer.id,
      now: now(),
      limit,
      after: decodeTimeCursor(cursor, INVITATION_LIST),
    }),
  )

  mount(emailInvitation, async ({ params: { id }, viewer, request }) =>
    db.transaction().execute(async (trx) => {
      const held = await lockInvitation(trx, { id }, now())
      refuseUnless(['open'], held)
      if (held.email === null || !mail.isOn) throw new AppError('conflict', NO_EMAIL)
      if (held.mail === 'sending') throw new AppError('conflict', 'We’re already sending it.')
      await recordMail(trx, { id, mail: 'sending', now: now() })
      await emails.queue(trx, id)
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'invitation.email',
        subjectKind: 'invitation',
        subjectId: id,
        after: { email: held.email },
      })
      return readShown(trx, id, now())
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
      role: found.role,
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
      await recordAccepted(trx, {
        id: invitation.id,
        userId: viewer.id,
        role: invitation.role,
        now: now(),
      })
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'invitation.accept',
        subjectKind: 'user',
        subjectId: viewer.id,
        before: { role: null },
        after: { role: invitation.role, invitation: invitation.id },
      })
    })
    return null
  })
}

const NO_EMAIL = 'We can’t email this invitation. Make a new one and send its link yourself.'

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
      : 'You already have a role. An owner can change it.',
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
