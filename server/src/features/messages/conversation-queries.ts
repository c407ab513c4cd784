import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type {
  Conversation,
  ConversationBox,
  listConversations,
} from '@plinth/contract/messages/conversations.ts'
import { sql, type RawBuilder } from 'kysely'
import { viewerPages, type PageInput } from '../../core/session/viewer-page-sql.ts'
import { meTable, type Who } from '../../core/session/viewer-sql.ts'
import { isBlockBetween } from '../../core/users/block-sql.ts'
import {
  byTime,
  cutStatement,
  onlyRow,
  pageJson,
  pastTime,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { Reads } from '../../db/reads.ts'
import { decodeTimeCursor, foundPage, type FoundPage } from '../../http/paging.ts'
import { shownConversation } from './message-sql.ts'

/** Each box has an index that gives its rows in order. */
const BOXES: Record<ConversationBox, RawBuilder<unknown>> = {
  inbox: sql`not is_archived`,
  unread: sql`unread_count > 0 and not is_archived`,
  business: sql`is_business and not is_archived`,
  archived: sql`is_archived`,
}

/** A page of the viewer's conversations, the one with the latest message first. */
const conversations = viewerPages<{ box: ConversationBox }, object, ViewerPageRow>(
  ({ box }, _, page) =>
    cutStatement<ViewerPageRow>(
      {
        ...page,
        sort: byTime(sql`p.last_message_at`),
        from: sql`(
          select conversation_id as id, last_message_at from conversation_members
          where user_id = (select user_id from me) and ${BOXES[box]}) p`,
        conditions: [],
      },
      sql`${pageJson(page.limit, shownConversation)} as json`,
    ),
)
export const conversationsStatement = (who: Who, box: ConversationBox, page: PageInput) =>
  conversations(who, page, { box }, {})

export async function findBox(
  reads: Reads,
  who: Who,
  { box = 'inbox', cursor, limit = PAGE_SIZE }: QueryOf<typeof listConversations>,
): Promise<FoundPage> {
  const page = { limit, after: pastTime(decodeTimeCursor(cursor, box)) }
  return foundPage(box, await reads.one(conversationsStatement(who, box, page)))
}

/** A conversation as seen by one of its two people; everybody else's is never found. */
export interface Membership {
  userId: string
  conversationId: string
}

export async function findConversation(
  db: Database,
  { userId, conversationId }: Membership,
): Promise<Conversation | null> {
  const { json } = await onlyRow(
    db,
    sql<{ json: string }>`
      with ${meTable({ viewerId: userId })},
      page as materialized (select ${conversationId}::uuid as id, 1 as place)
      select ${pageJson(1, shownConversation)} as json`,
  )
  const [conversation] = JSON.parse(json) as Conversation[]
  return conversation ?? null
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
