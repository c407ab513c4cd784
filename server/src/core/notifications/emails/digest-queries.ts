import type {
  Notification,
  NotificationKind,
} from '@plinth/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import { isForReader } from '../../../db/unread-sql.ts'
import { projectActor, projectJson, proofJson, refusal, takedownJson } from '../notification-sql.ts'
import { pictureOfItem, pictureOfPost, type StoredPicture } from './picture-sql.ts'
import { isReachable, wantsMail } from './reader-sql.ts'

/** People have this long to see it on Plinth first. */
const PATIENCE = sql`interval '10 minutes'`
/** Older notifications are not emailed. */
const FRESHNESS = sql`interval '2 days'`
/** Between two emails to one person. */
const PAUSE = sql`interval '1 hour'`
/** Emails in one transaction. */
const MAX_DIGESTS = 100

/** Whether `users u` wants emails about `notifications n`. */
const wantsThis = wantsMail(sql`n.kind`)

/** Whether `notifications n` is not about a conversation that its recipient has muted since. */
const isNotMuted = sql<boolean>`(n.conversation_id is null or not exists (
  select 1 from conversation_members cm
  where cm.conversation_id = n.conversation_id and cm.user_id = n.user_id and cm.is_muted))`

export interface DueDigest {
  userId: string
  ids: string[]
}

/**
 * Marks what is to be emailed now, so that it is never taken again: unread notifications whose recipient has not been
 * on Plinth since. The rows are locked in the order in which the outbox worker locks them.
 */
export async function takeDueDigests(db: Database): Promise<DueDigest[]> {
  const { rows } = await sql<DueDigest>`
    with waiting as materialized (
      select n.id, n.user_id from notifications n join users u on u.id = n.user_id
      where not n.is_read and n.mailed_at is null
        and n.created_at between now() - ${FRESHNESS} and now() - ${PATIENCE}
        and ${isReachable} and ${wantsThis} and ${isNotMuted} and ${isForReader}
        and coalesce(u.notifications_mailed_at < now() - ${PAUSE}, true)
        and not exists (select 1 from sessions s
          where s.user_id = n.user_id and s.last_seen_at >= n.created_at)),
    people as (select distinct user_id from waiting order by user_id limit ${sql.lit(MAX_DIGESTS)}),
    held as (
      select n.id from notifications n
      where n.mailed_at is null and not n.is_read
        and n.id in (select id from waiting where user_id in (select user_id from people))
      order by n.user_id, n.kind, n.subject_id for update),
    mailed as (
      update notifications n set mailed_at = now() from held where n.id = held.id
      returning n.id, n.user_id),
    stamped as (
      update users u set notifications_mailed_at = now()
      where u.id in (select user_id from mailed))
    select user_id as "userId", array_agg(id) as ids from mailed group by user_id`.execute(db)
  return rows
}

export interface DigestLine {
  kind: NotificationKind
  /** The latest person who did it; null for what Plinth did. */
  actor: { id: string; name: string } | null
  actorCount: number
  /** New works that the line gathers. */
  workCount: number
  /** The title of the post or work, or the subject of the conversation. */
  title: string | null
  postId: string | null
  itemId: string | null
  conversationId: string | null
  project: Notification['project']
  proof: Notification['proof']
  standing: Notification['standing']
  billing: Notification['billing']
  refusal: Notification['refusal']
  /** Of the post or work, if everybody may see it. */
  picture: StoredPicture | null
  /** The beginning of a comment. Messages and what is written in a project are in no email: a mailbox is not ours. */
  excerpt: string | null
}

export interface Digest {
  email: string
  firstName: string
  mailKey: string
  lines: DigestLine[]
}

/** Reads what the email is about without what has been read or turned off since. Null when nothing is left. */
export async function readDigest(db: Database, { userId, ids }: DueDigest): Promise<Digest | null> {
  const { rows } = await sql<Omit<Digest, 'lines'> & { lines: DigestLine[] | null }>`
    select u.email, u.first_name as "firstName", u.mail_key as "mailKey", (
      select json_agg(json_build_object('kind', n.kind, 'actor', a.actor, 'actorCount', n.actor_count, 'workCount', n.work_count,
        'title', coalesce(p.title, i.title, case when n.kind = 'standing' then bd.title end, t.subject), 'postId', n.post_id, 'itemId', n.item_id,
        'conversationId', n.conversation_id, 'project', ${projectJson}, 'proof', ${proofJson}, 'standing', ${takedownJson}, 'billing', n.billing_event,
        'refusal', ${refusal},
        'picture', coalesce(${pictureOfPost(sql`n.post_id`)}, ${pictureOfItem(
          sql`coalesce(n.item_id, (select w.item_id from projects w where w.id = n.project_id))`,
        )}),
        'excerpt', left(c.content, 200)) order by n.updated_at desc, n.id desc)
      from notifications n
      left join posts p on p.id = n.post_id
      left join portfolio_items i on i.id = n.item_id
      left join comments c on c.id = n.comment_id
      left join conversations t on t.id = n.conversation_id
      left join boards bd on bd.id = n.board_id
      left join lateral (
        select json_build_object('id', w.id, 'name', btrim(w.first_name || ' ' || w.last_name)) as actor
        from (
          select na.actor_id, na.created_at from notification_actors na join users s on s.id = na.actor_id
          where na.notification_id = n.id and not s.is_gone
          union all select ${projectActor}, null) d join users w on w.id = d.actor_id
        order by d.created_at desc, d.actor_id limit 1) a on true
      where n.id = any (${ids}::uuid[]) and n.user_id = u.id and not n.is_read
        and (a.actor is not null or n.actor_count = 0 or n.room_id is not null)
        and ${wantsThis} and ${isNotMuted} and ${isForReader}) as lines
    from users u where u.id = ${userId}::uuid and ${isReachable}`.execute(db)
  const [row] = rows
  return row === undefined || row.lines === null ? null : { ...row, lines: row.lines }
}
