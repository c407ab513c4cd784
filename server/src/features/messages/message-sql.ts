import { MAX_UNANSWERED } from '@plinth/contract/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import { attachmentsJson, workCard } from '../../core/media/media-sql.ts'
import { depositOf, dollarsOf } from '../../core/money/money-sql.ts'
import { personJson } from '../../core/users/person-sql.ts'
import type { Shown } from '../../db/page-sql.ts'

const viewerId = sql`(select user_id from me)`

const attachments = attachmentsJson({ table: 'message_media', column: 'message_id', id: sql`p.id` })

/** The price of message `p` with its terms, which are the offer with the same id. */
const quote = sql`case when p.quote_cents is not null then json_build_object(
  'price', ${dollarsOf(sql`p.quote_cents`)}, 'deposit', ${dollarsOf(depositOf(sql`p.quote_cents`))},
  'deliverBy', terms.deliver_by, 'milestones', coalesce(terms.milestones, '[]'), 'picks', terms.picks,
  'projectId', p.project_id, 'isOpen', coalesce(terms.state = 'open', false),
  'isAccepted', coalesce(terms.state = 'accepted', false)) end`

/**
 * A message. The statement around it has to provide the viewer in `me` and to select only messages of theirs.
 */
export const shownMessage: Shown = {
  table: 'messages',
  columns: sql`
    p.id, p.conversation_id as "conversationId", p.sender_id as "senderId",
    p.receiver_id as "receiverId", ${personJson('s')} as sender, ${personJson('r')} as receiver,
    p.subject, p.content, p.message_type as "messageType", p.budget, p.timeline,
    p.brief_id is not null as "hasBrief",
    ${workCard} as work, ${attachments} as attachments, ${quote} as quote,
    ${isoTime(sql`p.declined_at`)} as "declinedAt", p.read_at is not null as "isRead", ${isoTime(sql`p.read_at`)} as "readAt",
    case when p.sender_id = ${viewerId} then p.client_id end as "clientId",
    ${isoTime(sql`p.created_at`)} as "createdAt"`,
  joins: sql`
    join users s on s.id = p.sender_id join users r on r.id = p.receiver_id
    left join project_offers terms on terms.id = p.id`,
}

/** Whether the viewer is one of the two people of message `p`. */
export const isOwnMessage = sql<boolean>`(${viewerId} in (p.sender_id, p.receiver_id))`

/**
 * Whether a conversation has reached the limit of messages without an answer from this person. Only its first messages
 * are read: without an answer among them, no more could be written.
 */
export const hasTooMuchUnanswered = (
  conversationId: RawBuilder<unknown>,
  receiverId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from (
    select sender_id from messages where conversation_id = ${conversationId}
    order by created_at, id limit ${sql.lit(MAX_UNANSWERED + 1)}) first
  having count(*) >= ${sql.lit(MAX_UNANSWERED)}
    and count(*) filter (where sender_id = ${receiverId}) = 0)`
