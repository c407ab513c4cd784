import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { Email } from '../http/email.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { words } from '../http/words.ts'
import { Count, Id, Time, entity, exact, filledText, idParams, nullable } from '../http/scalars.ts'
import {
  CODE_DIGITS,
  MAX_GUEST_NAME,
  MAX_LINK_NAME,
  MAX_LINK_PASSWORD,
  MIN_LINK_PASSWORD,
} from '../limits.ts'
import { Creator } from '../people/users.ts'

/**
 * What guests may do in a room, each with what comes before it: look at everything, comment, pick files, decide on files.
 * None of them approves a delivery or pays.
 */
export const LINK_RIGHTS = ['look', 'comment', 'pick', 'decide'] as const
export type LinkRight = (typeof LINK_RIGHTS)[number]

/** For how many days a link works. Without a number it works until the project ends. */
export const LINK_DAYS = [7, 14, 30] as const

/** A guest proves who they are by this header: the guest's id, a dot and the pass that only their browser knows. */
export const PASS_HEADER = 'x-proof-pass'

const Secret = Text({ minLength: 43, maxLength: 43, pattern: String.raw`^[\w-]+$` })
const Password = Text(
  words('password', { minLength: MIN_LINK_PASSWORD, maxLength: MAX_LINK_PASSWORD }),
)
const GuestName = filledText(MAX_GUEST_NAME, words('name', {}))

/** The one person whom a link that decides is for. */
const NamedGuest = exact({ name: GuestName, email: Email })

/** A link that opens a proof room to people without an account. */
export const ProofLink = entity('ProofLink', {
  id: Id,
  /** Who it is for. */
  name: Text(),
  right: Enum([...LINK_RIGHTS]),
  madeBy: Creator,
  isViewers: Flag(),
  hasPassword: Flag(),
  allowsDownloads: Flag(),
  /** Null unless it decides. */
  person: nullable(exact({ name: Text(), email: Text() })),
  /** `ended`: its time is over. `off`: somebody turned it off. */
  state: Enum(['open', 'ended', 'off']),
  /** Null if it works until the project ends. */
  expiresAt: nullable(Time),
  endedAt: nullable(Time),
  guests: Count,
  /** Who of them was in the room last, and when. */
  lastGuest: nullable(Text()),
  seenAt: nullable(Time),
  createdAt: Time,
})
export type ProofLink = Static<typeof ProofLink>

export const NewProofLink = exact({
  name: filledText(MAX_LINK_NAME),
  right: Enum([...LINK_RIGHTS]),
  days: nullable(Integer({ enum: [...LINK_DAYS] })),
  password: Optional(Password),
  /** Takes effect once everything is paid, so it needs a link that works for days. */
  allowsDownloads: Optional(Flag()),
  /** Who decides; required for that right and refused for the others. */
  person: Optional(NamedGuest),
})
export type NewProofLink = Static<typeof NewProofLink>

export const MadeProofLink = entity('MadeProofLink', {
  ...ProofLink.properties,
  /** Opens the room. Only its hash is kept, so no other answer has it. */
  url: Text(),
})
export type MadeProofLink = Static<typeof MadeProofLink>

const ofRoom = ObjectOf(idParams)

export const listProofLinks = defineEndpoint({
  method: 'GET',
  path: '/api/proof-rooms/:id/links',
  access: 'member',
  summary:
    'The links that open a proof room to guests, the newest first. For the two of its project, or whoever opened it.',
  params: ofRoom,
  response: ListOf(ProofLink),
  errors: ['not_found'],
})

export const makeProofLink = defineEndpoint({
  method: 'POST',
  path: '/api/proof-rooms/:id/links',
  access: 'member',
  summary:
    'Make a link that opens a proof room to guests. Only the client of a project can let them pick or decide.',
  params: ofRoom,
  body: NewProofLink,
  status: 201,
  response: MadeProofLink,
  errors: ['not_found', 'auth.forbidden', 'conflict'],
})

export const endProofLink = defineEndpoint({
  method: 'DELETE',
  path: '/api/proof-rooms/:id/links/:linkId',
  access: 'member',
  summary: 'Turn off a link. It stops at once, also for guests who are in the room.',
  params: ObjectOf({ ...idParams, linkId: Id }),
  response: ProofLink,
  errors: ['not_found'],
})

/** What a guest sees before they say who they are. */
export const ProofInvite = entity('ProofInvite', {
  id: Id,
  roomId: Id,
  title: Text(),
  /** Null in a room that a creator has opened for themselves. */
  client: nullable(Creator),
  creator: Creator,
  madeBy: Creator,
  right: Enum([...LINK_RIGHTS]),
  hasEnded: Flag(),
  hasPassword: Flag(),
  allowsDownloads: Flag(),
  /** The viewer is one of the two, and has the room itself. */
  isOwn: Flag(),
  /** Whom it is for, if it is for one person. They get a code by email, at an address of which only the ends are shown. */
  person: nullable(exact({ name: Text(), email: Text() })),
  /** The newest file, with a watermark; null behind a password or a code. */
  preview: nullable(exact({ url: Text(), width: Count, height: Count, alt: Text() })),
  versions: Count,
  files: Count,
})
export type ProofInvite = Static<typeof ProofInvite>

/** What a guest's browser keeps. */
export const GuestPass = entity('GuestPass', {
  roomId: Id,
  guestId: Id,
  name: Text(),
  right: Enum([...LINK_RIGHTS]),
  /** The value of the header. */
  pass: Text(),
})
export type GuestPass = Static<typeof GuestPass>

const base = '/api/proof-links/:id'

export const openProofLink = defineEndpoint({
  method: 'POST',
  path: base,
  access: 'public',
  summary:
    'What a link leads to. Without its secret it answers as if there were no such link, also for one that has ended.',
  params: ofRoom,
  body: exact({ secret: Secret }),
  response: ProofInvite,
  errors: ['not_found'],
})

export const sendProofCode = defineEndpoint({
  method: 'POST',
  path: `${base}/code`,
  access: 'public',
  summary: 'Email a code to the one person whom a link is for.',
  params: ofRoom,
  body: exact({ secret: Secret, password: Optional(Text({ maxLength: MAX_LINK_PASSWORD })) }),
  errors: ['not_found', 'auth.forbidden', 'link.ended', 'conflict'],
})

export const enterProofRoom = defineEndpoint({
  method: 'POST',
  path: `${base}/enter`,
  access: 'public',
  summary: 'Become a guest of a room, with a name and whatever the link asks for.',
  params: ofRoom,
  body: exact({
    secret: Secret,
    /** Not for a link that is for one person, who has a name already. */
    name: Optional(GuestName),
    password: Optional(Text({ maxLength: MAX_LINK_PASSWORD })),
    code: Optional(Text({ minLength: CODE_DIGITS, maxLength: CODE_DIGITS, pattern: '^[0-9]+$' })),
    /** To hear about answers. */
    email: Optional(Email),
  }),
  status: 201,
  response: GuestPass,
  errors: ['not_found', 'auth.forbidden', 'link.ended', 'conflict'],
})
