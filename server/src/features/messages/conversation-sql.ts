import { MAX_UNREAD_COUNT } from '@plinth/contract/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import { dollarsOf } from '../../core/money/money-sql.ts'
import { isBlockBetween, isBlocking } from '../../core/users/block-sql.ts'
import { personJson } from '../../core/users/person-sql.ts'
import type { Shown } from '../../db/page-sql.ts'

const MAX_EXCERPT_LENGTH = 300
/** So much of a message is looked at for its excerpt. */
const LOOKED_AT_LENGTH = 1_000

const viewerId = sql`(select user_id from me)`

/** Whether the viewer is one of the two people of a conversation. */
export const isMember = (conversationId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from conversation_members
  where conversation_id = ${conversationId}::uuid and user_id = ${viewerId})`

/** The beginning of message `l` in one line. */
const excerpt = sql`(
  select case when char_length(line) > ${sql.lit(MAX_EXCERPT_LENGTH)}
    then left(line, ${sql.lit(MAX_EXCERPT_LENGTH - 1)}) || '…' else line end
  from (select btrim(regexp_replace(
    left(l.content, ${sql.lit(LOOKED_AT_LENGTH)}), '\\s+', ' ', 'g')) as line) one)`

/** Conversations as every list shows them, to one of their two people: the viewer in `me`. */
export const shownConversation: Shown = {
  table: 'conversations',
  columns: sql`
    p.id, p.subject, ${personJson('u')} as other,
    json_build_object('id', l.id, 'senderId', l.sender_id, 'excerpt', ${excerpt},
      'attachmentCount', (select count(*) from message_media f where f.message_id = l.id),
      'quote', ${dollarsOf(sql`l.quote_cents`)},
      'isRead', l.read_at is not null, 'createdAt', l.created_at) as last,
    case when q.id is not null then json_build_object('id', q.id, 'senderId', q.sender_id,
      'budget', q.budget, 'timeline', q.timeline, 'declinedAt', q.declined_at) end as inquiry,
    least(mine.unread_count, ${sql.lit(MAX_UNREAD_COUNT)}) as "unreadCount",
    mine.is_archived as "isArchived", mine.is_muted as "isMuted",
    not u.is_gone and not ${isBlockBetween(viewerId, sql`u.id`)} as "canWrite",
    ${isBlocking(viewerId, sql`u.id`)} as "isBlocked"`,
  joins: sql`
    join conversation_members mine
      on mine.conversation_id = p.id and mine.user_id = ${viewerId}
    join users u on u.id = mine.other_id
    join messages l on l.id = p.last_message_id
    left join messages q on q.id = p.inquiry_id`,
}
