import { sql, type RawBuilder } from 'kysely'
import { readConversationNotifications } from '../../core/notifications/notification-queries.ts'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'

/** The result of marking messages as read. */
export interface Read {
  conversationId: string
  otherId: string
  /** How many messages were unread before. */
  count: number
  /** Whether notifications were marked as read with them. */
  hasNotifications: boolean
}

interface Held {
  conversationId: string
  otherId: string
  /** Whether this person wrote the message. */
  isSender: boolean
}

/**
 * Marks what somebody received in a conversation as read, up to and including a message. Null when they are not in the
 * conversation or the message is not part of it.
 */
export function readUpTo(
  db: Database,
  { userId, conversationId, upTo }: { userId: string; conversationId: string; upTo: string },
): Promise<Read | null> {
  return db.transaction().execute(async (trx) => {
    const held = await hold(trx, userId, upTo)
    if (held === null || held.conversationId !== conversationId.toLowerCase()) return null
    return markRead(
      trx,
      userId,
      held,
      sql`(
      (p.created_at, p.id) <= (select l.created_at, l.id from messages l where l.id = ${upTo}::uuid))`,
    )
  })
}

/** Marks one received message as read. `missing`: the person has no such message; `sender`: they wrote it. */
export function readOne(
  db: Database,
  { userId, id }: { userId: string; id: string },
): Promise<Read | 'missing' | 'sender'> {
  return db.transaction().execute(async (trx) => {
    const held = await hold(trx, userId, id)
    if (held === null) return 'missing'
    return held.isSender ? 'sender' : markRead(trx, userId, held, sql`p.id = ${id}::uuid`)
  })
}

/** Locks the conversation of a message, as writing a message does, so that its counters cannot change meanwhile. */
async function hold(trx: Database, userId: string, messageId: string): Promise<Held | null> {
  const { rows } = await sql<Held>`
    select c.id as "conversationId", p.sender_id = ${userId}::uuid as "isSender",
      case when p.sender_id = ${userId}::uuid then p.receiver_id else p.sender_id end as "otherId"
    from messages p join conversations c on c.id = p.conversation_id
    where p.id = ${messageId}::uuid and ${userId}::uuid in (p.sender_id, p.receiver_id)
    for no key update of c`.execute(trx)
  return rows[0] ?? null
}

async function markRead(
  trx: Database,
  userId: string,
  { conversationId, otherId }: Held,
  isMeant: RawBuilder<unknown>,
): Promise<Read> {
  const { count } = await onlyRow(
    trx,
    sql<{ count: number }>`
      with read as (
        update messages p set read_at = clock_timestamp()
        where p.conversation_id = ${conversationId}::uuid and p.receiver_id = ${userId}::uuid
          and p.read_at is null and ${isMeant}
        returning p.id),
      lowered as (
        update conversation_members set unread_count = unread_count - (select count(*)::int from read)
        where conversation_id = ${conversationId}::uuid and user_id = ${userId}::uuid
          and exists (select 1 from read))
      select count(*)::int as count from read`,
  )
  const hasNotifications = await readConversationNotifications(trx, { userId, conversationId })
  return { conversationId, otherId, count, hasNotifications }
}
