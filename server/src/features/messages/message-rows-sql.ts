import type { MessageType } from '@plinth/contract/messages/messages.ts'
import { sql } from 'kysely'
import type { PersonCard } from '../../core/users/people-card-queries.ts'
import {
  timeJson,
  wordJson,
  words,
  wordsOf,
  wordsOrEmpty,
  type Listed,
  type ListRow,
} from '../../db/page-rows-sql.ts'
import type { ListItem } from '../../db/specials.ts'

const PLAIN: MessageType = 'general'

export interface MessageRow extends ListRow {
  subject: string
  content: string
  clientId: string | null
  /** What only inquiries have. */
  inquiry: string | null
}

/**
 * The columns of message `m`, one of the viewer's in `me`. Those with a work, files or a price are special, and the rest
 * of them is read by itself.
 */
export const messageColumns = sql`
  ${words(
    sql`m.id`,
    sql`m.created_at`,
    sql`m.conversation_id`,
    sql`m.sender_id`,
    sql`m.receiver_id`,
    sql`(m.item_id is not null or m.quote_cents is not null
      or (select true from message_media f where f.message_id = m.id limit 1) is not null)::int`,
    sql`m.read_at`,
  )} as row,
  m.subject, m.content, case when m.sender_id = me.user_id then m.client_id end as "clientId",
  case when m.message_type <> ${sql.lit(PLAIN)} then ${wordsOrEmpty(
    sql`m.message_type`,
    sql`m.budget`,
    sql`m.timeline`,
    sql`m.declined_at`,
    sql`(m.brief_id is not null)::int`,
  )} end as inquiry`

type Shown = Listed<MessageRow>

/** The two people of each of these messages. */
export const peopleOfMessages = (rows: readonly Shown[]): string[] =>
  rows.flatMap(({ words: [, , , senderId = '', receiverId = ''] }) => [senderId, receiverId])

/** The contract's Message of each row as JSON, without what special ones have. */
export const messageItems = (
  rows: readonly Shown[],
  people: ReadonlyMap<string, PersonCard>,
): ListItem[] =>
  rows.flatMap(({ words: shown, row }) => {
    const [id = '', created, conversationId = '', senderId = '', receiverId = '', special, read] =
      shown
    const { subject, content, clientId, inquiry } = row
    const [sender, receiver] = [people.get(senderId), people.get(receiverId)]
    if (sender === undefined || receiver === undefined) return []
    const [type, budget, timeline, declined, hasBrief] =
      inquiry === null ? [PLAIN] : wordsOf(inquiry)
    const json =
      `{"id":"${id}","conversationId":"${conversationId}","senderId":"${senderId}","receiverId":"${receiverId}"` +
      `,"sender":${sender.creator},"receiver":${receiver.creator}` +
      `,"subject":${JSON.stringify(subject)},"content":${JSON.stringify(content)}` +
      `,"messageType":${wordJson(type)},"budget":${wordJson(budget)},"timeline":${wordJson(timeline)}` +
      `,"hasBrief":${hasBrief === '1'}` +
      `,"work":null,"attachments":[],"quote":null,"declinedAt":${timeJson(declined)}` +
      `,"isRead":${read !== undefined},"readAt":${timeJson(read)},"clientId":${wordJson(clientId ?? '')}` +
      `,"createdAt":${timeJson(created)}}`
    return [{ id, json, isSpecial: special === '1' }]
  })
