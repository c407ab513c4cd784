import { sql, type RawBuilder } from 'kysely'
import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'
import { isBlockBetween } from '../../users/block-sql.ts'

/** Followers of one maker who are notified in one transaction. */
export const MAX_FOLLOWERS = 1_000

/** The outbox row of a new work. */
interface NewWork {
  id: bigint
  makerId: string
  itemId: string
  /** The last follower who was notified, and when they began to follow; null at the beginning. */
  afterTime: string | null
  afterId: string | null
}

/** Locks the unread notifications that these people have of works of this maker, in the order of `markRead`. */
export const unreadStatement = (
  makerId: string,
  userIds: readonly string[],
): RawBuilder<{ id: string; userId: string }> => sql<{ id: string; userId: string }>`
  select n.id, n.user_id as "userId" from notifications n
  where n.id in (
    select w.id from unnest(${userIds}::uuid[]) f (user_id)
    -- Each person is looked up by itself, whatever the planner thinks of the number of notifications.
    cross join lateral (
      select o.id, o.subject_id from notifications o
      where o.user_id = f.user_id and o.kind = 'new_work' and not o.is_read offset 0) w
    cross join lateral (
      select a.actor_id from notification_actors a
      where a.user_id = f.user_id and a.kind = 'new_work' and a.subject_id = w.subject_id offset 0) a
    where a.actor_id = ${makerId}::uuid)
  order by n.user_id, n.kind, n.subject_id for update`

/** The oldest new work that can be seen, with its row locked against deletion. Rows of works that cannot are deleted. */
export async function takeOldestWork(trx: Database): Promise<NewWork | null> {
  for (;;) {
    const { rows } = await sql<{
      id: bigint
      makerId: string | null
      postId: string | null
      afterTime: string | null
      afterId: string | null
    }>`
      select id, actor_id as "makerId", post_id as "postId", after_time::text as "afterTime", after_id as "afterId"
      from notices where kind = 'new_work' order by id limit 1`.execute(trx)
    const [notice] = rows
    if (notice === undefined) return null
    const { rows: works } = await sql<{ id: string }>`
      select i.id from portfolio_items i join posts p on p.portfolio_id = i.id
      where p.id = ${notice.postId}::uuid and p.is_visible and i.taken_down_at is null and not i.author_gone
      for key share of i`.execute(trx)
    const [item] = works
    if (item !== undefined && notice.makerId !== null) {
      return { ...notice, makerId: notice.makerId, itemId: item.id }
    }
    await sql`delete from notices where id = ${notice.id}`.execute(trx)
  }
}

/** The followers to notify, and where the next part begins; `last` is null when these are the last. */
export async function findFollowers(
  trx: Database,
  work: NewWork,
): Promise<{ ids: string[]; last: { time: string; id: string } | null }> {
  const { rows } = await followersStatement(work).execute(trx)
  const last = rows.at(-1)
  return {
    ids: rows.flatMap(({ id, isWilling }) => (isWilling ? [id] : [])),
    last: last === undefined || rows.length < MAX_FOLLOWERS ? null : last,
  }
}

/** The next followers of a maker, the newest first, and whether each wants to hear of new works. */
export const followersStatement = ({
  makerId,
  afterTime,
  afterId,
}: Pick<NewWork, 'makerId' | 'afterTime' | 'afterId'>): RawBuilder<{
  id: string
  time: string
  isWilling: boolean
}> => sql<{ id: string; time: string; isWilling: boolean }>`
  select f.follower_id as id, f.created_at::text as time,
    not u.is_gone and coalesce((u.notification_settings -> 'new_work' ->> 'app')::boolean, true)
      and not ${isBlockBetween(sql`f.follower_id`, sql`f.followed_id`)} as "isWilling"
  from (
    select * from follows where followed_id = ${makerId}::uuid
      ${afterId === null ? sql`` : sql`and (created_at, follower_id) < (${afterTime}::timestamptz, ${afterId}::uuid)`}
    order by created_at desc, follower_id desc limit ${sql.lit(MAX_FOLLOWERS)}) f
  -- Each person is fetched by id, whatever the planner thinks of the number of people.
  cross join lateral (select * from users where users.id = f.follower_id offset 0) u
  order by f.created_at desc, f.follower_id desc`

/** Moves unread notifications to this work, and makes new ones for everybody else among these followers. */
export async function notifyOfWork(
  trx: Database,
  work: Pick<NewWork, 'makerId' | 'itemId'>,
  { ids, unread }: { ids: readonly string[]; unread: readonly { id: string; userId: string }[] },
): Promise<void> {
  const moved = unread.map(({ id }) => id)
  await sql`
    with moved as (
      update notifications set item_id = ${work.itemId}::uuid, work_count = work_count + 1,
        updated_at = now(), mailed_at = null
      where id = any (${moved}::uuid[])),
    kept as (
      update notification_actors set subject_id = ${work.itemId}::uuid, created_at = now()
      where notification_id = any (${moved}::uuid[])),
    made as (
      insert into notifications (id, user_id, kind, item_id, actor_count)
      select id, user_id, 'new_work', ${work.itemId}::uuid, 1
      from unnest(${ids.map(() => newId())}::uuid[], ${ids}::uuid[]) f (id, user_id)
      where user_id <> all (${unread.map(({ userId }) => userId)}::uuid[]) order by user_id
      returning id, user_id)
    insert into notification_actors (user_id, kind, subject_id, actor_id, notification_id)
    select user_id, 'new_work', ${work.itemId}::uuid, ${work.makerId}::uuid, id from made`.execute(
    trx,
  )
}

/** Says where the next part of the followers begins; deletes the outbox row when there is none. */
export async function continueAfter(
  trx: Database,
  id: bigint,
  last: { time: string; id: string } | null,
): Promise<void> {
  if (last === null) await sql`delete from notices where id = ${id}`.execute(trx)
  else {
    await sql`update notices set after_time = ${last.time}::timestamptz, after_id = ${last.id}::uuid
      where id = ${id}`.execute(trx)
  }
}
