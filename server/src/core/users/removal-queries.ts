import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

export interface Removal {
  reason: string
  at: Date
}

/** Takes creator rights of both kinds from a locked person and notes why. */
export async function recordRemoval(
  trx: Database,
  { userId, reason, now }: { userId: string; reason: string; now: Date },
): Promise<void> {
  await sql`
    with was as (select creator_granted from users where id = ${userId}::uuid),
    noted as (
      insert into creator_removals (user_id, reason, removed_at, had_grant)
      select ${userId}::uuid, ${reason}, ${now}, creator_granted from was
      on conflict (user_id) do update set reason = excluded.reason, removed_at = excluded.removed_at,
        had_grant = excluded.had_grant)
    update users set creator_granted = false, creator_subscribed = false, updated_at = now()
    where id = ${userId}::uuid`.execute(trx)
}

/** Deletes the note, and gives back what was granted. Null if there was none. */
export async function deleteRemoval(
  trx: Database,
  userId: string,
): Promise<{ email: string | null } | null> {
  const { rows } = await sql<{ email: string | null }>`
    with given as (delete from creator_removals where user_id = ${userId}::uuid returning user_id, had_grant)
    update users u set creator_granted = u.creator_granted or g.had_grant, updated_at = now()
    from given g where u.id = g.user_id
    returning case when u.email_verified then u.email end as email`.execute(trx)
  return rows[0] ?? null
}

/** Why this person may not become a creator by subscription; undefined if they may. */
export async function findRemoval(db: Database, userId: string): Promise<Removal | undefined> {
  const { rows } = await sql<Removal>`
    select reason, removed_at as at from creator_removals where user_id = ${userId}::uuid`.execute(
    db,
  )
  return rows[0]
}

/** The person's address; null without a verified one. */
export async function findVerifiedEmail(db: Database, userId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    select case when email_verified then email end as email from users
    where id = ${userId}::uuid`.execute(db)
  return rows[0]?.email ?? null
}
