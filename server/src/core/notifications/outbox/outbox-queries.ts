import { sql, type Kysely, type RawBuilder } from 'kysely'
import { takeNumberedLock, OUTBOX_LOCK, tryNumber } from '../../../db/locks.ts'
import type { Database } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import { isPublicBoard } from '../../../db/board-sql.ts'
import { hasRight } from '../../../db/staff-sql.ts'
import { isBlockBetween } from '../../users/block-sql.ts'
import { billingRecipients, guestRecipients, projectRecipients } from '../notification-sql.ts'
import type { MoneyMailing } from '../emails/money/money-jobs.ts'
import { emailMoney } from './money-steps.ts'
import { announceNewWork } from './new-work-steps.ts'
import {
  dropReplaced,
  lockUnread,
  notify,
  undo,
  type NotificationChange,
} from './notify-queries.ts'

/** The most outbox rows in one transaction. */
export const MAX_OUTBOX_ROWS = 500

export interface Processed {
  /** Outbox rows that were read. */
  taken: number
  /** Whether rows may be left. */
  isMore: boolean
  /** Whose notifications changed. */
  userIds: string[]
}

export async function hasOutboxRows(db: Database): Promise<boolean> {
  const { rows } = await sql`select id from notices order by id limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Turns the oldest outbox rows into notifications, in one transaction: a process that dies in between has done nothing.
 * Null while another process is doing it. Emails about money are queued in it, unless `mailing` is null.
 */
export function processOutbox(
  db: Kysely<DB>,
  mailing: MoneyMailing | null = null,
  atMost = MAX_OUTBOX_ROWS,
): Promise<Processed | null> {
  return db.transaction().execute(async (trx) => {
    // Otherwise each batch is planned anew, because of its lists of values, and that takes as long as the batch itself.
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx)
    if (!(await tryNumber(trx, OUTBOX_LOCK))) return null
    const { taken, userIds } = await makeNotifications(
      trx,
      mailing,
      await lockSubjects(trx, atMost),
    )
    const followers = await announceNewWork(trx)
    return {
      taken: taken + (followers === null ? 0 : 1),
      isMore: taken === atMost || followers !== null,
      userIds: [...new Set([...userIds, ...(followers ?? [])])],
    }
  })
}

/** The outbox rows of one project. */
export const waitingRowsStatement = (projectId: string): RawBuilder<{ id: bigint }> => sql<{
  id: bigint
}>`
  select n.id from notices n join project_events e on e.id = n.project_event_id
  where e.project_id = ${projectId}::uuid`

/**
 * Does the same for one project at once, waiting for a worker that is busy: a reader of the project can then mark
 * everything as read, and nothing comes in afterwards. Returns whose notifications changed.
 */
export async function processProjectOutbox(
  db: Kysely<DB>,
  mailing: MoneyMailing,
  projectId: string,
): Promise<string[]> {
  const { rows } = await waitingRowsStatement(projectId).execute(db)
  if (rows.length === 0) return []
  return db.transaction().execute(async (trx) => {
    await lockWorker(trx)
    const { userIds } = await makeNotifications(
      trx,
      mailing,
      rows.map(({ id }) => id),
    )
    return userIds
  })
}

/** The outbox rows of one proof room. */
export const waitingCommentsStatement = (roomId: string): RawBuilder<{ id: bigint }> =>
  sql<{
    id: bigint
  }>`select id from notices where room_id = ${roomId}::uuid`

/** Does the same for one proof room at once. Not for a transaction that has locked the room. */
export async function processRoomOutbox(db: Kysely<DB>, roomId: string): Promise<string[]> {
  const { rows } = await waitingCommentsStatement(roomId).execute(db)
  if (rows.length === 0) return []
  return db.transaction().execute(async (trx) => {
    await lockWorker(trx)
    await lockRooms(trx, [roomId])
    const { userIds } = await makeNotifications(
      trx,
      null,
      rows.map(({ id }) => id),
    )
    return userIds
  })
}

/** Keeps proof rooms from being deleted while what happened in them becomes notifications. */
async function lockRooms(trx: Database, ids: readonly string[]): Promise<void> {
  await sql`select id from proof_rooms where id = any (${ids}::uuid[]) order by id for key share`.execute(
    trx,
  )
}

async function makeNotifications(
  trx: Database,
  mailing: MoneyMailing | null,
  ids: readonly bigint[],
): Promise<{ taken: number; userIds: string[] }> {
  const isEmailed = mailing === null ? () => false : await emailMoney(trx, mailing, ids)
  const { taken, changes: found } = await takeRows(trx, ids)
  const changes = found.map((change) => ({ ...change, isEmailed: isEmailed(change) }))
  if (changes.length === 0) return { taken, userIds: [] }
  await lockUnread(trx, changes)
  await dropReplaced(trx, changes)
  const undone = await undo(
    trx,
    changes.filter((change) => change.isUndone),
  )
  const notified = await notify(
    trx,
    changes.filter((change) => !change.isUndone),
  )
  return { taken, userIds: [...new Set([...undone, ...notified])] }
}

/** Waits for a worker that is busy, and lets none begin before this transaction ends. */
export async function lockWorker(trx: Database): Promise<void> {
  await takeNumberedLock(trx, OUTBOX_LOCK)
}

/**
 * Returns the oldest outbox rows except new works, and locks the posts, works and proof rooms they are about before the
 * rows themselves, in the order in which a deletion of those locks them. Conversations are locked as by whoever writes or reads in them, so that a
 * message stays unread until its notification is made and is then read with it.
 */
async function lockSubjects(db: Database, atMost: number): Promise<bigint[]> {
  const outbox = await db
    .selectFrom('notices')
    .select(['id', 'post_id', 'item_id', 'message_id', 'room_id'])
    .where('kind', '<>', 'new_work')
    .orderBy('id')
    .limit(atMost)
    .execute()
  const [postIds, itemIds] = [outbox.map((row) => row.post_id), outbox.map((row) => row.item_id)]
  await sql`select id from posts where id = any (${postIds}::uuid[])
    order by id for key share`.execute(db)
  await sql`select id from portfolio_items where id = any (${itemIds}::uuid[])
    order by id for key share`.execute(db)
  const messageIds = outbox.flatMap((row) => row.message_id ?? [])
  if (messageIds.length > 0) {
    await sql`select id from conversations
      where id in (select conversation_id from messages where id = any (${messageIds}::uuid[]))
      order by id for share`.execute(db)
  }
  const roomIds = outbox.flatMap((row) => row.room_id ?? [])
  if (roomIds.length > 0) await lockRooms(db, roomIds)
  return outbox.map((row) => row.id)
}

/**
 * Deletes these outbox rows and returns who is notified of what. Of several actions of one person on one thing the last
 * counts, and a person hears of one comment once, as the most specific kind. Nobody is notified of their own actions,
 * of what they may not see, of a message that they have read or whose conversation they have muted, or of somebody
 * where one blocks the other, and makers of no board that is no longer public. Whoever a draft asks to name hears of it before others see the work. Decisions by Plinth about somebody's work always notify them. So do projects and money,
 * whatever people chose or whom they block; of a project only the last event counts.
 */
async function takeRows(
  db: Database,
  ids: readonly bigint[],
): Promise<{ taken: number; changes: Omit<NotificationChange, 'isEmailed'>[] }> {
  const { rows } = await sql<{
    taken: number
    changes: Omit<NotificationChange, 'isEmailed'>[] | null
  }>`
    with taken as (
      delete from notices where id = any (${ids}::bigint[]) returning *),
    recipients as (
      select n.id, n.kind, case n.kind when 'credit' then n.followed_id
        else coalesce(p.creator_id, i.creator_id, n.followed_id) end as user_id, 1 as weight
      from taken n left join posts p on p.id = n.post_id left join portfolio_items i on i.id = n.item_id
      where n.kind not in ('comment', 'message', 'project', 'billing', 'proof')
      union all ${projectRecipients}
      union all ${billingRecipients}
      union all ${guestRecipients}
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
      select distinct on (t.user_id, t.kind, s.subject, s.actor_id, n.guest_id)
        t.user_id, t.kind, s.actor_id, n.is_undone, n.created_at, n.item_id, n.comment_id, n.followed_id,
        coalesce(n.post_id, c.post_id) as post_id, m.conversation_id, e.project_id, n.project_event_id,
        n.billing_event, n.board_id, n.room_id, n.mark_id, n.guest_id
      from (
        select distinct on (id, user_id) * from recipients order by id, user_id, weight desc) t
      join taken n on n.id = t.id
      left join comments c on c.id = n.comment_id
      left join messages m on m.id = n.message_id
      left join project_events e on e.id = n.project_event_id
      cross join lateral (select
        coalesce(n.room_id, e.project_id, m.conversation_id, n.comment_id, n.post_id, n.item_id, n.followed_id,
          billing_subject(t.user_id, n.billing_event)) as subject,
        case when n.project_event_id is null then n.actor_id end as actor_id) s
      where n.actor_id is distinct from t.user_id
      order by t.user_id, t.kind, s.subject, s.actor_id, n.guest_id, n.id desc)
    select (select count(*)::int from taken) as taken, (
      select json_agg(json_build_object('userId', w.user_id, 'kind', w.kind, 'postId', w.post_id,
        'itemId', w.item_id, 'commentId', w.comment_id, 'conversationId', w.conversation_id,
        'projectId', w.project_id, 'projectEventId', w.project_event_id, 'billingEvent', w.billing_event,
        'boardId', w.board_id, 'roomId', w.room_id, 'markId', w.mark_id, 'guestId', w.guest_id,
        'actorId', w.actor_id, 'isUndone', w.is_undone, 'at', w.created_at)
        order by w.user_id, w.kind, coalesce(
          w.room_id, w.project_id, w.conversation_id, w.comment_id, w.post_id, w.item_id,
          billing_subject(w.user_id, w.billing_event), w.user_id))
      from chosen w join users u on u.id = w.user_id
      left join users a on a.id = w.actor_id
      left join posts p on p.id = w.post_id
      left join portfolio_items i on i.id = w.item_id
      left join comments c on c.id = w.comment_id
      left join boards bd on bd.id = w.board_id
      where w.is_undone or w.project_event_id is not null or w.billing_event is not null
        or w.kind = 'standing' or (
        not u.is_gone and a.is_gone is not true
        and coalesce((u.notification_settings -> w.kind ->> 'app')::boolean, true)
        and (p.id is null or p.is_visible or p.creator_id = u.id or ${hasRight(sql`u.staff_role`, 'content.read')})
        and (i.id is null or i.is_listed or i.creator_id = u.id or ${hasRight(sql`u.staff_role`, 'content.read')}
          or (w.kind = 'credit' and i.taken_down_at is null))
        and c.is_removed is not true
        and (w.kind <> 'board' or ${isPublicBoard})
        and not ${isBlockBetween(sql`w.user_id`, sql`w.actor_id`)})) as changes`.execute(db)
  const [row] = rows
  return { taken: row?.taken ?? 0, changes: row?.changes ?? [] }
}
