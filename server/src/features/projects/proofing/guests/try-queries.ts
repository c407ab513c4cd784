import {
  CODE_MINUTES,
  CODE_TRIES,
  CODES_PER_DAY,
  PASSWORD_MINUTES,
  PASSWORD_TRIES,
} from '@plinth/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../../../db/pool.ts'

/** After the last wrong password a link waits this long, and then begins to count anew. */
const isOver = (now: Date) =>
  sql`tried_at <= ${now}::timestamptz - ${PASSWORD_MINUTES}::int * interval '1 minute'`

/**
 * Takes one of the tries that a link's password has, before it is looked at: whoever guesses at many servers at once gets
 * no more of them. Returns how many are left, or the seconds until the next.
 */
export async function takeTry(
  db: Database,
  linkId: string,
  now: Date,
): Promise<{ left: number } | { waitSeconds: number }> {
  const { rows } = await sql<{ tries: number }>`
    update proof_links set tries = case when ${isOver(now)} then 1 else tries + 1 end, tried_at = ${now}
    where id = ${linkId}::uuid and (tries < ${PASSWORD_TRIES}::int or ${isOver(now)})
    returning tries`.execute(db)
  const [taken] = rows
  if (taken !== undefined) return { left: PASSWORD_TRIES - taken.tries }
  // Of two at once, the later one may have taken the last try already.
  const { rows: waits } = await sql<{ seconds: number }>`
    select least(${PASSWORD_MINUTES * 60}::int, greatest(1, ceil(extract(epoch from tried_at - ${now}::timestamptz)
      + ${PASSWORD_MINUTES * 60}::int)))::int as seconds
    from proof_links where id = ${linkId}::uuid`.execute(db)
  return { waitSeconds: waits[0]?.seconds ?? PASSWORD_MINUTES * 60 }
}

/** The password was right. */
export async function forgetTries(db: Database, linkId: string): Promise<void> {
  await sql`update proof_links set tries = 0, tried_at = null where id = ${linkId}::uuid`.execute(
    db,
  )
}

/** Puts a new code in the place of the last one. Returns false if this link has had as many as it gets in a day. */
export async function replaceCode(
  trx: Database,
  { linkId, codeHash, now }: { linkId: string; codeHash: Buffer; now: Date },
): Promise<boolean> {
  const isNewDay = sql`(codes_since is null or codes_since <= ${now}::timestamptz - interval '1 day')`
  const { numAffectedRows } = await sql`
    update proof_links set code_hash = ${codeHash}, code_tries = 0,
      code_until = ${now}::timestamptz + ${CODE_MINUTES}::int * interval '1 minute',
      codes = case when ${isNewDay} then 1 else codes + 1 end,
      codes_since = case when ${isNewDay} then ${now}::timestamptz else codes_since end
    where id = ${linkId}::uuid and (codes < ${CODES_PER_DAY}::int or ${isNewDay})`.execute(trx)
  return numAffectedRows === 1n
}

/** Takes one of the tries that a code has. Returns its hash, or undefined if it works no longer. */
export async function takeCode(
  db: Database,
  linkId: string,
  now: Date,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ hash: Buffer | null }>`
    update proof_links set code_tries = code_tries + 1
    where id = ${linkId}::uuid and code_hash is not null and code_until > ${now}::timestamptz
      and code_tries < ${CODE_TRIES}::int
    returning code_hash as hash`.execute(db)
  return rows[0]?.hash ?? undefined
}

/** A code works once. Returns false if somebody else has just used it. */
export async function useCode(trx: Database, linkId: string, codeHash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update proof_links set code_hash = null, code_until = null
    where id = ${linkId}::uuid and code_hash = ${codeHash}`.execute(trx)
  return numAffectedRows === 1n
}
