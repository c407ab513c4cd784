import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api/api.ts'
import { pathOf } from '../../lib/entity-cache.ts'
import { conversationQuery, readThreadPage, threadQuery } from '../message-api.ts'
import {
  dropConversation,
  isConversationList,
  rewriteThread,
  takeInConversation,
  withNewestPage,
} from '../message-cache.ts'

/** Conversations that are being read again, and whether that has to be done once more. */
const reading = new Map<string, boolean>()

/** Somebody has written in it, read, answered or moved it: what is on show of it is read again. */
export async function conversationMoved(client: QueryClient, id: string): Promise<void> {
  const isReading = reading.has(id)
  reading.set(id, isReading)
  if (isReading) return
  try {
    do {
      reading.set(id, false)
      await readAgain(client, id)
    } while (reading.get(id) === true)
  } finally {
    reading.delete(id)
  }
}

/** Something may have been missed: every list, and the thread that is open, are read again. */
export async function readAllAgain(client: QueryClient): Promise<void> {
  const open = client.getQueryCache().findAll({ predicate: isThread, type: 'active' })
  await Promise.all([
    client.invalidateQueries({ predicate: isThread, type: 'inactive', refetchType: 'none' }),
    client.invalidateQueries({ predicate: isOfConversations }),
    ...open.map(({ queryKey }) => conversationMoved(client, idIn(queryKey))),
  ])
}

const THREAD = /^\/api\/conversations\/([\da-f-]{36})\/messages/
const isThread = ({ queryKey }: Query) => THREAD.test(pathOf(queryKey)) && queryKey[1] === 'pages'
const isOfConversations = ({ queryKey }: Query) =>
  pathOf(queryKey).startsWith('/api/conversations') && !THREAD.test(pathOf(queryKey))
const idIn = (key: Query['queryKey']) => THREAD.exec(pathOf(key))?.[1] ?? ''

async function readAgain(client: QueryClient, id: string): Promise<void> {
  const single = conversationQuery(id).queryKey
  const thread = threadQuery(id).queryKey
  const isOf = ({ queryKey }: Query) =>
    isConversationList(queryKey) || [single[0], thread[0]].includes(pathOf(queryKey))
  const shown = client.getQueryCache().findAll({ predicate: isOf, type: 'active' })
  await client.invalidateQueries({ predicate: isOf, type: 'inactive', refetchType: 'none' })
  const isThreadShown = shown.some(isThread)
  await Promise.all([
    ...(shown.length > 0 ? [readConversation(client, id)] : []),
    ...(isThreadShown ? [readNewest(client, id)] : []),
  ])
}

async function readConversation(client: QueryClient, id: string): Promise<void> {
  const query = conversationQuery(id)
  try {
    takeInConversation(client, await client.fetchQuery({ ...query, staleTime: 0 }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) dropConversation(client, id)
    // Whatever else it was, it is old now: the next time it is opened it is asked for again.
    else await client.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' })
  }
}

async function readNewest(client: QueryClient, id: string): Promise<void> {
  const { queryKey } = threadQuery(id)
  try {
    const first = await client.fetchQuery({
      queryKey: [queryKey[0], 'first'],
      queryFn: ({ signal }) => readThreadPage(id, { signal }),
      staleTime: 0,
      gcTime: 0,
    })
    rewriteThread(client, id, (data) => withNewestPage(data, first))
  } catch {
    // The line is gone or the server is busy: after it is back, all is read again.
    await client.invalidateQueries({ queryKey, refetchType: 'none' })
  }
}
