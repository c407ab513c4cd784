import type { NotificationKind } from '@plinth/contract/notifications.ts'
import { sql, type Kysely } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { isBlockBetween } from '../users/block-sql.ts'

/** Any fixed number: the advisory lock that only one worker of all processes holds. */
const LOCK = 7_546_843
/** Notices in one transaction. */
export const MAX_NOTICES = 500

/** That somebody is to be told of something, or not any more. */
interface Telling {
  userId: string
  kind: NotificationKind
  postId: string | null
  itemId: string | null
  commentId: string | null
  conversationId: string | null
  actorId: string | null
  isUndone: boolean
  /** Of the deed. */
  at: string
}

export interface Worked {
  /** Notices taken. */
  taken: number
  /** Whose notifications have moved. */
  userIds: string[]
}

export async function hasNotices(db: Database): Promise<boolean> {
  const { rows } = await sql`select id from notices order by id limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Makes notifications of the oldest notices, in one transaction: a process that dies in between has done nothing.
 * Null while another process is at it.
 */
export function workNotices(db: Kysely<DB>): Promise<Worked | null> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(${LOCK}) as "isMine"`.execute(trx)
    if (rows[0]?.isMine !== true) return null
    const { taken, tellings } = await takeNotices(trx, await holdSubjects(trx))
    if (tellings.length === 0) return { taken, userIds: [] }
    await holdOpenRows(trx, tellings)
    await dropReadConversations(trx, tellings)
    const undone = await undo(
      trx,
      tellings.filter((telling) => telling.isUndone),
    )
    const told = await tell(
      trx,
      tellings.filter((telling) => !telling.isUndone),
    )
    return { taken, userIds: [...new Set([...undone, ...told])] }
  })
}

/** Waits for a worker that is at it, and lets none begin before this transaction ends. */
export async function holdWorker(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
}

/**
 * The oldest notices, with the posts and works they speak of held before them: so they are when somebody deletes
 * those, and the notices with them. Conversations are held as they are by whoever writes or reads in them: what is
 * unread stays so until its notification is made, and is read with it.
 */
async function holdSubjects(db: Database): Promise<bigint[]> {
  const notices = await db
    .selectFrom('notices')
    .select(['id', 'post_id', 'item_id', 'message_id'])
    .orderBy('id')
    .limit(MAX_NOTICES)
    .execute()
  const [postIds, itemIds] = [notices.map((row) => row.post_id), notices.map((row) => row.item_id)]
  await sql`select id from posts where id = any (${postIds}::uuid[])
    order by id for key share`.execute(db)
  await sql`select id from portfolio_items where id = any (${itemIds}::uuid[])
    order by id for key share`.execute(db)
  const messageIds = notices.flatMap((row) => row.message_id ?? [])
  if (messageIds.length > 0) {
    await sql`select id from conversations
      where id in (select conversation_id from messages where id = any (${messageIds}::uuid[]))
      order by id for share`.execute(db)
  }
  return notices.map((row) => row.id)
}

/**
 * Who is told of what. Of several deeds of one person about one thing the last counts; of one comment a person is
 * told once, by the most telling kind. Nobody is told of their own deeds, nor of what they may not see, nor of a message
 * that they have read or whose conversation they have muted; and people who block each other hear nothing of each other.
 */
async function takeNotices(
  db: Database,
  ids: readonly bigint[],
): Promise<{ taken: number; tellings: Telling[] }> {
  const { rows } = await sql<{ taken: number; tellings: Telling[] | null }>`
    with taken as (
      delete from notices where id = any (${ids}::bigint[]) returning *),
    told as (
      select n.id, n.kind, coalesce(p.creator_id, i.creator_id, n.followed_id) as user_id, 1 as weight
      from taken n left join posts p on p.id = n.post_id left join portfolio_items i on i.id = n.item_id
      where n.kind not in ('comment', 'message')
      union all
      select n.id, case m.message_type when 'business_inquiry' then 'inquiry' else 'message' end,
        m.receiver_id, 1
      from taken n join messages m on m.id = n.message_id
      join conversation_members cm
        on cm.conversation_id = m.conversation_id and cm.user_id = m.receiver_id
      where n.kind = 'message' and m.read_at is null and not cm.is_muted
      union all
      select n.id, k.kind, k.user_id, k.weight
      from taken n join comments c on c.id = n.comment_id join posts p on p.id = c.post_id
      left join comments parent on parent.id = c.parent_id
      cross join lateral (
        select 'comment' as kind, p.creator_id as user_id, 1 as weight
        union all select 'reply', parent.author_id, 2 where parent.id is not null
        union all select 'mention', (m ->> 'userId')::uuid, 3 from jsonb_array_elements(c.mentions) m) k
      where n.kind = 'comment'),
    chosen as (
      select distinct on (t.user_id, t.kind, s.subject, n.actor_id)
        t.user_id, t.kind, n.actor_id, n.is_undone, n.created_at, n.item_id, n.comment_id, n.followed_id,
        coalesce(n.post_id, c.post_id) as post_id, m.conversation_id
      from (
        select distinct on (id, user_id) * from told order by id, user_id, weight desc) t
      join taken n on n.id = t.id
      left join comments c on c.id = n.comment_id
      left join messages m on m.id = n.message_id
      cross join lateral (select coalesce(
        m.conversation_id, n.comment_id, n.post_id, n.item_id, n.followed_id) as subject) s
      where n.actor_id is distinct from t.user_id
      order by t.user_id, t.kind, s.subject, n.actor_id, n.id desc)
    select (select count(*)::int from taken) as taken, (
      select json_agg(json_build_object('userId', w.user_id, 'kind', w.kind, 'postId', w.post_id,
        'itemId', w.item_id, 'commentId', w.comment_id, 'conversationId', w.conversation_id,
        'actorId', w.actor_id, 'isUndone', w.is_undone, 'at', w.created_at)
        order by w.user_id, w.kind,
          coalesce(w.conversation_id, w.comment_id, w.post_id, w.item_id, w.user_id))
      from chosen w join users u on u.id = w.user_id
      left join users a on a.id = w.actor_id
      left join posts p on p.id = w.post_id
      left join portfolio_items i on i.id = w.item_id
      left join comments c on c.id = w.comment_id
      where w.is_undone or (
        u.suspended_at is null and a.suspended_at is null
        and coalesce((u.notification_settings -> w.kind ->> 'app')::boolean, true)
        and (p.id is null or p.is_visible or p.creator_id = u.id or u.is_admin)
        and (i.id is null or i.is_listed or i.creator_id = u.id or u.is_admin)
        and c.is_removed is not true
        and not ${isBlockBetween(sql`w.user_id`, sql`w.actor_id`)})) as tellings`.execute(db)
  const [row] = rows
  return { taken: row?.taken ?? 0, tellings: row?.tellings ?? [] }
}

/** Tellings as rows, in the order in which their notifications are held. */
const asRows = (tellings: readonly Telling[]) => sql`(
  select t.*, coalesce(t.conversation_id, t.comment_id, t.post_id, t.item_id, t.user_id) as subject_id
  from unnest(
    ${tellings.map(() => newId())}::uuid[], ${tellings.map((t) => t.userId)}::uuid[],
    ${tellings.map((t) => t.kind)}::text[], ${tellings.map((t) => t.postId)}::uuid[],
    ${tellings.map((t) => t.itemId)}::uuid[], ${tellings.map((t) => t.commentId)}::uuid[],
    ${tellings.map((t) => t.conversationId)}::uuid[], ${tellings.map((t) => t.actorId)}::uuid[],
    ${tellings.map((t) => t.at)}::timestamptz[])
    as t (id, user_id, kind, post_id, item_id, comment_id, conversation_id, actor_id, at))`

/** From here on nobody can mark as read what is about to move. Ordered: see `markRead`. */
async function holdOpenRows(db: Database, tellings: readonly Telling[]): Promise<void> {
  await sql`
    select n.id from notifications n
    where not n.is_read and (n.user_id, n.kind, n.subject_id) in (
      select t.user_id, t.kind, t.subject_id from ${asRows(tellings)} t)
    order by n.user_id, n.kind, n.subject_id for update`.execute(db)
}

/**
 * A conversation that goes on after it was read makes a new row, with a letter of its own, in the place of the one that
 * was read: it stands in the list once for each kind, however long the two write to each other.
 */
async function dropReadConversations(db: Database, tellings: readonly Telling[]): Promise<void> {
  const again = tellings.filter(({ conversationId }) => conversationId !== null)
  if (again.length === 0) return
  await sql`
    delete from notifications n using ${asRows(again)} t
    where n.conversation_id = t.conversation_id and n.user_id = t.user_id and n.kind = t.kind
      and n.is_read`.execute(db)
}

/** Takes people out of unread rows, and rows out that nobody is left in. What was read stays as it was read. */
async function undo(db: Database, tellings: readonly Telling[]): Promise<string[]> {
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
 * message moves the row in which its sender stands.
 */
async function tell(db: Database, tellings: readonly Telling[]): Promise<string[]> {
  if (tellings.length === 0) return []
  const { rows } = await sql<{ userId: string }>`
    with fresh as materialized (
      select t.* from ${asRows(tellings)} t
      where t.conversation_id is not null or (
        not exists (select 1 from notification_actors a
          where a.user_id = t.user_id and a.kind = t.kind and a.subject_id = t.subject_id
            and a.actor_id = t.actor_id)
        and not exists (select 1 from notifications n
          where n.comment_id = t.comment_id and n.user_id = t.user_id)
        and not (t.actor_id is null and exists (select 1 from notifications n
          where n.user_id = t.user_id and n.kind = t.kind
            and (n.post_id = t.post_id or n.item_id = t.item_id))))),
    rows as (
      insert into notifications (id, user_id, kind, post_id, item_id, comment_id, conversation_id,
        actor_count, created_at, updated_at)
      select min(id::text)::uuid, user_id, kind, post_id, item_id, comment_id, conversation_id,
        count(actor_id)::int, min(at), max(at)
      from fresh group by user_id, kind, subject_id, post_id, item_id, comment_id, conversation_id
      order by user_id, kind, subject_id
      on conflict (user_id, kind, subject_id) where not is_read do update set
        actor_count = excluded.actor_count
          + case when notifications.conversation_id is null then notifications.actor_count else 0 end,
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
