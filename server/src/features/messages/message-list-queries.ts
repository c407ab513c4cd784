import type { Message } from '@plinth/contract/messages/messages.ts'
import { sql, type RawBuilder } from 'kysely'
import { meTable } from '../../core/session/viewer-sql.ts'
import {
  byTime,
  fetchedFor,
  olderThan,
  onlyRow,
  pageJson,
  pageStatement,
  pastTime,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../http/paging.ts'
import { isMember, isOwnMessage, shownMessage } from './message-sql.ts'

/** The name of a list in its cursors, which other lists refuse. */
type MessageList = 'messages' | 'thread'

export interface MessagesInput {
  userId: string
  limit: number
  after: TimePosition | null
}

/** Messages that somebody sent or received, newest first. Each side is read from its own index, then they are merged. */
export function messagesStatement({
  userId,
  limit,
  after,
}: MessagesInput): RawBuilder<ViewerPageRow> {
  const side = (column: 'sender_id' | 'receiver_id') => sql`(
    select m.id, m.created_at from messages m
    where m.${sql.ref(column)} = (select user_id from me)
      ${olderThan(sql`m.created_at`, sql`m.id`, after)}
    order by m.created_at desc, m.id desc limit ${fetchedFor(limit)})`
  return pageStatement({
    me: meTable({ viewerId: userId }),
    sort: byTime(sql`p.created_at`),
    from: sql`(${side('sender_id')} union all ${side('receiver_id')}) p`,
    conditions: [],
    limit,
    after: pastTime(after),
    shown: shownMessage,
  })
}

/** The messages of a conversation, newest first. `isMember` tells whether this person is one of its two people. */
export const threadStatement = (
  conversationId: string,
  { userId, limit, after }: MessagesInput,
): RawBuilder<ViewerPageRow & { isMember: boolean }> =>
  pageStatement({
    me: meTable({ viewerId: userId }),
    sort: byTime(sql`p.created_at`),
    from: sql`messages p`,
    conditions: [sql`p.conversation_id = ${conversationId}::uuid`, isMember(conversationId)],
    columns: sql`, ${isMember(conversationId)} as "isMember"`,
    limit,
    after: pastTime(after),
    shown: shownMessage,
  })

export async function listOwnMessages(db: Database, input: MessagesInput): Promise<Page<Message>> {
  return pageOf('messages', await onlyRow(db, messagesStatement(input)))
}

/** Null when this person is not in the conversation. */
export async function listThread(
  db: Database,
  conversationId: string,
  input: MessagesInput,
): Promise<Page<Message> | null> {
  const row = await onlyRow(db, threadStatement(conversationId, input))
  return row.isMember ? pageOf('thread', row) : null
}

const pageOf = (list: MessageList, { json, last }: ViewerPageRow) =>
  new Page(JSON.parse(json) as Message[], cursorAfter(list, last))

/** A message as one of its two people sees it. */
export async function findMessage(
  db: Database,
  { userId, id }: { userId: string; id: string },
): Promise<Message | null> {
  const { json } = await onlyRow(
    db,
    sql<{ json: string }>`
      with ${meTable({ viewerId: userId })},
      page as materialized (
        select p.id, 1 as place from messages p where p.id = ${id}::uuid and ${isOwnMessage})
      select ${pageJson(1, shownMessage)} as json`,
  )
  const [message] = JSON.parse(json) as Message[]
  return message ?? null
}
