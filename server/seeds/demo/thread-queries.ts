import { sql } from 'kysely'
import type { Database } from '../../src/db/pool.ts'

export interface DemoMessage {
  id: string
  threadId: string
  senderId: string
  receiverId: string
  /** Without `Re: `. */
  baseSubject: string
  subject: string
  content: string
  /** Set on the business inquiry that starts a thread. */
  budget: string | null
  timeline: string | null
  itemId: string | null
  quoteCents: number | null
  quoteTimeline: string | null
  readAt: Date | null
  createdAt: Date
}

export async function findMessageIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('messages').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map((row) => row.id))
}

/** Inserts a conversation for each thread, unless the two people already have one under that subject. */
export async function insertConversations(
  db: Database,
  messages: readonly DemoMessage[],
): Promise<void> {
  const first = [
    ...new Map(messages.toReversed().map((message) => [message.threadId, message])).values(),
  ]
  await sql`
    insert into conversations (id, low_id, high_id, subject, subject_key, started_by, created_at)
    select id, least(sender, receiver), greatest(sender, receiver), subject, subject_key(subject),
      sender, at
    from unnest(${first.map((one) => one.threadId)}::uuid[],
      ${first.map((one) => one.senderId)}::uuid[], ${first.map((one) => one.receiverId)}::uuid[],
      ${first.map((one) => one.baseSubject)}::text[],
      ${first.map((one) => one.createdAt.toISOString())}::timestamptz[])
      as t (id, sender, receiver, subject, at)
    on conflict on constraint conversations_same do nothing`.execute(db)
}

export async function insertMessages(
  db: Database,
  messages: readonly DemoMessage[],
): Promise<void> {
  await sql`
    insert into messages (id, conversation_id, sender_id, receiver_id, subject, content, message_type,
      budget, timeline, item_id, quote_cents, quote_timeline, read_at, search, created_at)
    select t.id, c.id, t.sender, t.receiver, t.subject, t.content,
      case when t.budget is null then 'general' else 'business_inquiry' end, t.budget, t.timeline,
      i.id, t.cents, t.quote_timeline, t.read_at,
      message_doc(t.sender, t.receiver, t.subject || chr(10) || t.content), t.at
    from unnest(${messages.map((one) => one.id)}::uuid[],
      ${messages.map((one) => one.senderId)}::uuid[],
      ${messages.map((one) => one.receiverId)}::uuid[],
      ${messages.map((one) => one.subject)}::text[], ${messages.map((one) => one.content)}::text[],
      ${messages.map((one) => one.budget)}::text[], ${messages.map((one) => one.timeline)}::text[],
      ${messages.map((one) => one.itemId)}::uuid[], ${messages.map((one) => one.quoteCents)}::bigint[],
      ${messages.map((one) => one.quoteTimeline)}::text[],
      ${messages.map((one) => one.readAt?.toISOString() ?? null)}::timestamptz[],
      ${messages.map((one) => one.createdAt.toISOString())}::timestamptz[])
      as t (id, sender, receiver, subject, content, budget, timeline, item, cents, quote_timeline,
        read_at, at)
    join conversations c on c.low_id = least(t.sender, t.receiver)
      and c.high_id = greatest(t.sender, t.receiver) and c.subject_key = subject_key(t.subject)
    left join portfolio_items i on i.id = t.item`.execute(db)
}

/** Recomputes the last message, the inquiry and the unread counts of all conversations. */
export async function recountConversations(db: Database): Promise<void> {
  await sql`
    update conversations c set
      last_message_id = (select id from messages where conversation_id = c.id
        order by created_at desc, id desc limit 1),
      inquiry_id = (select id from messages
        where conversation_id = c.id and message_type = 'business_inquiry'
        order by created_at desc, id desc limit 1)`.execute(db)
  await sql`
    insert into conversation_members
      (conversation_id, user_id, other_id, last_message_at, unread_count, is_business)
    select c.id, side.user_id, side.other_id, l.created_at,
      (select count(*) from messages m
        where m.conversation_id = c.id and m.receiver_id = side.user_id and m.read_at is null),
      c.inquiry_id is not null
    from conversations c join messages l on l.id = c.last_message_id,
      lateral (values (c.low_id, c.high_id), (c.high_id, c.low_id)) as side (user_id, other_id)
    where true
    on conflict (conversation_id, user_id) do update set
      last_message_at = excluded.last_message_at, unread_count = excluded.unread_count,
      is_business = excluded.is_business`.execute(db)
}

/** Inserts outbox rows for the unread messages, as sending them would have done. */
export async function insertMessageOutboxRows(
  db: Database,
  messageIds: readonly string[],
): Promise<void> {
  await sql`
    insert into notices (kind, actor_id, message_id, created_at)
    select 'message', sender_id, id, created_at from messages
    where id = any(${messageIds}::uuid[]) and read_at is null
    order by created_at`.execute(db)
}

/** Marks the notifications of these messages as already emailed. */
export async function markAsMailed(db: Database, messageIds: readonly string[]): Promise<void> {
  await sql`
    update notifications set mailed_at = now()
    where conversation_id in (
      select conversation_id from messages where id = any(${messageIds}::uuid[]))`.execute(db)
}
