import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { Email } from '../http/email.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { words } from '../http/words.ts'
import { Id, Time, idParams, nullable, entity, exact, Paging } from '../http/scalars.ts'
import { Creator } from '../people/users.ts'

export const INVITATION_DAYS = 7
export const MAX_INVITATION_NOTE = 200

/** `revoked`: by an admin, or because its author is no longer an admin. */
const INVITATION_STATES = ['open', 'used', 'revoked', 'expired'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]
const State = Enum([...INVITATION_STATES])

const fields = {
  id: Id,
  state: State,
  /** If set, only the account with this verified address can accept. */
  email: nullable(Text()),
  note: Text(),
  /** Null when the account was deleted. */
  madeBy: nullable(Creator),
  createdAt: Time,
  expiresAt: Time,
  usedBy: nullable(Creator),
  usedAt: nullable(Time),
}
export const Invitation = entity('Invitation', fields)
export type Invitation = Static<typeof Invitation>

export const NewInvitation = entity('NewInvitation', {
  ...fields,
  url: Text(),
  /** Whether an email with the link was sent. */
  isMailed: Flag(),
})
export type NewInvitation = Static<typeof NewInvitation>

export const createInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/admin/invitations',
  access: 'admin',
  summary:
    'A link that makes one person an admin, once, within 7 days. It is shown in this answer and never again. Asks for a fresh sign-in.',
  body: exact({
    email: Optional(Email),
    note: Optional(Text({ maxLength: MAX_INVITATION_NOTE })),
  }),
  status: 201,
  response: NewInvitation,
  errors: ['auth.stale'],
})

export const listInvitations = defineEndpoint({
  method: 'GET',
  path: '/api/admin/invitations',
  access: 'admin',
  summary: 'Invitations, newest first.',
  query: Paging,
  response: ListOf(Invitation),
})

export const revokeInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/invitations/:id',
  access: 'admin',
  summary: 'Revoke an invitation that nobody has accepted.',
  params: ObjectOf(idParams),
  errors: ['not_found', 'conflict'],
})

const INCOMPLETE_LINK = 'This invitation link is incomplete. Open the one in your email again.'
/** The secret in the link. It is sent in request bodies to keep it out of logs. */
const Token = exact({
  token: Text({
    pattern: '^[\\w-]{43}$',
    ...words('invitation link', { missing: INCOMPLETE_LINK, wrong: INCOMPLETE_LINK }),
  }),
})

export const readInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/invitations/read',
  access: 'public',
  summary: 'The state of an invitation, for anybody with its link.',
  body: Token,
  response: exact({
    state: State,
    expiresAt: Time,
    /** Whether the caller is the one who accepted it. */
    isMine: Flag(),
  }),
  errors: ['not_found'],
})

export const acceptInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/invitations/accept',
  access: 'member',
  summary: 'Become an admin by an invitation: from the next request on.',
  body: Token,
  errors: ['not_found', 'auth.forbidden', 'conflict'],
})
