import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refreshConversation, refreshConversations } from './live.ts'
import { conversationQuery, conversationsQuery, threadQuery } from '../message-api.ts'
import { messagesOf } from '../message-cache.ts'
import { conversation, message } from '../message-fixture.example.ts'

const ID = '0199f000-0000-7000-8000-000000000001'

let server: Server
let asked: string[]
let thread: Message[]
let status: number
let client: QueryClient
let stops: (() => void)[]

beforeEach(async () => {
  asked = []
  thread = [message('m1', { at: 1 })]
  status = 200
  stops = []
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  server = createServer(({ url = '' }, response) => {
    const path = url.split('?')[0] ?? ''
    asked.push(path.replace(ID, '{id}'))
    const whole = conversation(ID, { at: thread.length, unreadCount: thread.length })
    const body = path.endsWith('/messages') ? thread : path.endsWith(ID) ? whole : [whole]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(origin + path, init))
})
afterEach(() => {
  for (const stop of stops) stop()
  client.clear()
  vi.unstubAllGlobals()
  server.closeAllConnections()
  server.close()
})

const lists = () => conversationsQuery(client, 'inbox')
/** Subscribes like a screen that shows it. */
async function show(what: 'list' | 'thread'): Promise<void> {
  if (what === 'list') {
    stops.push(new InfiniteQueryObserver(client, lists()).subscribe(() => undefined))
    await vi.waitFor(() => expect(client.getQueryData(lists().queryKey)).toBeDefined())
  } else {
    stops.push(new QueryObserver(client, conversationQuery(ID)).subscribe(() => undefined))
    stops.push(new InfiniteQueryObserver(client, threadQuery(ID)).subscribe(() => undefined))
    await vi.waitFor(() => expect(client.getQueryData(threadQuery(ID).queryKey)).toBeDefined())
    await vi.waitFor(() =>
      expect(client.getQueryData(conversationQuery(ID).queryKey)).toBeDefined(),
    )
  }
  asked = []
}
const shownIds = () => {
  const data = client.getQueryData(threadQuery(ID).queryKey)
  return data && messagesOf(data).map(({ id }) => id)
}

it('reads the visible parts of a changed conversation again', async () => {
  await show('list')
  await show('thread')
  thread = [message('m2', { at: 2 }), ...thread]
  await refreshConversation(client, ID)
  expect(asked.toSorted()).toEqual(['/api/conversations/{id}', '/api/conversations/{id}/messages'])
  expect(shownIds()).toEqual(['m1', 'm2'])
  expect(client.getQueryData(lists().queryKey)?.pages[0]?.items[0]?.unreadCount).toBe(2)
})

it('only marks data as stale that is not on screen', async () => {
  client.setQueryData(lists().queryKey, {
    pages: [{ items: [conversation(ID)], next: null }],
    pageParams: [null],
  })
  await refreshConversation(client, ID)
  expect(asked).toEqual([])
  expect(client.getQueryState(lists().queryKey)?.isInvalidated).toBe(true)
})

it('reads once more after changes during a read, however many there were', async () => {
  await show('thread')
  const first = refreshConversation(client, ID)
  thread = [message('m2', { at: 2 }), ...thread]
  await Promise.all([first, ...Array.from({ length: 20 }, () => refreshConversation(client, ID))])
  expect(asked.length).toBeLessThanOrEqual(4)
  expect(shownIds()).toEqual(['m1', 'm2'])
})

it('removes a conversation that no longer exists from the lists', async () => {
  await show('list')
  status = 404
  await refreshConversation(client, ID)
  expect(client.getQueryData(lists().queryKey)?.pages[0]?.items).toEqual([])
})

it('keeps its data when offline and reads everything again when back', async () => {
  await show('thread')
  status = 500
  await refreshConversation(client, ID)
  expect(shownIds()).toEqual(['m1'])
  status = 200
  thread = [message('m2', { at: 2 }), ...thread]
  await refreshConversations(client)
  expect(shownIds()).toEqual(['m1', 'm2'])
})
