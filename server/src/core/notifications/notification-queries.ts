import type { NotificationSettings } from '@plinth/contract/notifications/notifications.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { workProjectNotices, holdWorker } from './outbox/outbox-queries.ts'

/**
 * Marks as read what is named, or all; answers whether that changed anything. The rows are held in the order in which
 * the worker holds them, so that the two never wait for each other in a circle.
 */
export async function markRead(
  db: Database,
  userId: string,
  ids: readonly string[] | null,
): Promise<boolean> {
  const named = ids === null ? sql`` : sql`and id = any (${ids}::uuid[])`
  const { numAffectedRows } = await sql`
    with mine as (
      select id from notifications where user_id = ${userId}::uuid and not is_read ${named}
      order by user_id, kind, subject_id for update)
    update notifications n set is_read = true from mine where n.id = mine.id`.execute(db)
  return numAffectedRows !== 0n
}

/**
 * Marks as read what says that somebody wrote in a conversation, once its reader has read it there; answers whether
 * that changed anything. Called after its messages were marked, by a statement of its own: one that the worker has made
 * meanwhile is found as well, and one about a message that came after the reader's look stays unread.
 */
export async function readConversationNotices(
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
  /** The last that stood there. */
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
 * Marks as read what tells one of the two of a project, up to what they have seen in its room; answers whose
 * notifications have moved. What was not told yet is told first, or it would be news to somebody who has just read it.
 * Not for a transaction that holds the project: the worker waits for that one.
 */
export async function readProjectNotices(db: Kysely<DB>, seen: SeenRoom): Promise<string[]> {
  const told = await workProjectNotices(db, seen.projectId)
  const { numAffectedRows } = await readRoomStatement(seen).execute(db)
  return numAffectedRows === 0n ? told : [...new Set([...told, seen.userId])]
}

/** Holds what speaks of something that is about to go, and they with it, in the order in which `markRead` holds them. */
export async function holdNotificationsOf(
  db: Database,
  what: 'post_id' | 'item_id',
  id: string,
): Promise<void> {
  await sql`select id from notifications where ${sql.ref(what)} = ${id}::uuid
    order by user_id, kind, subject_id for update`.execute(db)
}

/** What differs from the defaults. */
export type OwnSettings = Partial<NotificationSettings>

export async function findSettings(db: Database, userId: string): Promise<OwnSettings> {
  const row = await db
    .selectFrom('users')
    .select('notification_settings as settings')
    .where('id', '=', userId)
    .executeTakeFirst()
  return (row?.settings ?? {}) as OwnSettings
}

/** Changes a person's settings by what `change` makes of them; two changes at once follow each other. */
export function changeSettings(
  db: Database,
  userId: string,
  change: (settings: OwnSettings) => OwnSettings,
): Promise<OwnSettings> {
  return db.transaction().execute(async (trx) => {
    await sql`select 1 from users where id = ${userId}::uuid for no key update`.execute(trx)
    const settings = change(await findSettings(trx, userId))
    await trx
      .updateTable('users')
      .set({ notification_settings: JSON.stringify(settings) })
      .where('id', '=', userId)
      .execute()
    return settings
  })
}

/** The person whose letters carry this key. */
export async function findByMailKey(
  db: Database,
  { person, key }: { person: string; key: string },
): Promise<{ email: string | null } | undefined> {
  return db
    .selectFrom('users')
    .select('email')
    .where('id', '=', person)
    .where('mail_key', '=', key)
    .executeTakeFirst()
}

/**
 * Takes back what two people were told of each other's deeds, read or not; answers whose notifications have moved. The
 * worker makes none of it while this lasts, and then sees why not. The rows are held in the order in which `markRead`
 * holds them.
 */
export async function forgetDeedsBetween(
  trx: Database,
  one: string,
  other: string,
): Promise<string[]> {
  await holdWorker(trx)
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
