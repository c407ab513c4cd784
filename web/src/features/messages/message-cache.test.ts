import { QueryClient, type InfiniteData } from '@tanstack/react-query'
import type { Conversation, ConversationBox } from '@plinth/contract/messages/conversations.ts'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { expect, it } from 'vitest'
import type { Page } from '../../lib/api/api.ts'
import { conversationQuery, conversationsQuery, threadQuery } from './message-api.ts'
import {
  dropConversation,
  findConversation,
  messagesOf,
  cacheConversation,
  cacheMessage,
  cacheRead,
  withConversation,
  withMessage,
  withNewestPage,
} from './message-cache.ts'
import { conversation, message, minute } from './message-fixture.example.ts'

type Pages<T> = InfiniteData<Page<T>>
const pages = <T>(...all: Page<T>[]): Pages<T> => ({
  pages: all,
  pageParams: all.map((_, index) => (index === 0 ? null : `page-${index}`)),
})
const page = <T>(items: T[], next: string | null = null): Page<T> => ({ items, next })
const names = (data: Pages<{ id: string }> | undefined) =>
  data?.pages.map(({ items }) => items.map(({ id }) => id).join(' ')).join(' | ')

function known(box: ConversationBox, ...items: Conversation[]) {
  const client = new QueryClient()
  const { queryKey } = conversationsQuery(client, box)
  client.setQueryData(queryKey, pages(page(items)))
  return { client, list: () => client.getQueryData(queryKey) }
}
const withThread = (client: QueryClient, ...newestFirst: Message[]) => {
  const { queryKey } = threadQuery('c')
  client.setQueryData(queryKey, pages(page(newestFirst)))
  return () => client.getQueryData(queryKey)
}

it('sorts a conversation by its newest message', () => {
  const list = pages(
    page([conversation('a', { at: 9 }), conversation('b', { at: 7 })], 'more'),
    page([conversation('c', { at: 5 }), conversation('d', { at: 3 })]),
  )
  const moved = (at: number) => names(withConversation(list, 'inbox', conversation('d', { at })))
  expect(moved(10)).toBe('d a b | c')
  expect(moved(8)).toBe('a d b | c')
  expect(moved(6)).toBe('a b | d c')
  expect(moved(1)).toBe('a b | c d')
  expect(names(withConversation(list, 'inbox', conversation('e', { at: 6 })))).toBe('a b | e c d')
})

it('leaves conversations after the last loaded page to the next page', () => {
  const list = pages(page([conversation('a', { at: 9 })], 'more'))
  expect(names(withConversation(list, 'inbox', conversation('z', { at: 1 })))).toBe('a')
})

it('removes conversations that no longer belong on a list', () => {
  const list = pages(page([conversation('a', { at: 9 }), conversation('b', { at: 7 })]))
  const archived = conversation('a', { at: 9, isArchived: true })
  expect(names(withConversation(list, 'inbox', archived))).toBe('b')
  expect(names(withConversation(list, 'archived', archived))).toBe('a b')
  expect(withConversation(list, 'business', conversation('c', { at: 10 }))).toBe(list)
})

it('keeps a conversation among the unread while it is open, and adds no read ones', () => {
  const list = pages(page([conversation('a', { at: 9, unreadCount: 2 })]))
  expect(names(withConversation(list, 'unread', conversation('a', { at: 9 })))).toBe('a')
  expect(withConversation(list, 'unread', conversation('b', { at: 10 }))).toBe(list)
  const unread = conversation('b', { at: 10, unreadCount: 1 })
  expect(names(withConversation(list, 'unread', unread))).toBe('b a')
})

it('updates a conversation by itself and on every list, and finds it again', () => {
  const { client, list } = known('inbox', conversation('a', { at: 1 }), conversation('b'))
  cacheConversation(client, conversation('b', { at: 5, subject: 'Bowls' }))
  expect(names(list())).toBe('b a')
  expect(client.getQueryData(conversationQuery('b').queryKey)?.subject).toBe('Bowls')
  expect(findConversation(client, 'b')?.subject).toBe('Bowls')
  expect(findConversation(client, 'a')?.id).toBe('a')
  dropConversation(client, 'a')
  expect(names(list())).toBe('b')
})

it('keeps a stale list stale', async () => {
  const { client } = known('inbox', conversation('a'))
  const { queryKey } = conversationsQuery(client, 'inbox')
  await client.invalidateQueries({ queryKey, refetchType: 'none' })
  cacheConversation(client, conversation('a', { at: 5 }))
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

it('adds a message once, in order of time', () => {
  const thread = pages(
    page([message('m3', { at: 3 }), message('m2', { at: 2 })], 'more'),
    page([message('m1', { at: 1 })]),
  )
  const sent = message('m4', { at: 4 })
  const once = withMessage(thread, sent)
  expect(names(once)).toBe('m4 m3 m2 | m1')
  expect(names(withMessage(once, sent))).toBe('m4 m3 m2 | m1')
  const read = withMessage(thread, message('m1', { at: 1, isRead: true }))
  expect(messagesOf(read).map(({ isRead }) => isRead)).toEqual([true, false, false])
})

it('merges the newest page into a thread, and starts again if messages may be missing between', () => {
  const thread = pages(
    page([message('m3', { at: 3 }), message('m2', { at: 2 })], 'older'),
    page([message('m1', { at: 1 })]),
  )
  const fresh = page([message('m5', { at: 5 }), message('m3', { at: 3, isRead: true })], 'cut')
  const grown = withNewestPage(thread, fresh)
  expect(names(grown)).toBe('m5 m3 m2 | m1')
  expect(grown.pages[0]?.next).toBe('older')
  expect(messagesOf(grown)[2]?.isRead).toBe(true)
  const far = page([message('m99', { at: 50 })], 'cut')
  expect(withNewestPage(thread, far)).toEqual(pages(far))
  const whole = page([message('m3', { at: 3 })])
  expect(withNewestPage(thread, whole)).toEqual(pages(whole))
})

it('adds a sent message to the thread and moves its conversation to the top', () => {
  const { client, list } = known(
    'inbox',
    conversation('x', { at: 8 }),
    conversation('c', { at: 1 }),
  )
  const thread = withThread(client, message('m1', { at: 1 }))
  const sent = message('m2', { at: 9, isOwn: true, content: 'Yes,\n  to the bowls.' })
  cacheMessage(client, sent)
  expect(names(thread())).toBe('m2 m1')
  expect(names(list())).toBe('c x')
  expect(findConversation(client, 'c')?.last).toMatchObject({
    id: 'm2',
    excerpt: 'Yes, to the bowls.',
    createdAt: minute(9),
  })
  cacheMessage(client, message('m0', { at: 0, isOwn: true }))
  expect(findConversation(client, 'c')?.last.id).toBe('m2')
})

it('reads the lists again when the conversation is new', () => {
  const { client } = known('inbox', conversation('x'))
  cacheMessage(client, message('m', { isOwn: true }))
  const { queryKey } = conversationsQuery(client, 'inbox')
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

it('shows messages up to a given one as read and counts later ones', () => {
  const { client } = known('inbox', conversation('c', { at: 3, unreadCount: 3 }))
  const upTo = message('m2', { at: 2 })
  const own = message('m0', { at: 0, isOwn: true })
  const thread = withThread(client, message('m3', { at: 3 }), upTo, message('m1', { at: 1 }), own)
  cacheRead(client, { id: 'c', viewerId: 'viewer', upTo })
  const data = thread()
  expect(data && messagesOf(data).map(({ isRead }) => isRead)).toEqual([false, true, true, false])
  expect(findConversation(client, 'c')?.unreadCount).toBe(1)
  cacheRead(client, { id: 'c', viewerId: 'viewer', upTo: message('m3', { at: 3 }) })
  expect(findConversation(client, 'c')).toMatchObject({ unreadCount: 0, last: { isRead: true } })
})
