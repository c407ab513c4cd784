import { DEFAULT_PROFILE_COLORS } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { lockWorker } from '../notifications/outbox/outbox-queries.ts'

/** The name that rows show for somebody who deleted their account. */
const DELETED_NAME = { firstName: 'Deleted', lastName: 'user' } as const

export interface HeldProject {
  id: string
  number: number
  title: string
}

/**
 * Finds the projects of a person that hold money or still owe them some. Locks their open projects until the
 * transaction ends, so that no money can come in meanwhile.
 */
export async function findHeldProjects(trx: Database, userId: string): Promise<HeldProject[]> {
  await sql`select id from projects
    where (client_id = ${userId}::uuid or creator_id = ${userId}::uuid) and closed_at is null
    order by id for update`.execute(trx)
  const { rows } = await sql<HeldProject>`
    select p.id, p.number, p.title from projects p
    where (p.client_id = ${userId}::uuid or p.creator_id = ${userId}::uuid)
      and ((select coalesce(sum(e.amount_cents), 0) from ledger_entries e
          where e.account = 'escrow' and e.owner_id = p.id) <> 0
        or exists (select 1 from payments y join transfers t on t.payment_id = y.id
          where y.project_id = p.id and t.user_id = ${userId}::uuid
            and t.state in ('waiting', 'held', 'failed')))
    order by p.number limit 20`.execute(trx)
  return rows
}

/** Locks a person before their account status changes. False if there is none or the account is deleted. */
export async function lockAccount(trx: Database, userId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Marks an account as deleted; a trigger (`users_follow_standing`) hides what the person made. Their profile is set
 * aside, so that every row that names them shows `Deleted user`, and their sessions and
 * access tokens end.
 */
export async function markDeleted(
  trx: Database,
  userId: string,
  { now, byAdmin }: { now: Date; byAdmin: boolean },
): Promise<void> {
  const colors = JSON.stringify(DEFAULT_PROFILE_COLORS)
  await sql`
    update users set deleted_at = ${now},
      kept_profile = jsonb_build_object('handle', handle, 'firstName', first_name, 'lastName', last_name,
        'email', email, 'emailVerified', email_verified, 'bio', bio, 'location', location,
        'website', website, 'portrait', profile_image_url, 'colors', profile_colors,
        'links', social_links, 'byAdmin', ${byAdmin}::boolean),
      handle = null, first_name = ${DELETED_NAME.firstName}, last_name = ${DELETED_NAME.lastName}, email = null,
      email_verified = false, bio = null, location = null, website = null,
      profile_image_url = null, profile_colors = ${colors}::jsonb, social_links = '{}',
      staff_role = null, updated_at = now()
    where id = ${userId}::uuid`.execute(trx)
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await trx.deleteFrom('access_tokens').where('user_id', '=', userId).execute()
  await sql`
    update media m set is_private = true from users u
    where u.id = ${userId}::uuid and m.owner_id = u.id
      and u.kept_profile ->> 'portrait' like '%/media/' || m.id || '/%'`.execute(trx)
}

/**
 * Removes a person's likes, comments and follows from the notifications of others, and returns the people whose
 * notifications changed. Those about projects and messages stay. Locks out the notification worker meanwhile.
 */
export async function withdrawNotifications(trx: Database, userId: string): Promise<string[]> {
  await lockWorker(trx)
  await sql`
    select n.id from notifications n join notification_actors a on a.notification_id = n.id
    where a.actor_id = ${userId}::uuid
    order by n.user_id, n.kind, n.subject_id for update of n`.execute(trx)
  const { rows } = await sql<{ userId: string }>`
    with removed as (
      delete from notification_actors where actor_id = ${userId}::uuid
        and kind in ('like', 'comment', 'reply', 'mention', 'follow', 'credit', 'board')
      returning notification_id as id),
    lowered as (
      select n.id, n.user_id, n.actor_count - count(*)::int as actor_count
      from removed join notifications n on n.id = removed.id group by n.id),
    emptied as (
      delete from notifications n using lowered l where n.id = l.id and l.actor_count <= 0),
    counted as (
      update notifications n set actor_count = l.actor_count from lowered l
      where n.id = l.id and l.actor_count > 0)
    select distinct user_id as "userId" from lowered`.execute(trx)
  return rows.map((row) => row.userId)
}

/** Marks the inquiries to a person that they have not answered as declined. */
export async function closeInquiriesTo(trx: Database, userId: string, now: Date): Promise<void> {
  await sql`
    update messages set declined_at = ${now}
    where receiver_id = ${userId}::uuid and message_type = 'business_inquiry'
      and declined_at is null and project_id is null`.execute(trx)
}

/** Restores an account with its profile; false if there is none to restore or it is too late. */
export async function markRestored(
  trx: Database,
  userId: string,
  notBefore: Date,
): Promise<boolean> {
  const { rows } = await sql<{ portrait: string | null }>`
    update users u set deleted_at = null, kept_profile = null,
      handle = k.handle, first_name = k.first_name, last_name = k.last_name,
      email = coalesce(u.email, k.email), email_verified = case when u.email is null
        then k.email_verified else u.email_verified end,
      bio = k.bio, location = k.location, website = k.website, profile_image_url = k.portrait,
      profile_colors = k.colors, social_links = k.links, updated_at = now()
    from (select id, kept_profile ->> 'handle' as handle, kept_profile ->> 'firstName' as first_name,
        kept_profile ->> 'lastName' as last_name, kept_profile ->> 'email' as email,
        (kept_profile ->> 'emailVerified')::boolean as email_verified,
        kept_profile ->> 'bio' as bio, kept_profile ->> 'location' as location,
        kept_profile ->> 'website' as website, kept_profile ->> 'portrait' as portrait,
        kept_profile -> 'colors' as colors, kept_profile -> 'links' as links
      from users where id = ${userId}::uuid and deleted_at > ${notBefore}
        and purged_at is null and not (kept_profile -> 'byAdmin')::boolean for update) k
    where u.id = k.id returning k.portrait`.execute(trx)
  const [row] = rows
  if (row === undefined) return false
  await sql`select refresh_media_privacy(array(select m.id from media m
    where m.owner_id = ${userId}::uuid and ${row.portrait}::text like '%/media/' || m.id || '/%'))`.execute(
    trx,
  )
  return true
}

/** The deleted account that this session may restore; null for any other session. */
export async function findDeleted(
  db: Database,
  tokenHash: Buffer,
  notBefore: Date,
): Promise<{ userId: string; deletedAt: Date } | null> {
  const { rows } = await sql<{ userId: string; deletedAt: Date }>`
    select u.id as "userId", u.deleted_at as "deletedAt"
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > now()
      and s.absolute_expires_at > now() and u.deleted_at > ${notBefore}
      and u.purged_at is null and not (u.kept_profile -> 'byAdmin')::boolean`.execute(db)
  return rows[0] ?? null
}
