import type { Conversation } from '@plinth/contract/messages/conversations.ts'
import type { Message } from '@plinth/contract/messages/messages.ts'
import type { Creator } from '@plinth/contract/people/users.ts'

/** People, a message and a conversation, for tests. */
const person = (id: string, name = id): Creator => ({
  id,
  handle: id,
  firstName: name,
  lastName: '',
  profileImageUrl: null,
  location: null,
  isCreator: false,
})

const VIEWER = 'viewer'
const OTHER = 'other'

/** A time of the same day, in minutes. */
export const minute = (value: number) =>
  `2026-11-20T10:${String(value).padStart(2, '0')}:00.000000Z`

/** A message received by the viewer; with `isOwn` one that they sent. */
export function message(
  id: string,
  { at = 0, isOwn = false, ...rest }: Partial<Message> & { at?: number; isOwn?: boolean } = {},
): Message {
  const [senderId, receiverId] = isOwn ? [VIEWER, OTHER] : [OTHER, VIEWER]
  return {
    id,
    conversationId: 'c',
    senderId,
    receiverId,
    sender: person(senderId),
    receiver: person(receiverId),
    subject: 'Glaze',
    content: `Text of ${id}`,
    messageType: 'general',
    budget: null,
    timeline: null,
    work: null,
    attachments: [],
    quote: null,
    hasBrief: false,
    declinedAt: null,
    isRead: false,
    readAt: null,
    clientId: null,
    createdAt: minute(at),
    ...rest,
  }
}

export function conversation(
  id: string,
  { at = 0, ...rest }: Partial<Conversation> & { at?: number } = {},
): Conversation {
  return {
    id,
    subject: 'Glaze',
    other: person(OTHER),
    last: {
      id: `last-of-${id}`,
      senderId: OTHER,
      excerpt: 'Does it hold?',
      attachmentCount: 0,
      quote: null,
      isRead: false,
      createdAt: minute(at),
    },
    inquiry: null,
    unreadCount: 0,
    isArchived: false,
    isMuted: false,
    canWrite: true,
    isBlocked: false,
    ...rest,
  }
}
