import {
  CONVERSATIONS_PER_DAY,
  CONVERSATIONS_PER_HOUR,
  MAX_UNANSWERED,
} from '@plinth/contract/limits.ts'
import { inquirySubject } from '@plinth/contract/messages/messages.ts'
import { sql } from 'kysely'
import { isBlockBetween } from '../../core/users/block-sql.ts'
import { takeLock } from '../../db/locks.ts'
import { newId } from '../../db/id.ts'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { bareSubject, type NewMessage, type Refusal, type Written } from './message-rules.ts'

/**
 * Writes a message into the conversation of its two people and its subject, creating that if needed, updates the
 * unread counter and adds an outbox row for the notification, all in one transaction. Returns the reason if it refuses.
 *
 * In a caller's transaction it has to come first, because locks are taken in this order: the sender, their files, the
 * conversation, its messages.
 */
export function insertMessage(db: Database, message: NewMessage): Promise<Written | Refusal> {
  return db.isTransaction
    ? insertIn(db, message)
    : db.transaction().execute((trx) => insertIn(trx, message))
}

async function insertIn(trx: Database, message: NewMessage): Promise<Written | Refusal> {
  await takeLock(trx, 'messagesOf', message.senderId)
  const facts = await findFacts(trx, message)
  if (facts.known !== null) {
    const { isSame, ...known } = facts.known
    return isSame ? { ...known, isNew: false } : 'taken'
  }
  if (!facts.isThere) return 'no receiver'
  if (facts.isBlocked) return 'blocked'
  if (message.itemId !== null && facts.workTitle === null) return 'no work'
  if (facts.fileCount !== message.mediaIds.length) return 'no file'
  const isInquiry = message.messageType === 'business_inquiry'
  const subject = message.subject ?? (isInquiry ? inquirySubject(facts.workTitle) : '')
  const conversationId = await lockConversation(trx, { ...message, subject })
  if (typeof conversationId !== 'string') return conversationId.refusal
  const id = await addMessage(trx, conversationId, { ...message, subject })
  return { id, conversationId, isNew: true }
}

interface Facts {
  /** The message that already has this client id; `isSame` if it has the same content. */
  known: { id: string; conversationId: string; isSame: boolean } | null
  isThere: boolean
  isBlocked: boolean
  workTitle: string | null
  fileCount: number
}

/**
 * Reads everything that decides whether the message can be written. Locks its files, in the same order as posts do,
 * because sending makes them private.
 */
function findFacts(trx: Database, message: NewMessage): Promise<Facts> {
  const { senderId, receiverId, content, messageType, mediaIds, clientId, itemId } = message
  return onlyRow(
    trx,
    sql<Facts>`
      with files as materialized (
        select m.id from media m
        where m.id = any (${mediaIds}::uuid[]) and m.owner_id = ${senderId}::uuid
          and m.state <> 'failed'
        order by m.id for no key update)
      select (
          select json_build_object('id', k.id, 'conversationId', k.conversation_id, 'isSame',
            k.receiver_id = ${receiverId}::uuid and k.content = ${content}
            and k.message_type = ${messageType}
            and k.quote_cents is not distinct from ${message.quoteCents}::bigint
            and array(select f.media_id from message_media f where f.message_id = k.id
              order by f.position) = ${mediaIds}::uuid[])
          from messages k
          where k.sender_id = ${senderId}::uuid and k.client_id = ${clientId}::uuid) as known,
        exists (select 1 from users u
          where u.id = ${receiverId}::uuid and not u.is_gone) as "isThere",
        ${isBlockBetween(sql`${senderId}::uuid`, sql`${receiverId}::uuid`)} as "isBlocked",
        (select i.title from portfolio_items i where i.id = ${itemId}::uuid and i.is_listed
          and i.creator_id in (${senderId}::uuid, ${receiverId}::uuid)) as "workTitle",
        (select count(*)::int from files) as "fileCount"`,
  )
}

type Addressed = NewMessage & { subject: string }

/** Finds or creates the conversation of a message, and locks it until the transaction ends. */
async function lockConversation(
  trx: Database,
  { senderId, receiverId, subject }: Addressed,
): Promise<string | { refusal: Refusal }> {
  const bare = bareSubject(subject)
  const pair = sql`least(${senderId}::uuid, ${receiverId}::uuid),
    greatest(${senderId}::uuid, ${receiverId}::uuid)`
  const find = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from conversations
      where (low_id, high_id) = (${pair}) and subject_key = subject_key(${bare})
      for no key update`.execute(trx)
    return rows[0]?.id
  }
  const known = await find()
  if (known !== undefined) {
    const isTooMuch = await isUnanswered(trx, { conversationId: known, by: receiverId })
    return isTooMuch ? { refusal: 'unanswered' } : known
  }
  const waitSeconds = await findWait(trx, senderId)
  if (waitSeconds !== null) return { refusal: { waitSeconds } }
  await sql`
    insert into conversations (id, low_id, high_id, subject, subject_key, started_by)
    values (${newId()}::uuid, ${pair}, ${bare}, subject_key(${bare}), ${senderId}::uuid)
    on conflict on constraint conversations_same do nothing`.execute(trx)
  // The other person may have created it at the same moment.
  const begun = await find()
  if (begun === undefined) throw new Error('a conversation was deleted right after it was created')
  return begun
}

/** Inserts the message into a locked conversation. */
async function addMessage(
  trx: Database,
  conversationId: string,
  message: Addressed,
): Promise<string> {
  const { senderId, receiverId, subject, content, messageType, budget, timeline } = message
  const id = newId()
  await sql`
    with message as (
      insert into messages (id, conversation_id, sender_id, receiver_id, subject, content,
        message_type, budget, timeline, item_id, quote_cents, client_id, search)
      values (${id}::uuid, ${conversationId}::uuid, ${senderId}::uuid, ${receiverId}::uuid, ${subject},
        ${content}, ${messageType}, ${budget}, ${timeline}, ${message.itemId}::uuid,
        ${message.quoteCents}::bigint, ${message.clientId}::uuid, message_doc(${senderId}::uuid, ${receiverId}::uuid,
          ${`${subject}\n${content}`}))
      returning id, conversation_id, sender_id, receiver_id, created_at,
        message_type = 'business_inquiry' as is_inquiry),
    filed as (
      insert into message_media (message_id, position, media_id)
      select message.id, f.position - 1, f.id
      from message, unnest(${message.mediaIds}::uuid[]) with ordinality as f (id, position)),
    members as (
      insert into conversation_members as side (conversation_id, user_id, other_id, last_message_at,
        unread_count, is_business)
      select m.conversation_id, s.user_id, s.other_id, m.created_at, s.unread, m.is_inquiry
      from message m cross join lateral (values
        (m.sender_id, m.receiver_id, 0), (m.receiver_id, m.sender_id, 1)) s (user_id, other_id, unread)
      on conflict (conversation_id, user_id) do update set
        last_message_at = excluded.last_message_at,
        unread_count = side.unread_count + excluded.unread_count,
        is_business = side.is_business or excluded.is_business,
        is_archived = side.is_archived and side.is_muted),
    moved as (
      update conversations c set last_message_id = m.id,
        inquiry_id = case when m.is_inquiry then m.id else c.inquiry_id end
      from message m where c.id = m.conversation_id)
    insert into notices (kind, actor_id, message_id)
    select 'message', sender_id, id from message`.execute(trx)
  return id
}

/** Seconds until somebody can start another conversation; null when they can now. */
async function findWait(trx: Database, userId: string): Promise<number | null> {
  const freeAt = (count: number, time: string) => sql`(
    select created_at + ${sql.lit(time)}::interval as free_at from conversations
    where started_by = ${userId}::uuid order by created_at desc offset ${sql.lit(count - 1)} limit 1)`
  const { wait } = await onlyRow(
    trx,
    sql<{ wait: number | null }>`
      select ceil(extract(epoch from max(free_at) - now()))::int as wait
      from (${freeAt(CONVERSATIONS_PER_HOUR, '1 hour')} union all
        ${freeAt(CONVERSATIONS_PER_DAY, '1 day')}) w
      where free_at > now()`,
  )
  return wait
}

/**
 * Whether a conversation has reached the limit of messages without an answer from this person. Only its first messages
 * are read: without an answer among them, no more could be written.
 */
async function isUnanswered(
  trx: Database,
  { conversationId, by }: { conversationId: string; by: string },
): Promise<boolean> {
  const { isTooMuch } = await onlyRow(
    trx,
    sql<{ isTooMuch: boolean }>`
      select count(*) >= ${sql.lit(MAX_UNANSWERED)}
        and count(*) filter (where sender_id = ${by}::uuid) = 0 as "isTooMuch"
      from (
        select sender_id from messages where conversation_id = ${conversationId}::uuid
        order by created_at, id limit ${sql.lit(MAX_UNANSWERED + 1)}) m`,
  )
  return isTooMuch
}
