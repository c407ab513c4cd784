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
import { ROLE_NAMES, type Role } from '../http/roles.ts'
import { words } from '../http/words.ts'
import { Id, Time, idParams, nullable, entity, exact, Paging } from '../http/scalars.ts'
import { Creator } from '../people/users.ts'

export const INVITATION_DAYS = 7
export const MAX_INVITATION_NOTE = 200

/** Owners are made under User Management, by two people. */
const INVITED_ROLES = ROLE_NAMES.filter((role): role is InvitedRole => role !== 'owner')
export type InvitedRole = Exclude<Role, 'owner'>
const InvitedRole = Enum(INVITED_ROLES)

/** `revoked`: by an owner, or because its author may no longer invite. */
const INVITATION_STATES = ['open', 'used', 'revoked', 'expired'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]
const State = Enum([...INVITATION_STATES])

const MAIL_STATES = ['sending', 'sent', 'failed'] as const
export type InvitationMail = (typeof MAIL_STATES)[number]

const fields = {
  id: Id,
  state: State,
  /** If set, only the account with this verified address can accept. */
  email: nullable(Text()),
  note: Text(),
  role: InvitedRole,
  /** Null when the account was deleted. */
  madeBy: nullable(Creator),
  createdAt: Time,
  expiresAt: Time,
  usedBy: nullable(Creator),
  usedAt: nullable(Time),
  /** How the email with a link is doing. Null when there is none. */
  mail: nullable(Enum([...MAIL_STATES])),
}
export const Invitation = entity('Invitation', fields)
export type Invitation = Static<typeof Invitation>

export const NewInvitation = entity('NewInvitation', {
  ...fields,
  url: Text(),
})
export type NewInvitation = Static<typeof NewInvitation>

export const createInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/admin/invitations',
  access: 'admin',
  right: 'invitations.make',
  fresh: true,
  summary:
    'A link that gives one person a role, once, within 7 days. It is shown in this answer and never again. With an address, another link is emailed soon.',
  body: exact({
    email: Optional(Email),
    note: Optional(Text({ maxLength: MAX_INVITATION_NOTE })),
    /** A moderator without it. */
    role: Optional(InvitedRole),
  }),
  status: 201,
  response: NewInvitation,
})

export const listInvitations = defineEndpoint({
  method: 'GET',
  path: '/api/admin/invitations',
  access: 'admin',
  right: 'invitations.make',
  summary: 'Invitations, newest first.',
  query: Paging,
  response: ListOf(Invitation),
})

export const emailInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/admin/invitations/:id/email',
  access: 'admin',
  right: 'invitations.make',
  summary: 'Email an open invitation again, with a new link. Earlier ones go on working.',
  params: ObjectOf(idParams),
  response: Invitation,
  errors: ['not_found', 'conflict'],
})

export const revokeInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/invitations/:id',
  access: 'admin',
  right: 'invitations.make',
  summary: 'Revoke an invitation that nobody has accepted.',
  params: ObjectOf(idParams),
  errors: ['not_found', 'conflict'],
})

const INCOMPLETE_LINK = 'This invitation link is incomplete. Open the one in your email again.'
/** The secret in the link. It is sent in request bodies to keep it out of logs. */
const Token = exact({
  token: Text({
    maxLength: 43,
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
    role: InvitedRole,
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
  fresh: true,
  summary: 'Get the role of an invitation: from the next request on.',
  body: Token,
  errors: ['not_found', 'auth.forbidden', 'conflict'],
})
