import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { MoneyMailing } from './emails/money/money-jobs.ts'
import { lockWorker, processProjectOutbox, processRoomOutbox } from './outbox/outbox-queries.ts'

/**
 * Marks these notifications, or all of them, as read, and with one of a project the older ones of that; returns whether that changed anything. The rows are locked in the
 * order in which the outbox worker locks them, so that the two never deadlock.
 */
export async function markRead(
  db: Database,
  userId: string,
  ids: readonly string[] | null,
): Promise<boolean> {
  const named =
    ids === null
      ? sql``
      : sql`and (id = any (${ids}::uuid[]) or exists (
          select 1 from notifications s
          where s.id = any (${ids}::uuid[]) and s.user_id = n.user_id and s.project_id = n.project_id
            and (s.updated_at, s.kind, s.id) > (n.updated_at, n.kind, n.id)))`
  const { numAffectedRows } = await sql`
    with mine as (
      select id from notifications n where user_id = ${userId}::uuid and not is_read ${named}
      order by user_id, kind, subject_id for update)
    update notifications n set is_read = true from mine where n.id = mine.id`.execute(db)
  return numAffectedRows !== 0n
}

/**
 * Marks notifications about a conversation as read once its reader has read it there; returns whether that changed
 * anything. Called after the messages were marked, as a statement of its own: it then also finds a notification that
 * the worker has made meanwhile, and leaves one about a message that came after the reader's view.
 */
export async function readConversationNotifications(
  db: Database,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with mine as (
      select id from notifications n
      where conversation_id = ${conversationId}::uuid and user_id = ${userId}::uuid and not is_read
        and not exists (select 1 from messages m
          where m.conversation_id = n.conversation_id and m.receiver_id = n.user_id
            and m.read_at is null and (m.message_type = 'business_inquiry') = (n.kind = 'inquiry'))
      order by user_id, kind, subject_id for update)
    update notifications n set is_read = true from mine where n.id = mine.id`.execute(db)
  return numAffectedRows !== 0n
}

export interface SeenRoom {
  userId: string
  projectId: string
  /** The last event that was shown. */
  eventId: string
}

export const readRoomStatement = ({
  userId,
  projectId,
  eventId,
}: SeenRoom): RawBuilder<unknown> => sql`
  with mine as (
    select n.id from notifications n join project_events e on e.id = n.project_event_id
    where n.project_id = ${projectId}::uuid and n.user_id = ${userId}::uuid and not n.is_read
      and (e.created_at, e.id) <= (
        select s.created_at, s.id from project_events s where s.id = ${eventId}::uuid)
    order by n.user_id, n.kind, n.subject_id for update of n)
  update notifications n set is_read = true from mine where n.id = mine.id`

/**
 * Marks one side's notifications of a project as read, up to the event they have seen in its room; returns whose
 * notifications changed. Waiting outbox rows are processed first, or they would be news to somebody who has just read
 * them. Not for a transaction that has locked the project: the worker waits for that one.
 */
export async function readProjectNotifications(
  { db, ...mailing }: { db: Kysely<DB> } & MoneyMailing,
  seen: SeenRoom,
): Promise<string[]> {
  const notified = await processProjectOutbox(db, mailing, seen.projectId)
  const { numAffectedRows } = await readRoomStatement(seen).execute(db)
  return numAffectedRows === 0n ? notified : [...new Set([...notified, seen.userId])]
}

export interface SeenProofRoom {
  userId: string
  roomId: string
  /** The room's count of changes that was shown. */
  upTo: number
}

export const readProofStatement = ({
  userId,
  roomId,
  upTo,
}: SeenProofRoom): RawBuilder<unknown> => sql`
  with mine as (
    select n.id from notifications n join proof_marks k on k.id = n.mark_id
    where n.room_id = ${roomId}::uuid and n.user_id = ${userId}::uuid and not n.is_read
      and k.change <= ${upTo}::int
    order by n.user_id, n.kind, n.subject_id for update of n)
  update notifications n set is_read = true from mine where n.id = mine.id`

/**
 * Marks somebody's notification of a proof room as read, unless the comment it was made for last has changed since what
 * they have seen; returns whose notifications changed. Waiting outbox rows are processed first, as for a project.
 */
export async function readProofNotifications(
  db: Kysely<DB>,
  seen: SeenProofRoom,
): Promise<string[]> {
  const notified = await processRoomOutbox(db, seen.roomId)
  const { numAffectedRows } = await readProofStatement(seen).execute(db)
  return numAffectedRows === 0n ? notified : [...new Set([...notified, seen.userId])]
}

/** Locks the notifications of something that is about to be deleted, and they with it, in the order of `markRead`. */
export async function lockNotificationsOf(
  db: Database,
  what: 'post_id' | 'item_id',
  id: string,
): Promise<void> {
  await sql`select id from notifications where ${sql.ref(what)} = ${id}::uuid
    order by user_id, kind, subject_id for update`.execute(db)
}

/**
 * Removes two people from each other's notifications, read or not; returns whose notifications changed. The outbox
 * worker waits until this is over and then sees the block. The rows are locked in the order of `markRead`.
 */
export async function forgetActionsBetween(
  trx: Database,
  one: string,
  other: string,
): Promise<string[]> {
  await lockWorker(trx)
  await sql`
    select n.id from notifications n join notification_actors a on a.notification_id = n.id
    where (a.user_id = ${one}::uuid and a.actor_id = ${other}::uuid)
      or (a.user_id = ${other}::uuid and a.actor_id = ${one}::uuid)
    order by n.user_id, n.kind, n.subject_id for update of n`.execute(trx)
  const { rows } = await sql<{ userId: string }>`
    with gone as (
      delete from notification_actors
      where (user_id = ${one}::uuid and actor_id = ${other}::uuid)
        or (user_id = ${other}::uuid and actor_id = ${one}::uuid)
      returning notification_id as id),
    lowered as (
      select n.id, n.user_id, n.actor_count - 1 as actor_count
      from notifications n where n.id in (select id from gone)),
    emptied as (
      delete from notifications n using lowered l where n.id = l.id and l.actor_count <= 0),
    counted as (
      update notifications n set actor_count = l.actor_count from lowered l
      where n.id = l.id and l.actor_count > 0)
    select distinct user_id as "userId" from lowered`.execute(trx)
  return rows.map((row) => row.userId)
}
