import type { QueryClient } from '@tanstack/react-query'
import {
  getConversation,
  listConversationMessages,
  listConversations,
} from '@plinth/contract/messages/conversations.ts'
import { ApiError } from '../../../lib/api/api.ts'
import { markOld, readAgain, fieldsOf, matches } from '../../../lib/cache/writes.ts'
import { conversationQuery, readNewestMessages, threadQuery } from '../message-api.ts'
import {
  CONVERSATION_LISTS,
  dropConversation,
  rewriteThread,
  cacheConversation,
  withNewestPage,
} from '../message-cache.ts'

/** Conversations that are being read again, and whether they have to be read once more after that. */
const reading = new Map<string, boolean>()

/** Reads the visible parts of a conversation again after a change in it. */
export async function refreshConversation(client: QueryClient, id: string): Promise<void> {
  const isReading = reading.has(id)
  reading.set(id, isReading)
  if (isReading) return
  try {
    do {
      reading.set(id, false)
      await readVisible(client, id)
    } while (reading.get(id) === true)
  } finally {
    reading.delete(id)
  }
}

/** Reads every list and the open thread again, after events may have been missed. */
export async function refreshConversations(client: QueryClient): Promise<void> {
  const open = visibleOf(client, THREADS)
  await Promise.all([
    markOld(client, THREADS, { type: 'inactive' }),
    readAgain(client, [getConversation, listConversations]),
    ...open.map(({ queryKey }) =>
      refreshConversation(client, fieldsOf(queryKey).params?.['id'] ?? ''),
    ),
  ])
}

const THREADS = [{ endpoint: listConversationMessages, form: 'pages' }] as const

/** The matching queries that are on screen. */
const visibleOf = (client: QueryClient, wheres: Parameters<typeof matches>[1]) =>
  client.getQueryCache().findAll({
    predicate: ({ queryKey }) => matches(queryKey, wheres),
    type: 'active',
  })

async function readVisible(client: QueryClient, id: string): Promise<void> {
  const all = [...CONVERSATION_LISTS, conversationQuery(id), threadQuery(id)]
  const shown = visibleOf(client, all)
  await markOld(client, all, { type: 'inactive' })
  const isThreadShown = shown.some(({ queryKey }) => matches(queryKey, THREADS))
  await Promise.all([
    ...(shown.length > 0 ? [readConversation(client, id)] : []),
    ...(isThreadShown ? [readNewest(client, id)] : []),
  ])
}

async function readConversation(client: QueryClient, id: string): Promise<void> {
  const query = conversationQuery(id)
  try {
    cacheConversation(client, await client.fetchQuery({ ...query, staleTime: 0 }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) dropConversation(client, id)
    // After any other error it is stale, and will be read when it is next opened.
    else await markOld(client, [query])
  }
}

async function readNewest(client: QueryClient, id: string): Promise<void> {
  try {
    const first = await readNewestMessages(client, id)
    rewriteThread(client, id, (data) => withNewestPage(data, first))
  } catch {
    // The connection is lost or the server is busy. Everything is read again once it is back.
    await markOld(client, [threadQuery(id)])
  }
}
