import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type {
  Conversation,
  ConversationBox,
  listConversations,
} from '@plinth/contract/messages/conversations.ts'
import { sql, type RawBuilder } from 'kysely'
import { viewerPages, viewerReads, type PageInput } from '../../core/session/viewer-page-sql.ts'
import type { Who } from '../../core/session/viewer-sql.ts'
import { isBlockBetween } from '../../core/users/block-sql.ts'
import { peopleCards } from '../../core/users/people-card-queries.ts'
import { rowPage, viewerRows } from '../../db/page-rows-sql.ts'
import { olderThan, pastTime } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { jsonList } from '../../http/json.ts'
import { decodeTimeCursor, foundPage, type FoundPage } from '../../http/paging.ts'
import {
  conversationItems,
  conversationRows,
  peopleOfConversations,
  type ConversationRow,
} from './conversation-rows-sql.ts'

/** Each box has an index that gives its rows in order. */
const BOXES: Record<ConversationBox, RawBuilder<unknown>> = {
  inbox: sql`not m.is_archived`,
  unread: sql`m.unread_count > 0 and not m.is_archived`,
  business: sql`m.is_business and not m.is_archived`,
  archived: sql`m.is_archived`,
}

/**
 * A page of the viewer's conversations, the one with the latest message first. The index of the box gives their ids in
 * order; only the rows of the page are read.
 */
const conversations = viewerPages<{ box: ConversationBox }, object, ConversationRow>(
  ({ box }, _, { me, fetched, after }) =>
    viewerRows(
      me,
      sql`${conversationRows(sql`
          select m.conversation_id, m.last_message_at from conversation_members m
          where m.user_id = me.user_id and ${BOXES[box]}
            ${olderThan(sql`m.last_message_at`, sql`m.conversation_id`, after && { micros: after.key, id: after.id })}
          order by m.last_message_at desc, m.conversation_id desc limit ${fetched}`)}
        order by found.last_message_at desc, found.conversation_id desc`,
    ),
)
export const conversationsStatement = (who: Who, box: ConversationBox, page: PageInput) =>
  conversations(who, page, { box }, {})

type ReadDeps = Pick<Deps, 'reads'>

export async function findBox(
  deps: ReadDeps,
  who: Who,
  { box = 'inbox', cursor, limit = PAGE_SIZE }: QueryOf<typeof listConversations>,
): Promise<FoundPage> {
  const page = { limit, after: pastTime(decodeTimeCursor(cursor, box)) }
  const rows = await deps.reads.rows(conversationsStatement(who, box, page))
  const { shown, ...rest } = rowPage(rows, limit)
  const people = await peopleCards(deps).find(peopleOfConversations(shown))
  return foundPage(box, { ...rest, json: jsonList(conversationItems(shown, people)) })
}

/** A conversation as seen by one of its two people; everybody else's is never found. */
export interface Membership {
  userId: string
  conversationId: string
}

const oneConversation = viewerReads<object, { id: string }, ConversationRow>((_, { id }, me) =>
  viewerRows(me, conversationRows(sql`select ${id}::uuid as conversation_id`)),
)

export async function findConversation(
  deps: ReadDeps,
  { userId, conversationId }: Membership,
): Promise<Conversation | null> {
  const rows = await deps.reads.rows(
    oneConversation({ viewerId: userId }, {}, { id: conversationId }),
  )
  const { shown } = rowPage(rows, 1)
  const people = await peopleCards(deps).find(peopleOfConversations(shown))
  const [json] = conversationItems(shown, people)
  return json === undefined ? null : (JSON.parse(json) as Conversation)
}

/** Sets the given flags and leaves the others. Returns false when this person has no such conversation. */
export async function setMembership(
  db: Database,
  { userId, conversationId }: Membership,
  { isArchived, isMuted }: { isArchived?: boolean | undefined; isMuted?: boolean | undefined },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update conversation_members set
      is_archived = coalesce(${isArchived ?? null}::boolean, is_archived),
      is_muted = coalesce(${isMuted ?? null}::boolean, is_muted)
    where conversation_id = ${conversationId}::uuid and user_id = ${userId}::uuid`.execute(db)
  return numAffectedRows === 1n
}

/** The other person, and whether neither blocks the other; undefined when this person has no such conversation. */
export async function findOther(
  db: Database,
  { userId, conversationId }: Membership,
): Promise<{ otherId: string; isListening: boolean } | undefined> {
  const { rows } = await sql<{ otherId: string; isListening: boolean }>`
    select other_id as "otherId", not ${isBlockBetween(sql`user_id`, sql`other_id`)} as "isListening"
    from conversation_members
    where conversation_id = ${conversationId}::uuid and user_id = ${userId}::uuid`.execute(db)
  return rows[0]
}

/** The conversations with a message that has this file, each with its two people. */
export async function findConversationsWithFile(
  db: Database,
  mediaId: string,
): Promise<{ id: string; userIds: string[] }[]> {
  const { rows } = await sql<{ id: string; userIds: string[] }>`
    select distinct m.conversation_id as id, array[m.sender_id::text, m.receiver_id::text] as "userIds"
    from message_media f join messages m on m.id = f.message_id
    where f.media_id = ${mediaId}::uuid`.execute(db)
  return rows
}
