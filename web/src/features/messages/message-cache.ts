import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query'
import {
  listConversations,
  type Conversation,
  type ConversationBox,
} from '@plinth/contract/messages/conversations.ts'
import type { Message } from '@plinth/contract/messages/messages.ts'
import type { Page } from '../../lib/api/api.ts'
import { pathOf } from '../../lib/entity-cache.ts'
import { conversationQuery, threadQuery } from './message-api.ts'

export type ConversationPages = InfiniteData<Page<Conversation>>
export type ThreadPages = InfiniteData<Page<Message>>

/** As the server cuts it. */
const EXCERPT_LENGTH = 300

export const isConversationList = (key: QueryKey): boolean =>
  pathOf(key).split('?')[0] === listConversations.path && key[1] === 'pages'

const boxOf = (key: QueryKey): ConversationBox =>
  (new URLSearchParams(pathOf(key).split('?')[1]).get('box') as ConversationBox | null) ?? 'inbox'

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

const isList = ({ queryKey }: Query) => isConversationList(queryKey)

/** `setQueryData` would make a list young again that is known to be old: what is rewritten keeps its age. */
function rewriteLists(
  client: QueryClient,
  change: (data: ConversationPages, box: ConversationBox) => ConversationPages,
): void {
  for (const query of client.getQueryCache().findAll({ predicate: isList })) {
    const data = query.state.data as ConversationPages | undefined
    if (data !== undefined) query.setState({ data: change(data, boxOf(query.queryKey)) })
  }
}

export function rewriteThread(
  client: QueryClient,
  id: string,
  change: (data: ThreadPages) => ThreadPages,
): void {
  const query = client.getQueryCache().find<ThreadPages>({ queryKey: threadQuery(id).queryKey })
  if (query?.state.data !== undefined) query.setState({ data: change(query.state.data) })
}

/** Shows a conversation as it is now, by itself and on every list. */
export function takeInConversation(client: QueryClient, conversation: Conversation): void {
  client.setQueryData(conversationQuery(conversation.id).queryKey, conversation)
  rewriteLists(client, (data, box) => withConversation(data, box, conversation))
}

/** As any list already knows it, so that it opens with something on show. */
export function findConversation(client: QueryClient, id: string): Conversation | undefined {
  const single = client.getQueryData(conversationQuery(id).queryKey)
  if (single) return single
  const lists = client.getQueriesData<ConversationPages>({ predicate: isList })
  return lists
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ items }) => items)
    .find((one) => one.id === id)
}

/** It is not the viewer's, or not there: off every list. */
export const dropConversation = (client: QueryClient, id: string): void =>
  rewriteLists(client, (data) => ({
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.filter((one) => one.id !== id),
    })),
  }))

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
export function takeInMessage(client: QueryClient, message: Message): void {
  const { conversationId } = message
  rewriteThread(client, conversationId, (data) => withMessage(data, message))
  const conversation = findConversation(client, conversationId)
  if (conversation) takeInConversation(client, withLast(conversation, message))
  else void client.invalidateQueries({ predicate: isList })
}

/** Shows as read what the viewer received up to and with a message. */
export function takeInReading(
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
  takeInConversation(client, {
    ...conversation,
    unreadCount,
    last: last.senderId === viewerId ? last : { ...last, isRead: unreadCount === 0 },
  })
}
