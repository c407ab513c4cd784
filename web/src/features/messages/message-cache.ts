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

/** As the server cuts it. */
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
/** The newer stands first; of the same moment, the greater id. */
const isNewer = (one: Placed, other: Placed): boolean => {
  const apart = Date.parse(one.createdAt) - Date.parse(other.createdAt)
  return apart === 0 ? one.id > other.id : apart > 0
}
const placeOf = ({ id, last }: Conversation): Placed => ({ id, createdAt: last.createdAt })

/** A list with one conversation as it is now, where it now belongs. */
export function withConversation(
  data: ConversationPages,
  box: ConversationBox,
  conversation: Conversation,
): ConversationPages {
  const isIt = ({ id }: Conversation) => id === conversation.id
  const stood = data.pages.some(({ items }) => items.some(isIt))
  // What is being read stays among the unread until the list is left.
  const stays = box === 'unread' && stood && !conversation.isArchived
  const belongs = stays || BELONGS[box](conversation)
  if (!stood && !belongs) return data
  const pages = data.pages.map((page) =>
    page.items.some(isIt) ? { ...page, items: page.items.filter((one) => !isIt(one)) } : page,
  )
  return { ...data, pages: belongs ? inserted(pages, conversation, placeOf) : pages }
}

/** Where it belongs by time; beyond the last page that is there it waits to be read with the next. */
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

/** Shows a conversation as the server answered it, by itself and on every list. */
export function cacheConversation(client: QueryClient, conversation: Conversation): void {
  putAnswer(client, conversationQuery(conversation.id), conversation)
  showOnLists(client, conversation)
}

/** Shows a conversation as it must be after what the viewer did in it. */
function cacheExpected(client: QueryClient, conversation: Conversation): void {
  patchAnswer(client, conversationQuery(conversation.id), () => conversation)
  showOnLists(client, conversation)
}

/** As any list already knows it, so that it opens with something on show. */
export const findConversation = (client: QueryClient, id: string): Conversation | undefined =>
  client.getQueryData(conversationQuery(id).queryKey) ?? conversations.find(client, id)

/** It is not the viewer's, or not there: off every list. */
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
 * A thread with its newest page read again. A page that has nothing in common with what is there begins it anew,
 * because nobody knows what lies between.
 */
export function withNewestPage(data: ThreadPages, first: Page<Message>): ThreadPages {
  const fresh = new Set(first.items.map(({ id }) => id))
  const isKnown = data.pages.some(({ items }) => items.some(({ id }) => fresh.has(id)))
  if (!isKnown || first.next === null) return { pages: [first], pageParams: [null] }
  const [head, ...tail] = data.pages.map((page) => ({
    ...page,
    items: page.items.filter(({ id }) => !fresh.has(id)),
  }))
  return {
    ...data,
    pages: [{ items: [...first.items, ...(head?.items ?? [])], next: head?.next ?? null }, ...tail],
  }
}

/** Oldest first, as it is read. */
export const messagesOf = ({ pages }: ThreadPages): Message[] =>
  pages.flatMap(({ items }) => items).toReversed()

/** The beginning of a text without its line breaks. */
export const oneLine = (content: string) =>
  content.replaceAll(/\s+/g, ' ').trim().slice(0, EXCERPT_LENGTH)

/** A conversation with this as its newest message, unless it has a newer one. */
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

/** Puts a message that the viewer has sent into its thread and lists, wherever they are known. */
export function cacheMessage(client: QueryClient, message: Message): void {
  const { conversationId } = message
  rewriteThread(client, conversationId, (data) => withMessage(data, message))
  const conversation = findConversation(client, conversationId)
  if (conversation) cacheExpected(client, withLast(conversation, message))
  else void readAgain(client, CONVERSATION_LISTS)
}

/** Shows as read what the viewer received up to and with a message. */
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
