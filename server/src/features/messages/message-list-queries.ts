import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { listMessages, Message } from '@plinth/contract/messages/messages.ts'
import { sql } from 'kysely'
import {
  viewerPages,
  viewerReads,
  type PageInput,
  type PageSlots,
} from '../../core/session/viewer-page-sql.ts'
import type { Who } from '../../core/session/viewer-sql.ts'
import { peopleCards } from '../../core/users/people-card-queries.ts'
import { rowPage, viewerRows } from '../../db/page-rows-sql.ts'
import { olderThan, pageJson, pastTime } from '../../db/page-sql.ts'
import type { Reads } from '../../db/reads.ts'
import { completed } from '../../db/specials.ts'
import { unreadConversations } from '../../db/unread-sql.ts'
import type { Deps } from '../../deps.ts'
import { jsonList } from '../../http/json.ts'
import type { HotRow } from '../../http/mount.ts'
import { decodeTimeCursor, foundPage, type FoundPage } from '../../http/paging.ts'
import {
  messageColumns,
  messageItems,
  peopleOfMessages,
  type MessageRow,
} from './message-rows-sql.ts'
import { isOwnMessage, shownMessage } from './message-sql.ts'

/** The name of a list in its cursors, which other lists refuse. */
type MessageList = 'messages' | 'thread'

/** Messages that the viewer sent or received, newest first. Each side is read from its own index, then they are merged. */
const messages = viewerPages<object, object, MessageRow>((_, __, { me, fetched, after }) => {
  const side = (column: 'sender_id' | 'receiver_id') => sql`(
    select ${sql.raw(READ_COLUMNS)} from messages s
    where s.${sql.ref(column)} = me.user_id ${passed(after, 's')}
    order by s.created_at desc, s.id desc limit ${fetched})`
  return viewerRows(
    me,
    sql`select ${messageColumns} from (${side('sender_id')} union all ${side('receiver_id')}) m
      order by m.created_at desc, m.id desc limit ${fetched}`,
  )
})
export const messagesStatement = (who: Who, page: PageInput) => messages(who, page, {}, {})

/** What `messageColumns` needs of a message. */
const READ_COLUMNS = [
  'id, conversation_id, sender_id, receiver_id, subject, content, message_type, budget, timeline',
  'item_id, quote_cents, brief_id, declined_at, read_at, client_id, created_at',
].join(', ')

const passed = (after: PageSlots['after'], table: string) =>
  olderThan(
    sql.ref(`${table}.created_at`),
    sql.ref(`${table}.id`),
    after && { micros: after.key, id: after.id },
  )

type ThreadRow = MessageRow & { isMember: boolean }

/** The messages of a conversation, newest first. `isMember` tells whether the viewer is one of its two people. */
const thread = viewerPages<object, { conversationId: string }, ThreadRow>(
  (_, { conversationId }, { me, fetched, after }) =>
    viewerRows(
      me,
      // The index gives the ids in order, and only the messages of the page are read.
      sql`select ${messageColumns} from (
          select s.id, s.created_at from messages s
          where s.conversation_id = mine.conversation_id ${passed(after, 's')}
          order by s.created_at desc, s.id desc limit ${fetched}) found
        join messages m on m.id = found.id
        order by found.created_at desc, found.id desc`,
      {
        joins: sql`left join conversation_members mine
          on mine.conversation_id = ${conversationId}::uuid and mine.user_id = me.user_id`,
        columns: sql`, mine.user_id is not null as "isMember"`,
      },
    ),
)
export const threadStatement = (who: Who, conversationId: string, page: PageInput) =>
  thread(who, page, {}, { conversationId })

type PagingQuery = QueryOf<typeof listMessages>
const pageOf = (list: MessageList, { cursor, limit = PAGE_SIZE }: PagingQuery): PageInput => ({
  limit,
  after: pastTime(decodeTimeCursor(cursor, list)),
})

type ReadDeps = Pick<Deps, 'reads'>

export async function findOwnMessages(
  deps: ReadDeps,
  who: Who,
  query: PagingQuery,
): Promise<FoundPage> {
  const page = pageOf('messages', query)
  const rows = await deps.reads.rows(messagesStatement(who, page))
  return foundPage('messages', await completedPage(deps, who, rows, page.limit))
}

/** Null JSON when the viewer is not in the conversation. */
export async function findThread(
  deps: ReadDeps,
  who: Who,
  conversationId: string,
  query: PagingQuery,
): Promise<FoundPage> {
  const page = pageOf('thread', query)
  const rows = await deps.reads.rows(threadStatement(who, conversationId, page))
  const isMember = rows[0]?.isMember ?? false
  return foundPage('thread', await completedPage(deps, who, rows, page.limit), isMember)
}

const specials = viewerReads<object, { ids: string[] }, JsonRow>(
  (_, { ids }, me) => sql<JsonRow>`
    with ${me},
    page as materialized (
      select p.id, 1 as place from messages p
      where p.id = any ((select ${ids}::uuid[])::uuid[]) and ${isOwnMessage})
    select ${pageJson(1, shownMessage)} as json`,
)
export const specialsStatement = (who: Who, ids: string[]) => specials(who, {}, { ids })

async function completedPage(
  deps: ReadDeps,
  who: Who,
  rows: readonly MessageRow[],
  limit: number,
): Promise<Parameters<typeof foundPage>[1]> {
  const { shown, ...rest } = rowPage(rows, limit)
  const people = await peopleCards(deps).find(peopleOfMessages(shown))
  const items = await completed(messageItems(shown, people), async (ids) =>
    messagesOf(await deps.reads.rows(specialsStatement(who, ids))),
  )
  return { ...rest, json: jsonList(items) }
}

/** How many of the viewer's conversations have something unread, up to the cap. */
export const unreadMessagesOf = viewerReads<object, object, HotRow>(
  (_, __, me) => sql<HotRow>`
    with ${me}
    select (select user_id from me) as "viewerId",
      json_build_object('count', ${unreadConversations(sql`(select user_id from me)`)})::text as json`,
)

interface JsonRow {
  json: string
}

const oneMessage = viewerReads<object, { id: string }, JsonRow>(
  (_, { id }, me) => sql<JsonRow>`
    with ${me},
    page as materialized (
      select p.id, 1 as place from messages p where p.id = ${id}::uuid and ${isOwnMessage})
    select ${pageJson(1, shownMessage)} as json`,
)
export const messageStatement = (viewerId: string, id: string) =>
  oneMessage({ viewerId }, {}, { id })

export const messagesOf = (rows: readonly JsonRow[]): Message[] =>
  rows.flatMap(({ json }) => JSON.parse(json) as Message[])

/** A message as one of its two people sees it. */
export async function findMessage(
  reads: Reads,
  { userId, id }: { userId: string; id: string },
): Promise<Message | null> {
  const [message] = messagesOf(await reads.rows(messageStatement(userId, id)))
  return message ?? null
}
