import { sql } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'

export type PromotionState = 'unpaid' | 'waiting' | 'running' | 'ended' | 'refused'

/** A locked promotion, with what the next step depends on. */
export interface HeldPromotion {
  id: string
  state: PromotionState
  userId: string
  /** Null once the post is deleted. */
  postId: string | null
  /** Whether everybody can see the post. */
  isVisible: boolean
}

/** Locks a promotion until the transaction ends. It is always locked before its payment. */
export async function lockPromotion(trx: Database, id: string): Promise<HeldPromotion | undefined> {
  const { rows } = await sql<HeldPromotion>`
    select m.id, m.state, m.user_id as "userId", m.post_id as "postId",
      coalesce(p.is_visible, false) as "isVisible"
    from promotions m left join posts p on p.id = m.post_id
    where m.id = ${id}::uuid for update of m`.execute(trx)
  return rows[0]
}

/** Undefined when another process has locked it. */
export async function lockDue(
  trx: Database,
  { id, now }: { id: string; now: Date },
): Promise<HeldPromotion | undefined> {
  const { rows } = await sql<HeldPromotion>`
    select m.id, m.state, m.user_id as "userId", m.post_id as "postId",
      coalesce(p.is_visible, false) as "isVisible"
    from promotions m left join posts p on p.id = m.post_id
    where m.id = ${id}::uuid and ${isDue(now)} for update of m skip locked`.execute(trx)
  return rows[0]
}

/**
 * For `promotions m` and its post `p`: the week is over, or there is nothing left to show. A payment cannot be refunded
 * while the bank is examining a chargeback.
 */
const isDue = (now: Date) => sql`(
  (m.state = 'running' and (m.ends_at <= ${now} or p.is_visible is not true))
  or (m.state = 'waiting' and m.post_id is null and not exists (
    select 1 from payments y where y.promotion_id = m.id and y.chargeback = 'open')))`

/** Promotions in one run of the job, which runs every minute. */
const MAX_PROMOTIONS = 500

/** Filters by state first, so that finished promotions are never read. */
const dueStatement = (now: Date) => sql<{ id: string }>`
  select m.id from promotions m left join posts p on p.id = m.post_id
  where m.state in ('running', 'waiting') and ${isDue(now)}
  limit ${sql.lit(MAX_PROMOTIONS)}`

export async function findDue(db: Database, now: Date): Promise<string[]> {
  const { rows } = await dueStatement(now).execute(db)
  return rows.map(({ id }) => id)
}

export interface HeldPost {
  id: string
  title: string
  isVisible: boolean
  isPublic: boolean
  isApproved: boolean
}

/** Locks one of this person's posts, so that two promotions of it at once wait for each other. */
export async function lockOwnPost(
  trx: Database,
  { id, userId }: { id: string; userId: string },
): Promise<HeldPost | undefined> {
  const { rows } = await sql<HeldPost>`
    select id, title, is_visible as "isVisible", is_public as "isPublic", is_approved as "isApproved"
    from posts where id = ${id}::uuid and creator_id = ${userId}::uuid
    for no key update`.execute(trx)
  return rows[0]
}

/** Locks the post's unfinished promotion. A post has at most one. */
export async function lockCurrent(
  trx: Database,
  postId: string,
): Promise<{ id: string; state: PromotionState } | undefined> {
  const { rows } = await sql<{ id: string; state: PromotionState }>`
    select id, state from promotions
    where post_id = ${postId}::uuid and state in ('unpaid', 'waiting', 'running') for update`.execute(
    trx,
  )
  return rows[0]
}

export async function insertPromotion(
  trx: Database,
  { postId, userId, title, now }: { postId: string; userId: string; title: string; now: Date },
): Promise<string> {
  const id = newId()
  await trx
    .insertInto('promotions')
    .values({ id, post_id: postId, user_id: userId, state: 'unpaid', title, created_at: now })
    .execute()
  return id
}

/** Stores the post's current title with the payment, so that the record shows what was paid for. */
export async function recordPaid(trx: Database, id: string, paidAt: Date): Promise<void> {
  await sql`
    update promotions m set state = 'waiting', paid_at = ${paidAt}, title = p.title
    from posts p where m.id = ${id}::uuid and p.id = m.post_id`.execute(trx)
}

export async function recordRunning(
  trx: Database,
  id: string,
  { adminId, startsAt, endsAt }: { adminId: string; startsAt: Date; endsAt: Date },
): Promise<void> {
  await trx
    .updateTable('promotions')
    .set({ state: 'running', decided_by: adminId, starts_at: startsAt, ends_at: endsAt })
    .where('id', '=', id)
    .execute()
}

/** It ends at the end of its week, or now if that is earlier. */
export async function recordEnded(trx: Database, id: string, now: Date): Promise<void> {
  await sql`
    update promotions set state = 'ended', ends_at = least(ends_at, ${now}::timestamptz)
    where id = ${id}::uuid`.execute(trx)
}

export async function recordRefused(
  trx: Database,
  id: string,
  { adminId, reason, paidAt }: { adminId: string | null; reason: string; paidAt?: Date },
): Promise<void> {
  await trx
    .updateTable('promotions')
    .set({
      state: 'refused',
      decided_by: adminId,
      reason,
      ...(paidAt === undefined ? {} : { paid_at: paidAt }),
    })
    .where('id', '=', id)
    .execute()
}

export async function notifyMember(
  trx: Database,
  { userId, postId }: Pick<HeldPromotion, 'userId' | 'postId'>,
  event: 'promotion_running' | 'promotion_refused' | 'promotion_ended',
): Promise<void> {
  await trx
    .insertInto('notices')
    .values({ kind: 'billing', billing_event: event, billed_id: userId, post_id: postId })
    .execute()
}
