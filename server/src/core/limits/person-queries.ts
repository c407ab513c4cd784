import { MAX_LISTED_STRIKES, type PersonLimits } from '@plinth/contract/moderation/appeals.ts'
import { DAILY_KINDS, type DailyKind } from '@plinth/contract/people/levels.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { isoTime } from '../../db/time-sql.ts'
import { orNotFound } from '../../http/errors.ts'
import { levelOf, limitOf, liveStrikes, today, tomorrow } from './level-sql.ts'

/** What somebody may do today, how much of it they used, and their strikes. Throws a 404 if there is no such account. */
export async function findLimits(db: Database, userId: string): Promise<PersonLimits> {
  const { rows } = await sql<PersonLimits>`
    select p.level, p.strikes as "liveStrikes", ${isoTime(tomorrow)} as "resetsAt",
      (select json_agg(json_build_object('kind', k.kind,
          'allowed', coalesce(own.allowed, ${limitOf(sql`k.kind`, sql`p.level`)}),
          'used', coalesce(d.count, 0),
          'own', case when own.allowed is not null then
            json_build_object('reason', own.reason, 'until', ${isoTime(sql`own.until`)}) end)
          order by k.place)
        from unnest(${DAILY_KINDS}::text[]) with ordinality as k (kind, place)
        left join daily_counts d on (d.user_id, d.kind) = (p.id, k.kind) and d.day = ${today}
        left join person_limits own on (own.user_id, own.kind) = (p.id, k.kind) and own.until > now())
        as limits,
      (select coalesce(json_agg(json_build_object('id', s.id, 'kind', s.kind,
          'subjectId', s.subject_id, 'reason', s.reason, 'createdAt', ${isoTime(sql`s.created_at`)},
          'until', ${isoTime(sql`s.until`)}, 'isLive', s.lifted_at is null and s.until > now(),
          'isLifted', s.lifted_at is not null,
          'appeal', (select a.state from appeals a where a.user_id = s.user_id and a.kind = 'strike'
            and a.subject_id = s.id and a.against_at = s.created_at)) order by s.created_at desc, s.id desc), '[]')
        from (select * from strikes where user_id = p.id
          order by created_at desc, id desc limit ${MAX_LISTED_STRIKES}) s) as strikes
    from (select u.id, f.strikes, ${levelOf(sql`f.strikes`)} as level
      from users u cross join lateral (select ${liveStrikes(sql`u.id`)} as strikes) f
      where u.id = ${userId}::uuid and u.deleted_at is null) p`.execute(db)
  return orNotFound(rows[0])
}

export interface PersonLimit {
  userId: string
  kind: DailyKind
}

/** Sets a limit for one person. Returns what they had of their own before; null if nothing. */
export async function setLimit(
  trx: Database,
  { userId, kind }: PersonLimit,
  given: { allowed: number; reason: string; until: Date; setBy: string; now: Date },
): Promise<{ allowed: number } | null> {
  const before = await lockLimit(trx, { userId, kind })
  const { setBy, now, ...values } = given
  const row = { ...values, set_by: setBy, created_at: now }
  await trx
    .insertInto('person_limits')
    .values({ user_id: userId, kind, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(row))
    .execute()
  return before
}

/** Ends a limit of one person's own. Returns it; null if there was none. */
export async function dropLimit(
  trx: Database,
  { userId, kind }: PersonLimit,
): Promise<{ allowed: number } | null> {
  const before = await lockLimit(trx, { userId, kind })
  if (before !== null)
    await trx
      .deleteFrom('person_limits')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .execute()
  return before
}

/** Also locks the account, so that two of staff change its limits one after the other. */
async function lockLimit(trx: Database, { userId, kind }: PersonLimit) {
  const { rows } = await sql<{ allowed: number | null }>`
    select (select p.allowed from person_limits p where p.user_id = u.id and p.kind = ${kind}) as allowed
    from users u where u.id = ${userId}::uuid and u.deleted_at is null for no key update`.execute(
    trx,
  )
  const { allowed } = orNotFound(rows[0])
  return allowed === null ? null : { allowed }
}
