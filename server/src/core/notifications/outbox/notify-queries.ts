import type { NotificationKind } from '@plinth/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'

/** Somebody is to be notified of something, or no longer to be. */
export interface NotificationChange {
  userId: string
  kind: NotificationKind
  postId: string | null
  itemId: string | null
  commentId: string | null
  conversationId: string | null
  projectId: string | null
  projectEventId: string | null
  billingEvent: string | null
  boardId: string | null
  /** The proof room, the comment in it, and the guest who wrote. */
  roomId: string | null
  markId: string | null
  guestId: string | null
  /** Null for what Plinth and guests did, and for projects, whose events name the actor. */
  actorId: string | null
  isUndone: boolean
  /** Whether an email about it goes out at once, so that the digest leaves it out. */
  isEmailed: boolean
  /** When the action happened. */
  at: string
}

/** Whether change `t` replaces the earlier notification about the same thing. */
const replacesRow = sql<boolean>`(t.project_event_id is not null or t.billing_event is not null
  or t.kind = 'standing')`
const replacesExisting = sql<boolean>`(
  excluded.project_event_id is not null or excluded.billing_event is not null
  or excluded.kind = 'standing')`

/** The changes as a table, in the order in which their notifications are locked. */
const asRows = (changes: readonly NotificationChange[]) => sql`(
  select t.*, coalesce(
    t.room_id, t.project_id, t.conversation_id, t.comment_id, t.post_id, t.item_id,
    billing_subject(t.user_id, t.billing_event), t.user_id) as subject_id
  from unnest(
    ${changes.map(() => newId())}::uuid[], ${changes.map((t) => t.userId)}::uuid[],
    ${changes.map((t) => t.kind)}::text[], ${changes.map((t) => t.postId)}::uuid[],
    ${changes.map((t) => t.itemId)}::uuid[], ${changes.map((t) => t.commentId)}::uuid[],
    ${changes.map((t) => t.conversationId)}::uuid[], ${changes.map((t) => t.projectId)}::uuid[],
    ${changes.map((t) => t.projectEventId)}::uuid[], ${changes.map((t) => t.billingEvent)}::text[],
    ${changes.map((t) => t.actorId)}::uuid[], ${changes.map((t) => t.at)}::timestamptz[],
    ${changes.map((t) => t.isEmailed)}::boolean[], ${changes.map((t) => t.boardId)}::uuid[],
    ${changes.map((t) => t.roomId)}::uuid[], ${changes.map((t) => t.markId)}::uuid[],
    ${changes.map((t) => t.guestId)}::uuid[])
    as t (id, user_id, kind, post_id, item_id, comment_id, conversation_id, project_id, project_event_id,
      billing_event, actor_id, at, is_emailed, board_id, room_id, mark_id, guest_id))`

/**
 * Locks the unread rows that are about to change, so that nobody marks them as read meanwhile. Ordered as in
 * `markRead`.
 */
export async function lockUnread(
  db: Database,
  changes: readonly NotificationChange[],
): Promise<void> {
  await sql`
    select n.id from notifications n
    where not n.is_read and (n.user_id, n.kind, n.subject_id) in (
      select t.user_id, t.kind, t.subject_id from ${asRows(changes)} t)
    order by n.user_id, n.kind, n.subject_id for update`.execute(db)
}

/**
 * Deletes the read rows that a new one replaces. A conversation that goes on after it was read gets a new row with an
 * email of its own, so that it is in the list once for each kind, however long the two write to each other. The same
 * goes for a proof room, and for reminders in a project; its other events stay in the list.
 */
export async function dropReplaced(
  db: Database,
  changes: readonly NotificationChange[],
): Promise<void> {
  const conversations = changes.filter(({ conversationId }) => conversationId !== null)
  if (conversations.length > 0) {
    await sql`
      delete from notifications n using ${asRows(conversations)} t
      where n.conversation_id = t.conversation_id and n.user_id = t.user_id and n.kind = t.kind
        and n.is_read`.execute(db)
  }
  const rooms = changes.filter(({ roomId }) => roomId !== null)
  if (rooms.length > 0) {
    await sql`
      delete from notifications n using ${asRows(rooms)} t
      where n.room_id = t.room_id and n.user_id = t.user_id and n.is_read`.execute(db)
  }
  const projects = changes.filter(({ projectId }) => projectId !== null)
  if (projects.length > 0) {
    await sql`
      delete from notifications n using ${asRows(projects)} t
      where n.project_id = t.project_id and n.user_id = t.user_id
        and n.project_event_id = t.project_event_id and n.is_read`.execute(db)
  }
}

/**
 * Removes people from unread rows, and rows without anybody left. Rows that were read stay. Returns whose notifications
 * changed.
 */
export async function undo(
  db: Database,
  changes: readonly NotificationChange[],
): Promise<string[]> {
  if (changes.length === 0) return []
  const { rows } = await sql<{ userId: string }>`
    with undone as (
      select distinct n.id, t.actor_id from ${asRows(changes)} t
      join notifications n on n.user_id = t.user_id and n.kind = t.kind and n.subject_id = t.subject_id
      where not n.is_read),
    gone as (
      delete from notification_actors a using undone u
      where a.notification_id = u.id and a.actor_id = u.actor_id
      returning a.notification_id as id),
    lowered as (
      select n.id, n.user_id, n.actor_count - (
        select count(*)::int from gone where gone.id = n.id) as actor_count
      from notifications n where n.id in (select id from gone)
        or n.id in (select id from undone where actor_id is null)),
    emptied as (
      delete from notifications n using lowered l where n.id = l.id and l.actor_count <= 0),
    counted as (
      update notifications n set actor_count = l.actor_count from lowered l
      where n.id = l.id and l.actor_count > 0)
    select distinct user_id as "userId" from lowered`.execute(db)
  return rows.map((row) => row.userId)
}

/**
 * Adds people to unread rows and inserts rows where there are none; returns whose notifications changed. An actor who
 * is already in a row about the same thing, read or not, is not added again. The same goes for a comment that the
 * person was notified of as another kind, and for what Plinth did before. Only a message, and a guest who writes again,
 * move the row that they are in. News of a project or of money replaces the unread row and is emailed again.
 */
export async function notify(
  db: Database,
  changes: readonly NotificationChange[],
): Promise<string[]> {
  if (changes.length === 0) return []
  const { rows } = await sql<{ userId: string }>`
    with added as materialized (
      select t.*, t.guest_id is not null and not exists (
        select 1 from notifications n join notification_guests g on g.notification_id = n.id
        where n.user_id = t.user_id and n.kind = t.kind and n.subject_id = t.subject_id and not n.is_read
          and g.guest_id = t.guest_id) as is_new_guest
      from ${asRows(changes)} t
      where t.conversation_id is not null or t.room_id is not null or ${replacesRow} or (
        not exists (select 1 from notification_actors a
          where a.user_id = t.user_id and a.kind = t.kind and a.subject_id = t.subject_id
            and a.actor_id = t.actor_id)
        and not exists (select 1 from notifications n
          where n.comment_id = t.comment_id and n.user_id = t.user_id)
        and not (t.actor_id is null and exists (select 1 from notifications n
          where n.user_id = t.user_id and n.kind = t.kind
            and (n.post_id = t.post_id or n.item_id = t.item_id))))),
    rows as (
      insert into notifications (id, user_id, kind, post_id, item_id, comment_id, conversation_id, project_id,
        project_event_id, billing_event, board_id, room_id, mark_id, actor_count, created_at, updated_at, mailed_at)
      select min(id::text)::uuid, user_id, kind, post_id, item_id, comment_id, conversation_id, project_id,
        project_event_id, billing_event, (array_agg(board_id order by at desc))[1], room_id,
        (array_agg(mark_id order by at desc))[1],
        (count(actor_id) + count(guest_id) filter (where is_new_guest))::int, min(at), max(at),
        case when bool_and(is_emailed) then now() end
      from added group by user_id, kind, subject_id, post_id, item_id, comment_id, conversation_id, project_id,
        project_event_id, billing_event, room_id
      order by user_id, kind, subject_id
      on conflict (user_id, kind, subject_id) where not is_read do update set
        actor_count = excluded.actor_count
          + case when notifications.conversation_id is null then notifications.actor_count else 0 end,
        project_event_id = excluded.project_event_id, billing_event = excluded.billing_event,
        board_id = excluded.board_id, mark_id = excluded.mark_id,
        created_at = case when ${replacesExisting} then excluded.created_at else notifications.created_at end,
        mailed_at = case when ${replacesExisting} then excluded.mailed_at else notifications.mailed_at end,
        updated_at = greatest(notifications.updated_at, excluded.updated_at)
      returning id, user_id, kind, subject_id),
    actors as (
      insert into notification_actors (user_id, kind, subject_id, actor_id, notification_id, created_at)
      select f.user_id, f.kind, f.subject_id, f.actor_id, r.id, f.at
      from added f join rows r using (user_id, kind, subject_id) where f.actor_id is not null
      on conflict (user_id, kind, subject_id, actor_id) do update set created_at = excluded.created_at),
    guests as (
      insert into notification_guests (notification_id, guest_id, created_at)
      select r.id, f.guest_id, f.at
      from added f join rows r using (user_id, kind, subject_id) where f.guest_id is not null
      on conflict (notification_id, guest_id) do update set created_at = excluded.created_at)
    select distinct user_id as "userId" from rows`.execute(db)
  return rows.map((row) => row.userId)
}
