import { MAX_UNANSWERED, MAX_UNREAD_COUNT } from '@plinth/contract/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import {
  workCard,
  audioJson,
  documentJson,
  pictureJson,
  videoJson,
} from '../../core/media/media-sql.ts'
import { depositOf, dollarsOf } from '../../core/money/money-sql.ts'
import { isNotBlocked } from '../../core/users/block-sql.ts'
import { personJson } from '../../core/users/person-sql.ts'
import type { Given, Shown } from '../../db/page-sql.ts'

const viewerId = sql`(select user_id from me)`

const attachments = sql`(
  select coalesce(json_agg(json_build_object('id', m.id, 'kind', m.kind, 'fileName', m.file_name,
    'bytes', m.bytes, 'picture', ${pictureJson()}, 'video', ${videoJson()}, 'audio', ${audioJson()},
    'document', ${documentJson()}) order by f.position), '[]')
  from message_media f join media m on m.id = f.media_id where f.message_id = p.id)`

/** The price of message `p` with its terms, which are the offer with the same id. */
const quote = sql`case when p.quote_cents is not null then json_build_object(
  'price', ${dollarsOf(sql`p.quote_cents`)}, 'deposit', ${dollarsOf(depositOf(sql`p.quote_cents`))},
  'deliverBy', terms.deliver_by, 'milestones', coalesce(terms.milestones, '[]'),
  'projectId', p.project_id, 'isOpen', coalesce(terms.state = 'open', false),
  'isAccepted', coalesce(terms.state = 'accepted', false)) end`

const messageColumns = (
  work: RawBuilder<unknown>,
  files: RawBuilder<unknown>,
  price: RawBuilder<unknown>,
) => sql`
  p.id, p.conversation_id as "conversationId", p.sender_id as "senderId",
  p.receiver_id as "receiverId", ${personJson('s')} as sender, ${personJson('r')} as receiver,
  p.subject, p.content, p.message_type as "messageType", p.budget, p.timeline,
  ${work} as work, ${files} as attachments, ${price} as quote,
  ${isoTime(sql`p.declined_at`)} as "declinedAt", p.read_at is not null as "isRead", ${isoTime(sql`p.read_at`)} as "readAt",
  case when p.sender_id = ${viewerId} then p.client_id end as "clientId",
  ${isoTime(sql`p.created_at`)} as "createdAt"`

const people = sql`join users s on s.id = p.sender_id join users r on r.id = p.receiver_id`

/**
 * A message. The statement around it has to provide the viewer in `me` and to select only messages of theirs.
 */
export const shownMessage: Shown = {
  table: 'messages',
  columns: messageColumns(workCard, attachments, quote),
  joins: sql`${people} left join project_offers terms on terms.id = p.id`,
}

/** The same for messages that are not special. */
export const plainMessage: Shown = {
  table: 'messages',
  columns: messageColumns(sql`null`, sql`'[]'::json`, sql`null`),
  joins: people,
}

/** The ids of the messages in `page` with a work, files or a price; null if there are none. */
export const specialMessages = (limit: Given<number>): RawBuilder<string[] | null> => sql<
  string[] | null
>`(
  select array_agg(p.id::text) from page join messages p on p.id = page.id
  where page.place <= ${limit}::int and (p.item_id is not null or p.quote_cents is not null
    or (select true from message_media f where f.message_id = p.id limit 1) is not null))`

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

const MAX_EXCERPT_LENGTH = 300
/** Only this much of a message is read to make its excerpt. */
const EXCERPT_SOURCE_LENGTH = 1_000

/** Whether the viewer is one of the two people of a conversation. */
export const isMember = (
  conversationId: Given<string>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from conversation_members
  where conversation_id = ${conversationId}::uuid and user_id = ${viewerId})`

/**
 * The beginning of message `l` on one line. Most messages are one line already, and a regular expression costs more than
 * everything else of a conversation.
 */
const excerpt = sql`(
  select case when char_length(line) > ${sql.lit(MAX_EXCERPT_LENGTH)}
    then left(line, ${sql.lit(MAX_EXCERPT_LENGTH - 1)}) || '…' else line end
  from (
    select btrim(case when ${sql.join(
      ['  ', '\n', '\r', '\t', '\f', '\v'].map(
        (space) => sql`strpos(start, ${sql.lit(space)}) > 0`,
      ),
      sql` or `,
    )}
      then regexp_replace(start, '\\s+', ' ', 'g') else start end) as line
    from (select left(l.content, ${sql.lit(EXCERPT_SOURCE_LENGTH)}) as start offset 0) text offset 0) one)`

/** The viewer's few blocks are read once for a page. */
const isBlockedByViewer = sql`(u.id = any (array(
  select blocked_id from blocks where blocker_id = ${viewerId})))`

/** The columns of a conversation in every list, for the viewer in `me`, who is one of its two people. */
export const shownConversation: Shown = {
  table: 'conversations',
  columns: sql`
    p.id, p.subject, ${personJson('u')} as other,
    json_build_object('id', l.id, 'senderId', l.sender_id, 'excerpt', ${excerpt},
      'attachmentCount', cardinality(array(select 1 from message_media f where f.message_id = l.id)),
      'quote', ${dollarsOf(sql`l.quote_cents`)},
      'isRead', l.read_at is not null, 'createdAt', ${isoTime(sql`l.created_at`)}) as last,
    case when q.id is not null then json_build_object('id', q.id, 'senderId', q.sender_id,
      'budget', q.budget, 'timeline', q.timeline, 'declinedAt', ${isoTime(sql`q.declined_at`)}) end as inquiry,
    least(mine.unread_count, ${sql.lit(MAX_UNREAD_COUNT)}) as "unreadCount",
    mine.is_archived as "isArchived", mine.is_muted as "isMuted",
    not u.is_gone and ${isNotBlocked(sql`u.id`)} as "canWrite",
    ${isBlockedByViewer} as "isBlocked"`,
  joins: sql`
    join conversation_members mine
      on mine.conversation_id = p.id and mine.user_id = ${viewerId}
    join users u on u.id = mine.other_id
    join messages l on l.id = p.last_message_id
    left join messages q on q.id = p.inquiry_id`,
}
