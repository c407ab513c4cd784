import type { QueryClient } from '@tanstack/react-query'
import {
  listConversations,
  type Conversation,
  type ConversationBox,
} from '@plinth/contract/messages/conversations.ts'
import type { Message } from '@plinth/contract/messages/messages.ts'
import type { Page } from '../../lib/api/api.ts'
import { patchAnswer, patchAnswers, putAnswer, readAgain } from '../../lib/cache/writes.ts'
import { makeEntityCache } from '../../lib/cache/entity-cache.ts'
import type { PagesData } from '../../lib/cache/pages.ts'
import { conversationQuery, threadQuery } from './message-api.ts'

export type ConversationPages = PagesData<Conversation>
export type ThreadPages = PagesData<Message>

export const CONVERSATION_LISTS = [{ endpoint: listConversations, form: 'pages' }] as const
const conversations = makeEntityCache<Conversation>({ heldBy: CONVERSATION_LISTS })

/** The same as on the server. */
const EXCERPT_LENGTH = 300

const BELONGS: Record<ConversationBox, (one: Conversation) => boolean> = {
  inbox: ({ isArchived }) => !isArchived,
  unread: ({ isArchived, unreadCount }) => !isArchived && unreadCount > 0,
  business: ({ isArchived, inquiry }) => !isArchived && inquiry !== null,
  archived: ({ isArchived }) => isArchived,
}

interface Placed {
  id: string
  createdAt: string
}
/** Sorts newer before older, and by greater id at the same time. */
const isNewer = (one: Placed, other: Placed): boolean => {
  const apart = Date.parse(one.createdAt) - Date.parse(other.createdAt)
  return apart === 0 ? one.id > other.id : apart > 0
}
const placeOf = ({ id, last }: Conversation): Placed => ({ id, createdAt: last.createdAt })

/** Puts the current version of a conversation where it belongs on a list, or removes it. */
export function withConversation(
  data: ConversationPages,
  box: ConversationBox,
  conversation: Conversation,
): ConversationPages {
  const isIt = ({ id }: Conversation) => id === conversation.id
  const wasListed = data.pages.some(({ items }) => items.some(isIt))
  // A conversation stays among the unread while it is being read, until the list is left.
  const stays = box === 'unread' && wasListed && !conversation.isArchived
  const belongs = stays || BELONGS[box](conversation)
  if (!wasListed && !belongs) return data
  const pages = data.pages.map((page) =>
    page.items.some(isIt) ? { ...page, items: page.items.filter((one) => !isIt(one)) } : page,
  )
  return { ...data, pages: belongs ? inserted(pages, conversation, placeOf) : pages }
}

/** Inserts an item by its time. After the last loaded page it is left to the next page. */
function inserted<T>(pages: Page<T>[], item: T, place: (one: T) => Placed): Page<T>[] {
  for (const [index, page] of pages.entries()) {
    const at = page.items.findIndex((one) => isNewer(place(item), place(one)))
    const isEnd = index === pages.length - 1 && page.next === null
    if (at === -1 && !isEnd) continue
    return pages.with(index, {
      ...page,
      items: page.items.toSpliced(at === -1 ? page.items.length : at, 0, item),
    })
  }
  return pages
}

export const rewriteThread = (
  client: QueryClient,
  id: string,
  change: (data: ThreadPages) => ThreadPages,
): void => patchAnswer(client, threadQuery(id), (data) => data && change(data))

const showOnLists = (client: QueryClient, conversation: Conversation): void =>
  patchAnswers(client, CONVERSATION_LISTS, (data, { query }) => {
    const box = (query?.['box'] ?? 'inbox') as ConversationBox
    return withConversation(data as ConversationPages, box, conversation)
  })

/** Stores a conversation from the server, by itself and on every list. */
export function cacheConversation(client: QueryClient, conversation: Conversation): void {
  putAnswer(client, conversationQuery(conversation.id), conversation)
  showOnLists(client, conversation)
}

/** Stores the expected state of a conversation after the viewer's own action. */
function cacheExpected(client: QueryClient, conversation: Conversation): void {
  patchAnswer(client, conversationQuery(conversation.id), () => conversation)
  showOnLists(client, conversation)
}

/** The conversation from whatever is cached, to show while it loads. */
export const findConversation = (client: QueryClient, id: string): Conversation | undefined =>
  client.getQueryData(conversationQuery(id).queryKey) ?? conversations.find(client, id)

/** Removes a conversation that doesn't exist for the viewer from every list. */
export const dropConversation = conversations.drop

/** A thread with one message as it is now. */
export function withMessage(data: ThreadPages, message: Message): ThreadPages {
  const isIt = ({ id }: Message) => id === message.id
  if (!data.pages.some(({ items }) => items.some(isIt))) {
    return { ...data, pages: inserted(data.pages, message, (one) => one) }
  }
  const pages = data.pages.map((page) =>
    page.items.some(isIt)
      ? { ...page, items: page.items.map((one) => (isIt(one) ? message : one)) }
      : page,
  )
  return { ...data, pages }
}

/**
 * Merges the newest page into a thread. If the page shares no message with the thread, the thread starts again from
 * this page, because messages may be missing between them.
 */
export function withNewestPage(data: ThreadPages, first: Page<Message>): ThreadPages {
  const newest = new Set(first.items.map(({ id }) => id))
  const isKnown = data.pages.some(({ items }) => items.some(({ id }) => newest.has(id)))
  if (!isKnown || first.next === null) return { pages: [first], pageParams: [null] }
  const [head, ...tail] = data.pages.map((page) => ({
    ...page,
    items: page.items.filter(({ id }) => !newest.has(id)),
  }))
  return {
    ...data,
    pages: [{ items: [...first.items, ...(head?.items ?? [])], next: head?.next ?? null }, ...tail],
  }
}

/** The messages of a thread, oldest first. */
export const messagesOf = ({ pages }: ThreadPages): Message[] =>
  pages.flatMap(({ items }) => items).toReversed()

/** The beginning of a text on one line. */
export const oneLine = (content: string) =>
  content.replaceAll(/\s+/g, ' ').trim().slice(0, EXCERPT_LENGTH)

/** The conversation with this as its last message, unless it has a newer one. */
function withLast(conversation: Conversation, message: Message): Conversation {
  if (isNewer(conversation.last, message)) return conversation
  const { id, senderId, content, attachments, quote, isRead, createdAt, budget, timeline } = message
  return {
    ...conversation,
    last: {
      id,
      senderId,
      excerpt: oneLine(content),
      attachmentCount: attachments.length,
      quote: quote?.price ?? null,
      isRead,
      createdAt,
    },
    inquiry:
      message.messageType === 'business_inquiry'
        ? { id, senderId, budget, timeline, declinedAt: message.declinedAt }
        : conversation.inquiry,
    isArchived: conversation.isArchived && conversation.isMuted,
  }
}

/** Adds a message that the viewer has sent to its thread and its conversation to the lists. */
export function cacheMessage(client: QueryClient, message: Message): void {
  const { conversationId } = message
  rewriteThread(client, conversationId, (data) => withMessage(data, message))
  const conversation = findConversation(client, conversationId)
  if (conversation) cacheExpected(client, withLast(conversation, message))
  else void readAgain(client, CONVERSATION_LISTS)
}

/** Shows received messages up to and including one as read. */
export function cacheRead(
  client: QueryClient,
  { id, viewerId, upTo }: { id: string; viewerId: string; upTo: Message },
): void {
  const isUnread = (one: Message) => one.receiverId === viewerId && !one.isRead
  rewriteThread(client, id, (data) => ({
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.map((one) =>
        isUnread(one) && !isNewer(one, upTo) ? { ...one, isRead: true } : one,
      ),
    })),
  }))
  const conversation = findConversation(client, id)
  if (!conversation) return
  const thread = client.getQueryData<ThreadPages>(threadQuery(id).queryKey)
  const unreadCount = thread === undefined ? 0 : messagesOf(thread).filter(isUnread).length
  const { last } = conversation
  cacheExpected(client, {
    ...conversation,
    unreadCount,
    last: last.senderId === viewerId ? last : { ...last, isRead: unreadCount === 0 },
  })
}
