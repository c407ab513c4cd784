import { sql } from 'kysely'
import type { Database } from '../db/pool.ts'

/** A call with an idempotency key, and a hash of its body. */
export interface KeyedCall {
  userId: string
  key: string
  /** Method and URL. */
  call: string
  bodyHash: Buffer
}

/** A call without an answer after this time has died with its process, as has one that the clock has not come to yet. */
const IN_FLIGHT_LIMIT = sql`interval '60 seconds'`
const MEMORY = sql`interval '24 hours'`

/**
 * Claims a key for a new call, or for a repeated call whose first attempt died. Returns the time of the claim, which
 * identifies it later; null if the key is already in use.
 */
export async function claimKey(db: Database, call: KeyedCall): Promise<string | null> {
  const { rows } = await sql<{ claim: string }>`
    insert into idempotency_keys as k (user_id, key, call, body_hash, created_at)
    values (${call.userId}::uuid, ${call.key}, ${call.call}, ${call.bodyHash}, clock_timestamp())
    on conflict (user_id, key) do update set created_at = excluded.created_at
    where k.status is null
      and k.created_at not between now() - ${IN_FLIGHT_LIMIT} and now() + ${IN_FLIGHT_LIMIT}
      and k.call = excluded.call and k.body_hash = excluded.body_hash
    returning k.created_at::text as claim`.execute(db)
  return rows[0]?.claim ?? null
}

export interface KnownKey {
  isSame: boolean
  /** Null while the first call is still running. */
  status: number | null
  response: unknown
}

/** Undefined if the key was released in the meantime. */
export async function findKey(db: Database, call: KeyedCall): Promise<KnownKey | undefined> {
  const { rows } = await sql<KnownKey>`
    select call = ${call.call} and body_hash = ${call.bodyHash} as "isSame", status, response
    from idempotency_keys where user_id = ${call.userId}::uuid and key = ${call.key}`.execute(db)
  return rows[0]
}

export async function saveAnswer(
  db: Database,
  call: KeyedCall,
  answer: { claim: string; status: number; response: unknown },
): Promise<void> {
  await sql`
    update idempotency_keys set status = ${answer.status},
      response = ${JSON.stringify(answer.response ?? null)}::jsonb
    where user_id = ${call.userId}::uuid and key = ${call.key}
      and created_at = ${answer.claim}::timestamptz`.execute(db)
}

/** Frees the key of a call that failed, so that it can be used again. */
export async function releaseKey(db: Database, call: KeyedCall, claim: string): Promise<void> {
  await sql`
    delete from idempotency_keys
    where user_id = ${call.userId}::uuid and key = ${call.key} and status is null
      and created_at = ${claim}::timestamptz`.execute(db)
}

export async function sweepKeys(db: Database): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - ${MEMORY}`.execute(db)
}
