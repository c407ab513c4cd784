import type { NotificationKind } from '@plinth/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'

/** That somebody is to be told of something, or not any more. */
export interface Telling {
  userId: string
  kind: NotificationKind
  postId: string | null
  itemId: string | null
  commentId: string | null
  conversationId: string | null
  projectId: string | null
  projectEventId: string | null
  billingEvent: string | null
  /** Null for what Plinth did, and of projects: their events know. */
  actorId: string | null
  isUndone: boolean
  /** Of the deed. */
  at: string
}

/** Whether telling `t` takes the place of what was told before. */
const isNews = sql<boolean>`(t.project_event_id is not null or t.billing_event is not null
  or t.kind = 'standing')`
const isNewsNow = sql<boolean>`(
  excluded.project_event_id is not null or excluded.billing_event is not null
  or excluded.kind = 'standing')`

/** Tellings as rows, in the order in which their notifications are held. */
const asRows = (tellings: readonly Telling[]) => sql`(
  select t.*, coalesce(
    t.project_id, t.conversation_id, t.comment_id, t.post_id, t.item_id,
    billing_subject(t.user_id, t.billing_event), t.user_id) as subject_id
  from unnest(
    ${tellings.map(() => newId())}::uuid[], ${tellings.map((t) => t.userId)}::uuid[],
    ${tellings.map((t) => t.kind)}::text[], ${tellings.map((t) => t.postId)}::uuid[],
    ${tellings.map((t) => t.itemId)}::uuid[], ${tellings.map((t) => t.commentId)}::uuid[],
    ${tellings.map((t) => t.conversationId)}::uuid[], ${tellings.map((t) => t.projectId)}::uuid[],
    ${tellings.map((t) => t.projectEventId)}::uuid[], ${tellings.map((t) => t.billingEvent)}::text[],
    ${tellings.map((t) => t.actorId)}::uuid[], ${tellings.map((t) => t.at)}::timestamptz[])
    as t (id, user_id, kind, post_id, item_id, comment_id, conversation_id, project_id, project_event_id,
      billing_event, actor_id, at))`

/** From here on nobody can mark as read what is about to move. Ordered: see `markRead`. */
export async function holdOpenRows(db: Database, tellings: readonly Telling[]): Promise<void> {
  await sql`
    select n.id from notifications n
    where not n.is_read and (n.user_id, n.kind, n.subject_id) in (
      select t.user_id, t.kind, t.subject_id from ${asRows(tellings)} t)
    order by n.user_id, n.kind, n.subject_id for update`.execute(db)
}

/**
 * A conversation that goes on after it was read makes a new row, with a letter of its own, in the place of the one that
 * was read: it stands in the list once for each kind, however long the two write to each other. So does what a project
 * is reminded of. Other events of a project stay in the list as they were read.
 */
export async function dropReplaced(db: Database, tellings: readonly Telling[]): Promise<void> {
  const talks = tellings.filter(({ conversationId }) => conversationId !== null)
  if (talks.length > 0) {
    await sql`
      delete from notifications n using ${asRows(talks)} t
      where n.conversation_id = t.conversation_id and n.user_id = t.user_id and n.kind = t.kind
        and n.is_read`.execute(db)
  }
  const steps = tellings.filter(({ projectId }) => projectId !== null)
  if (steps.length > 0) {
    await sql`
      delete from notifications n using ${asRows(steps)} t
      where n.project_id = t.project_id and n.user_id = t.user_id
        and n.project_event_id = t.project_event_id and n.is_read`.execute(db)
  }
}

/** Takes people out of unread rows, and rows out that nobody is left in. What was read stays as it was read. */
export async function undo(db: Database, tellings: readonly Telling[]): Promise<string[]> {
  if (tellings.length === 0) return []
  const { rows } = await sql<{ userId: string }>`
    with undone as (
      select distinct n.id, t.actor_id from ${asRows(tellings)} t
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
 * Adds people to unread rows and makes rows where there is none. Whoever stands in any row about the same thing, read
 * or not, is not told of again; neither is a comment of which the person knows, nor what Plinth did before. Only a
 * message moves the row in which its sender stands; and what is new of a project or of money takes the place of what was
 * not read yet, to be mailed in its turn.
 */
export async function tell(db: Database, tellings: readonly Telling[]): Promise<string[]> {
  if (tellings.length === 0) return []
  const { rows } = await sql<{ userId: string }>`
    with fresh as materialized (
      select t.* from ${asRows(tellings)} t
      where t.conversation_id is not null or ${isNews} or (
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
        project_event_id, billing_event, actor_count, created_at, updated_at)
      select min(id::text)::uuid, user_id, kind, post_id, item_id, comment_id, conversation_id, project_id,
        project_event_id, billing_event, count(actor_id)::int, min(at), max(at)
      from fresh group by user_id, kind, subject_id, post_id, item_id, comment_id, conversation_id, project_id,
        project_event_id, billing_event
      order by user_id, kind, subject_id
      on conflict (user_id, kind, subject_id) where not is_read do update set
        actor_count = excluded.actor_count
          + case when notifications.conversation_id is null then notifications.actor_count else 0 end,
        project_event_id = excluded.project_event_id, billing_event = excluded.billing_event,
        created_at = case when ${isNewsNow} then excluded.created_at else notifications.created_at end,
        mailed_at = case when ${isNewsNow} then null else notifications.mailed_at end,
        updated_at = greatest(notifications.updated_at, excluded.updated_at)
      returning id, user_id, kind, subject_id),
    actors as (
      insert into notification_actors (user_id, kind, subject_id, actor_id, notification_id, created_at)
      select f.user_id, f.kind, f.subject_id, f.actor_id, r.id, f.at
      from fresh f join rows r using (user_id, kind, subject_id) where f.actor_id is not null
      on conflict (user_id, kind, subject_id, actor_id) do update set created_at = excluded.created_at)
    select distinct user_id as "userId" from rows`.execute(db)
  return rows.map((row) => row.userId)
}
