import {
  Array as ListOf,
  Enum,
  Integer,
  Literal,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { TAKEN_DOWN_KINDS, Appeal, MAX_APPEAL_LENGTH } from './appeals.ts'
import { Email } from '../http/email.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { MAX_URL_LENGTH } from '../limits.ts'
import { words } from '../http/words.ts'
import { Id, Time, filledText, idParams, nullable, exact, entity, paged } from '../http/scalars.ts'
import { Creator } from '../people/users.ts'

export const MAX_TAKEDOWN_TEXT = 2_000
const MAX_NAME_LENGTH = 200
/** Notices that one network address can send in an hour. */
export const TAKEDOWNS_PER_HOUR = 5

/** `received → removed → counter → restored`; `closed` ends a notice without a change. */
export const TAKEDOWN_STATES = [
  { value: 'received', label: 'Received' },
  { value: 'removed', label: 'Removed' },
  { value: 'counter', label: 'Counter-notice' },
  { value: 'restored', label: 'Restored' },
  { value: 'closed', label: 'Closed' },
] as const
export type TakedownState = (typeof TAKEDOWN_STATES)[number]['value']
/** What an admin can do with a notice, and in which states. */
export const TAKEDOWN_MOVES = {
  remove: { from: ['received'], to: 'removed' },
  restore: { from: ['removed', 'counter'], to: 'restored' },
  close: { from: ['received', 'removed', 'counter'], to: 'closed' },
} as const satisfies Record<string, { from: readonly TakedownState[]; to: TakedownState }>
export type TakedownMove = keyof typeof TAKEDOWN_MOVES

const State = Enum(TAKEDOWN_STATES.map(({ value }) => value))

const FullName = filledText(
  MAX_NAME_LENGTH,
  words('full name', { missing: 'Enter your full name.' }),
)
const PostalAddress = filledText(
  MAX_TAKEDOWN_TEXT,
  words('postal address', { missing: 'Enter your postal address.' }),
)
const Signature = filledText(
  MAX_NAME_LENGTH,
  words('signature', { missing: 'Type your full name as a signature.' }),
)
const confirmed = words('statement', { missing: 'A notice counts only with this statement.' })
const counterConfirmed = words('statement', {
  missing: 'A counter-notice counts only with this statement.',
})

/** The form of a copyright notice. */
export const NewTakedown = exact({
  /** URL of the post or work on Plinth. */
  url: Text({
    minLength: 1,
    maxLength: MAX_URL_LENGTH,
    ...words('address', { missing: 'Enter the address of the post or work.' }),
  }),
  /** What was copied, and where the original can be seen. */
  work: filledText(MAX_TAKEDOWN_TEXT, words('original', { missing: 'Describe your original.' })),
  name: FullName,
  organisation: Optional(Text({ maxLength: MAX_NAME_LENGTH })),
  email: Email,
  /** A postal address, and a telephone number if there is one. */
  address: PostalAddress,
  /** Believes in good faith that the use is not allowed by the holder, an agent or the law. */
  isInGoodFaith: Literal(true, confirmed),
  /** The notice is accurate, and under penalty of perjury the sender may act for the holder. */
  isAccurate: Literal(true, confirmed),
  /** The full name, typed again as a signature. */
  signature: Signature,
})
export type NewTakedown = Static<typeof NewTakedown>

const plainName = (name: string): string =>
  name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Whether a typed signature matches the name, ignoring case and extra spaces. */
export const isSignedBy = (signature: string, name: string): boolean =>
  plainName(signature) === plainName(name)

export const createTakedown = defineEndpoint({
  method: 'POST',
  path: '/api/takedowns',
  access: 'public',
  summary: 'A copyright notice about a post or work. Needs no account; five an hour.',
  body: NewTakedown,
  status: 201,
  response: entity('TakedownReceipt', { number: Integer(), createdAt: Time }),
})

export const AdminTakedown = entity('AdminTakedown', {
  id: Id,
  /** The number that both sides use for the notice. */
  number: Integer(),
  state: State,
  work: Text(),
  url: Text(),
  kind: Enum([...TAKEN_DOWN_KINDS]),
  subjectId: Id,
  /** Title of the post or work, while it exists. */
  title: Text(),
  /** Author of the post or work. */
  author: nullable(Creator),
  /** How many other notices led to removals of this author's work. Repeat infringers lose their account. */
  removedOfAuthor: Integer({ minimum: 0 }),
  name: Text(),
  organisation: Text(),
  email: Text(),
  address: Text(),
  signature: Text(),
  /** Why it was taken down. */
  removalNote: nullable(Text()),
  /** Why it was put back or left as it is. */
  note: nullable(Text()),
  /** The counter-notice, once there is one. */
  counter: nullable(Text()),
  removedAt: nullable(Time),
  /** After a counter-notice, when the work comes back automatically. */
  restoreAt: nullable(Time),
  decidedBy: nullable(Creator),
  createdAt: Time,
})
export type AdminTakedown = Static<typeof AdminTakedown>

export const listTakedowns = defineEndpoint({
  method: 'GET',
  path: '/api/admin/takedowns',
  access: 'admin',
  right: 'copyright.decide',
  summary: 'Copyright notices, newest first: those that wait for something, or all.',
  query: paged({ status: Optional(Enum(['open', 'all'])) }),
  response: ListOf(AdminTakedown),
})

export const moveTakedown = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/takedowns/:id',
  access: 'admin',
  right: 'copyright.decide',
  summary:
    'Move a notice on. `remove` takes the thing down, `restore` puts it back, `close` leaves it as it is.',
  params: ObjectOf(idParams),
  body: exact({ move: Enum(['remove', 'restore', 'close']), note: filledText(MAX_TAKEDOWN_TEXT) }),
  response: AdminTakedown,
  errors: ['not_found', 'conflict'],
})

const MAX_PHONE_LENGTH = 40

/** The declarations of a counter-notice, as 17 U.S.C. § 512(g)(3)(C) and (D) require. The holder reads them too. */
export const COUNTER_STATEMENTS = {
  isMistaken:
    'Under penalty of perjury, I believe in good faith that it was taken down by mistake or misidentification.',
  acceptsCourt:
    'I consent to the jurisdiction of the Federal District Court for the district of my address (outside the United States: of any district in which Plinth may be found), and accept service of process from whoever sent the notice or their agent.',
} as const

/** The form of a counter-notice. */
export const CounterNotice = exact({
  /** Why taking it down was a mistake. */
  text: filledText(
    MAX_APPEAL_LENGTH,
    words('explanation', { missing: 'Explain why it was a mistake.' }),
  ),
  name: FullName,
  address: PostalAddress,
  phone: filledText(MAX_PHONE_LENGTH, words('phone number')),
  isMistaken: Literal(true, counterConfirmed),
  acceptsCourt: Literal(true, counterConfirmed),
  /** The full name, typed again as a signature. */
  signature: Signature,
})
export type CounterNotice = Static<typeof CounterNotice>

export const sendCounterNotice = defineEndpoint({
  method: 'POST',
  path: '/api/takedowns/:id/counter',
  access: 'member',
  summary:
    'Send a counter-notice against the copyright notice that took down one of the caller’s works. The sender of the notice receives it.',
  params: ObjectOf(idParams),
  body: CounterNotice,
  status: 201,
  response: Appeal,
  errors: ['not_found', 'conflict'],
})
