import { MAX_ANSWERS, type CannedAnswer } from '@plinth/contract/moderation/answers.ts'
import { sql, type RawBuilder } from 'kysely'
import { personOrNull } from '../../core/users/person-sql.ts'
import { newId } from '../../db/id.ts'
import { takeLock } from '../../db/locks.ts'
import type { Database } from '../../db/pool.ts'
import { isoTime } from '../../db/time-sql.ts'

interface Written {
  name: string
  body: string
}

const answers = (condition: RawBuilder<unknown>): RawBuilder<CannedAnswer> => sql<CannedAnswer>`
  select a.id, a.name, a.body, ${personOrNull('u')} as "madeBy",
    ${isoTime(sql`a.updated_at`)} as "updatedAt"
  from canned_answers a left join users u on u.id = a.made_by
  where ${condition} order by lower(a.name) limit ${sql.lit(MAX_ANSWERS)}`

export async function findAnswers(db: Database): Promise<CannedAnswer[]> {
  const { rows } = await answers(sql`true`).execute(db)
  return rows
}

export async function findAnswer(db: Database, id: string): Promise<CannedAnswer | null> {
  const { rows } = await answers(sql`a.id = ${id}::uuid`).execute(db)
  return rows[0] ?? null
}

/** Inserts an answer and returns its id; null if there are as many as there may be. */
export async function insertAnswer(
  trx: Database,
  { name, body, madeBy }: Written & { madeBy: string },
): Promise<string | null> {
  await takeLock(trx, 'cannedAnswers')
  const { rows } = await sql<{ id: string }>`
    insert into canned_answers (id, name, body, made_by)
    select ${newId()}::uuid, ${name}, ${body}, ${madeBy}::uuid
    where (select count(*) from canned_answers) < ${sql.lit(MAX_ANSWERS)}
    returning id`.execute(trx)
  return rows[0]?.id ?? null
}

/** Rewrites an answer and returns how it was; undefined when there is none. */
export async function rewriteAnswer(
  trx: Database,
  id: string,
  { name, body }: Written,
): Promise<Written | undefined> {
  const { rows } = await sql<Written>`
    with was as materialized (
      select id, name, body from canned_answers where id = ${id}::uuid for update),
    written as (
      update canned_answers a set name = ${name}, body = ${body}, updated_at = now()
      from was where a.id = was.id)
    select name, body from was`.execute(trx)
  return rows[0]
}

/** Removes an answer and returns how it was; undefined when there is none. */
export async function removeAnswer(trx: Database, id: string): Promise<Written | undefined> {
  const { rows } = await sql<Written>`
    delete from canned_answers where id = ${id}::uuid returning name, body`.execute(trx)
  return rows[0]
}
