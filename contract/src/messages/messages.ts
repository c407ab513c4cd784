import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Object as ObjectOf,
  Optional,
  String as Text,
  Union,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { BUDGETS, TIMELINES } from './inquiry.ts'
import {
  MAX_MESSAGE_LENGTH,
  MAX_MESSAGE_MEDIA,
  MAX_SEARCH_LENGTH,
  MAX_SUBJECT_LENGTH,
  MAX_UNREAD_COUNT,
} from '../limits.ts'
import { MEDIA_KINDS } from '../media/file-types.ts'
import { Audio, Document, Picture, Video } from '../media/media.ts'
import { Milestones } from '../projects/milestones.ts'
import { Picks } from '../projects/picks.ts'
import { Held } from '../http/held.ts'
import { words } from '../http/words.ts'
import {
  Day,
  Dollars,
  Id,
  Time,
  filledText,
  idParams,
  nullable,
  HirePrice,
  entity,
  exact,
  Paging,
  paged,
} from '../http/scalars.ts'
import { Creator } from '../people/users.ts'

const MESSAGE_TYPES = ['general', 'business_inquiry'] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

/** The subject of an inquiry whose sender gives none. */
export const inquirySubject = (title: string | null): string =>
  title === null ? 'Project Inquiry' : `Project Inquiry: ${title}`
/** Stands in for a missing subject. */
export const NO_SUBJECT = 'Message'
export const replySubject = (subject: string): string =>
  `Re: ${subject === '' ? NO_SUBJECT : subject.replace(/^(\s*re:\s*)+/i, '')}`

/** A file of a message. Only its sender and receiver can open it. */
export const Attachment = entity('Attachment', {
  id: Id,
  kind: Enum(MEDIA_KINDS),
  fileName: Text(),
  bytes: Integer({ minimum: 0 }),
  picture: Picture,
  video: nullable(Video),
  audio: nullable(Audio),
  document: nullable(Document),
})
export type Attachment = Static<typeof Attachment>

/** The work that a message is about, while it is listed or is the viewer's own. */
const About = exact({ id: Id, title: Text(), picture: Picture })
/** A creator's price for a project: the first offer of the project that it opened. */
const Quote = exact({
  price: Dollars,
  deposit: Dollars,
  deliverBy: nullable(Day),
  milestones: Milestones,
  /** How many of the delivered files are in the price; null for all of them. */
  picks: nullable(Picks),
  projectId: nullable(Id),
  /** Whether it can be accepted: the offer was not answered or replaced in the project room. */
  isOpen: Flag(),
  isAccepted: Flag(),
})

export const Message = entity('Message', {
  id: Id,
  conversationId: Id,
  senderId: Id,
  receiverId: Id,
  sender: Creator,
  receiver: Creator,
  /** As it was typed, with its `Re: `; may be empty. */
  subject: Text(),
  content: Text(),
  messageType: Enum([...MESSAGE_TYPES]),
  /** Set for a business inquiry only, like the timeline. */
  budget: nullable(Enum([...BUDGETS])),
  timeline: nullable(Enum([...TIMELINES])),
  /** Whether it was sent from a board, with works and posts to look at. */
  hasBrief: Flag(),
  work: nullable(About),
  attachments: ListOf(Attachment, { maxItems: MAX_MESSAGE_MEDIA }),
  /** Set for an answer to an inquiry that names a price. */
  quote: nullable(Quote),
  /** When the receiver of an inquiry declined it. */
  declinedAt: nullable(Time),
  isRead: Flag(),
  /** When the receiver opened it. */
  readAt: nullable(Time),
  /** The id that the sender's browser gave it; null for the receiver. */
  clientId: nullable(Id),
  createdAt: Time,
})
export type Message = Static<typeof Message>

/** An idempotency key made by the client: sending it twice creates one message. */
const ClientId = Optional(Id)
const NO_MESSAGE = { missing: 'Write a message.' }
/** How many conversations have unread messages. */
export const UnreadMessages = exact({ count: Integer({ minimum: 0, maximum: MAX_UNREAD_COUNT }) })

export const listMessages = defineEndpoint({
  method: 'GET',
  path: '/api/messages',
  access: 'member',
  scope: 'messages:read',
  summary: 'Messages that the caller sent or received, newest first.',
  query: Paging,
  response: ListOf(Message),
})

export const sendMessage = defineEndpoint({
  method: 'POST',
  path: '/api/messages',
  access: 'member',
  scope: 'messages:write',
  summary:
    'Write to somebody: a message, a reply or a business inquiry. What goes to many people is held until staff have looked at it.',
  body: exact({
    receiverId: Id,
    subject: Optional(Text({ maxLength: MAX_SUBJECT_LENGTH })),
    /** May be empty only in a message with files. */
    content: Text({ maxLength: MAX_MESSAGE_LENGTH, ...words('message', NO_MESSAGE) }),
    messageType: Optional(Enum([...MESSAGE_TYPES])),
    /** Required for a business inquiry, like the timeline; refused for any other message. */
    budget: Optional(nullable(Enum([...BUDGETS], words('budget range')))),
    timeline: Optional(nullable(Enum([...TIMELINES]))),
    /** The receiver's work that it is about. */
    portfolioId: Optional(Id),
    /** Finished uploads of the caller's. */
    mediaIds: Optional(ListOf(Id, { maxItems: MAX_MESSAGE_MEDIA, uniqueItems: true })),
    clientId: ClientId,
  }),
  status: 201,
  response: Union([Message, Held]),
  errors: ['not_found', 'auth.forbidden', 'conflict'],
})

export const readMessage = defineEndpoint({
  method: 'PATCH',
  path: '/api/messages/:id/read',
  access: 'member',
  scope: 'messages:write',
  summary: 'Mark a message that the caller received as read.',
  params: ObjectOf(idParams),
  response: Message,
  errors: ['not_found', 'auth.forbidden'],
})

export const searchMessages = defineEndpoint({
  method: 'GET',
  path: '/api/messages/search',
  access: 'member',
  scope: 'messages:read',
  summary: "The caller's messages with these words, newest first. The last word may be half typed.",
  query: paged({ search: Text({ minLength: 2, maxLength: MAX_SEARCH_LENGTH }) }),
  response: ListOf(Message),
})

export const getUnreadMessages = defineEndpoint({
  method: 'GET',
  path: '/api/messages/unread',
  access: 'member',
  scope: 'messages:read',
  summary: 'In how many conversations something is unread, at most 100.',
  response: UnreadMessages,
})

export const sendQuote = defineEndpoint({
  method: 'POST',
  path: '/api/messages/:id/quote',
  access: 'creator',
  summary: 'Answer a business inquiry that the caller received with a price.',
  params: ObjectOf(idParams),
  body: exact({
    price: HirePrice,
    deliverBy: Day,
    milestones: Optional(Milestones),
    picks: Optional(nullable(Picks)),
    content: Optional(Text({ maxLength: MAX_MESSAGE_LENGTH, ...words('message') })),
    clientId: ClientId,
  }),
  status: 201,
  response: Message,
  errors: ['not_found', 'auth.forbidden', 'conflict'],
})

export const declineInquiry = defineEndpoint({
  method: 'POST',
  path: '/api/messages/:id/decline',
  access: 'member',
  scope: 'messages:write',
  summary: 'Decline a business inquiry that the caller received, with a message that explains why.',
  params: ObjectOf(idParams),
  body: exact({
    content: filledText(MAX_MESSAGE_LENGTH, words('message', NO_MESSAGE)),
    clientId: ClientId,
  }),
  status: 201,
  response: Message,
  errors: ['not_found', 'auth.forbidden', 'conflict'],
})
