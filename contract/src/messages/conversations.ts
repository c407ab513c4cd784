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
import { defineEndpoint } from '../http/endpoint.ts'
import { BUDGETS, TIMELINES } from './inquiry.ts'
import { MAX_UNREAD_COUNT } from '../limits.ts'
import { Message, UnreadMessages } from './messages.ts'
import {
  Count,
  Dollars,
  Id,
  Time,
  idParams,
  nullable,
  entity,
  exact,
  Paging,
  paged,
} from '../http/scalars.ts'
import { Creator } from '../people/users.ts'

/** All messages between two people with the same subject, ignoring `Re: `. */
export const Conversation = entity('Conversation', {
  id: Id,
  /** Without `Re: `; may be empty. */
  subject: Text(),
  other: Creator,
  /** The newest message. */
  last: exact({
    id: Id,
    senderId: Id,
    /** Its beginning, on one line. */
    excerpt: Text(),
    attachmentCount: Count,
    /** The price of a quote; null for any other message. */
    quote: nullable(Dollars),
    isRead: Flag(),
    createdAt: Time,
  }),
  /** The newest business inquiry in it. */
  inquiry: nullable(
    exact({
      id: Id,
      senderId: Id,
      budget: nullable(Enum([...BUDGETS])),
      timeline: nullable(Enum([...TIMELINES])),
      declinedAt: nullable(Time),
    }),
  ),
  /** Messages that the viewer hasn't read, at most 100. */
  unreadCount: Integer({ minimum: 0, maximum: MAX_UNREAD_COUNT }),
  isArchived: Flag(),
  /** No notification, no email, and not counted in the bar. */
  isMuted: Flag(),
  /** Whether the viewer can write: neither blocks the other, and the other's account is active. */
  canWrite: Flag(),
  /** Whether the viewer has blocked the other person. */
  isBlocked: Flag(),
})
export type Conversation = Static<typeof Conversation>

export const CONVERSATION_BOXES = [
  { value: 'inbox', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'business', label: 'Business' },
  { value: 'archived', label: 'Archived' },
] as const
export type ConversationBox = (typeof CONVERSATION_BOXES)[number]['value']

export const listConversations = defineEndpoint({
  method: 'GET',
  path: '/api/conversations',
  access: 'member',
  scope: 'messages:read',
  summary:
    "The caller's conversations, the last written in first. All but the box of archived ones leave those out.",
  query: paged({ box: Optional(Enum(CONVERSATION_BOXES.map((box) => box.value))) }),
  response: ListOf(Conversation),
})

export const getConversation = defineEndpoint({
  method: 'GET',
  path: '/api/conversations/:id',
  access: 'member',
  scope: 'messages:read',
  summary: "One of the caller's conversations.",
  params: ObjectOf(idParams),
  response: Conversation,
  errors: ['not_found'],
})

export const listConversationMessages = defineEndpoint({
  method: 'GET',
  path: '/api/conversations/:id/messages',
  access: 'member',
  scope: 'messages:read',
  summary: 'The messages of a conversation, newest first.',
  params: ObjectOf(idParams),
  query: Paging,
  response: ListOf(Message),
  errors: ['not_found'],
})

export const readConversation = defineEndpoint({
  method: 'POST',
  path: '/api/conversations/:id/read',
  access: 'member',
  scope: 'messages:write',
  summary:
    'Mark what the caller received in it as read, up to and with a message. Answers the unread conversations.',
  params: ObjectOf(idParams),
  body: exact({ upTo: Id }),
  response: UnreadMessages,
  errors: ['not_found'],
})

export const updateConversation = defineEndpoint({
  method: 'PATCH',
  path: '/api/conversations/:id',
  access: 'member',
  scope: 'messages:write',
  summary: 'Archive or mute a conversation, for the caller alone.',
  params: ObjectOf(idParams),
  body: exact({ isArchived: Optional(Flag()), isMuted: Optional(Flag()) }, { minProperties: 1 }),
  response: Conversation,
  errors: ['not_found'],
})

export const typeInConversation = defineEndpoint({
  method: 'POST',
  path: '/api/conversations/:id/typing',
  access: 'member',
  scope: 'messages:write',
  summary: 'Say that the caller is writing. Nothing of it is kept.',
  params: ObjectOf(idParams),
  errors: ['not_found'],
})
