import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { listMessages, Message } from '@plinth/contract/messages/messages.ts'
import { sql } from 'kysely'
import { viewerPages, viewerReads, type PageInput } from '../../core/session/viewer-page-sql.ts'
import type { Who } from '../../core/session/viewer-sql.ts'
import {
  byTime,
  cutStatement,
  pageJson,
  pastTime,
  timeOfMicros,
  type Given,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Reads } from '../../db/reads.ts'
import { completed } from '../../db/specials.ts'
import { unreadConversations } from '../../db/unread-sql.ts'
import type { HotRow } from '../../http/mount.ts'
import { decodeTimeCursor, foundPage, type FoundPage } from '../../http/paging.ts'
import {
  isMember,
  isOwnMessage,
  plainMessage,
  shownMessage,
  specialMessages,
} from './message-sql.ts'

/** The name of a list in its cursors, which other lists refuse. */
type MessageList = 'messages' | 'thread'

type MessagesRow = ViewerPageRow & { special: string[] | null }

/** A page as its statement reads it and `completedPage` completes it. */
const plainPage = (limit: Given<number>) =>
  sql`${pageJson(limit, plainMessage)} as json, ${specialMessages(limit)} as special`

/** Messages that the viewer sent or received, newest first. Each side is read from its own index, then they are merged. */
const messages = viewerPages<object, object, MessagesRow>((_, __, page) => {
  const passed =
    page.after === null
      ? sql``
      : sql`and (m.created_at, m.id) < (${timeOfMicros(page.after.key)}, ${page.after.id}::uuid)`
  const side = (column: 'sender_id' | 'receiver_id') => sql`(
    select m.id, m.created_at from messages m
    where m.${sql.ref(column)} = (select user_id from me) ${passed}
    order by m.created_at desc, m.id desc limit ${page.fetched})`
  return cutStatement<MessagesRow>(
    {
      ...page,
      sort: byTime(sql`p.created_at`),
      from: sql`(${side('sender_id')} union all ${side('receiver_id')}) p`,
      conditions: [],
    },
    plainPage(page.limit),
  )
})
export const messagesStatement = (who: Who, page: PageInput) => messages(who, page, {}, {})

type ThreadRow = MessagesRow & { isMember: boolean }

/** The messages of a conversation, newest first. `isMember` tells whether the viewer is one of its two people. */
const thread = viewerPages<object, { conversationId: string }, ThreadRow>(
  (_, { conversationId }, page) =>
    cutStatement<ThreadRow>(
      {
        ...page,
        sort: byTime(sql`p.created_at`),
        from: sql`messages p`,
        conditions: [sql`p.conversation_id = ${conversationId}::uuid`, isMember(conversationId)],
        columns: sql`, ${isMember(conversationId)} as "isMember"`,
      },
      plainPage(page.limit),
    ),
)
export const threadStatement = (who: Who, conversationId: string, page: PageInput) =>
  thread(who, page, {}, { conversationId })

type PagingQuery = QueryOf<typeof listMessages>
const pageOf = (list: MessageList, { cursor, limit = PAGE_SIZE }: PagingQuery): PageInput => ({
  limit,
  after: pastTime(decodeTimeCursor(cursor, list)),
})

export const findOwnMessages = async (
  reads: Reads,
  who: Who,
  query: PagingQuery,
): Promise<FoundPage> => {
  const row = await reads.one(messagesStatement(who, pageOf('messages', query)))
  return foundPage('messages', { ...row, json: await completedPage(reads, who, row) })
}

/** Null JSON when the viewer is not in the conversation. */
export async function findThread(
  reads: Reads,
  who: Who,
  conversationId: string,
  query: PagingQuery,
): Promise<FoundPage> {
  const row = await reads.one(threadStatement(who, conversationId, pageOf('thread', query)))
  const json = row.isMember ? await completedPage(reads, who, row) : row.json
  return foundPage('thread', { ...row, json }, row.isMember)
}

const specials = viewerReads<object, { ids: string[] }, MessageRow>(
  (_, { ids }, me) => sql<MessageRow>`
    with ${me},
    page as materialized (
      select p.id, 1 as place from messages p
      where p.id = any ((select ${ids}::uuid[])::uuid[]) and ${isOwnMessage})
    select ${pageJson(1, shownMessage)} as json`,
)
export const specialsStatement = (who: Who, ids: string[]) => specials(who, {}, { ids })

const completedPage = (
  reads: Reads,
  who: Who,
  { json, special }: Pick<MessagesRow, 'json' | 'special'>,
): Promise<string> =>
  completed<Message>(json, special, async (ids) =>
    messagesOf(await reads.rows(specialsStatement(who, ids))),
  )

/** How many of the viewer's conversations have something unread, up to the cap. */
export const unreadMessagesOf = viewerReads<object, object, HotRow>(
  (_, __, me) => sql<HotRow>`
    with ${me}
    select (select user_id from me) as "viewerId",
      json_build_object('count', ${unreadConversations(sql`(select user_id from me)`)})::text as json`,
)

interface MessageRow {
  json: string
}

const oneMessage = viewerReads<object, { id: string }, MessageRow>(
  (_, { id }, me) => sql<MessageRow>`
    with ${me},
    page as materialized (
      select p.id, 1 as place from messages p where p.id = ${id}::uuid and ${isOwnMessage})
    select ${pageJson(1, shownMessage)} as json`,
)
export const messageStatement = (viewerId: string, id: string) =>
  oneMessage({ viewerId }, {}, { id })

export const messagesOf = (rows: readonly MessageRow[]): Message[] =>
  rows.flatMap(({ json }) => JSON.parse(json) as Message[])

/** A message as one of its two people sees it. */
export async function findMessage(
  reads: Reads,
  { userId, id }: { userId: string; id: string },
): Promise<Message | null> {
  const [message] = messagesOf(await reads.rows(messageStatement(userId, id)))
  return message ?? null
}
