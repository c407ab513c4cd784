import { type Strike } from '@plinth/contract/moderation/appeals.ts'
import { STRIKE_DAYS, STRIKES_FOR_SUSPENSION } from '@plinth/contract/people/levels.ts'
import { sql, type RawBuilder } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'

/** What a strike is for. */
export interface Struck {
  kind: Strike['kind']
  subjectId: string
}

const TABLES = {
  post: { table: 'posts', owner: 'creator_id' },
  portfolio: { table: 'portfolio_items', owner: 'creator_id' },
  board: { table: 'boards', owner: 'owner_id' },
  comment: { table: 'comments', owner: 'author_id' },
} as const

/** Whose thing it is; null if there is none. */
export async function findStruck(
  trx: Database,
  { kind, subjectId }: Struck & { kind: keyof typeof TABLES },
): Promise<string | null> {
  const { table, owner } = TABLES[kind]
  const { rows } = await sql<{ userId: string }>`
    select ${sql.ref(owner)} as "userId" from ${sql.table(table)}
    where id = ${subjectId}::uuid`.execute(trx)
  return rows[0]?.userId ?? null
}

/** Gives somebody a strike for this. A thing that is taken down again gives its one strike again. */
export async function addStrike(
  trx: Database,
  { kind, subjectId }: Struck,
  { userId, reason, now }: { userId: string; reason: string; now: Date },
): Promise<void> {
  const until = new Date(now.getTime() + STRIKE_DAYS * 86_400_000)
  const given = { reason, created_at: now, until, lifted_at: null }
  await trx
    .insertInto('strikes')
    .values({ id: newId(), user_id: userId, kind, subject_id: subjectId, ...given })
    .onConflict((conflict) => conflict.constraint('strikes_once').doUpdateSet(given))
    .execute()
  await noteDue(trx, sql`${userId}::uuid`)
}

/** Takes back the strike for this, if there is one. */
export async function liftStrike(
  trx: Database,
  { kind, subjectId }: Struck,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    update strikes set lifted_at = ${now}
    where kind = ${kind} and subject_id = ${subjectId}::uuid and lifted_at is null
    returning user_id as "userId"`.execute(trx)
  for (const { userId } of rows) await noteDue(trx, sql`${userId}::uuid`)
}

/** The strike against which somebody appeals, locked; null if it is not theirs or counts no longer. */
export async function lockStrike(
  trx: Database,
  { userId, id }: { userId: string; id: string },
): Promise<{ at: Date; reason: string } | null> {
  const { rows } = await sql<{ at: Date; reason: string }>`
    select created_at as at, reason from strikes
    where id = ${id}::uuid and user_id = ${userId}::uuid and kind in ('comment', 'message')
      and lifted_at is null and until > now() for update`.execute(trx)
  return rows[0] ?? null
}

/** Takes back a strike after an appeal. */
export async function liftStrikeById(trx: Database, id: string, now: Date): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    update strikes set lifted_at = coalesce(lifted_at, ${now}) where id = ${id}::uuid
    returning user_id as "userId"`.execute(trx)
  for (const { userId } of rows) await noteDue(trx, sql`${userId}::uuid`)
}

/** Notes until when so many strikes count that staff are asked about a suspension: until the last but four ends. */
const noteDue = (trx: Database, userId: RawBuilder<unknown>) =>
  sql`
  update users set suspension_due = (
    select s.until from strikes s where s.user_id = users.id and s.lifted_at is null
    order by s.until desc offset ${sql.lit(STRIKES_FOR_SUSPENSION - 1)} limit 1)
  where id = ${userId}`.execute(trx)
