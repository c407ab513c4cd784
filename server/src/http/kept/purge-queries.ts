import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

/** Something that a cache in front must forget. */
export interface WaitingPurge {
  id: bigint
  subjectId: string
  /** The addresses of a file; empty for anything else. */
  paths: string[]
}

/** For so long nobody else sends what a process has taken, whether that has ended or not: longer than sending takes. */
const LEASE_SECONDS = 15
/** Longer than any server keeps a page. */
const KEPT_SECONDS = 6
const LONGEST_WAIT_SECONDS = 60
/** Nothing waits that long: the clock was ahead when it was written. */
const TOO_LONG = sql`interval '1 hour'`

/** Says whether changes are noted. Where no cache is told, nothing may wait. */
export async function setPurging(db: Database, isOn: boolean): Promise<void> {
  if (isOn) {
    await sql`insert into cache_setup default values on conflict do nothing`.execute(db)
    return
  }
  await sql`delete from cache_setup`.execute(db)
  await sql`delete from cache_purges`.execute(db)
}

/** Takes the oldest rows that are due. Other processes take others. */
export async function takePurges(db: Database, atMost: number): Promise<WaitingPurge[]> {
  const { rows } = await sql<WaitingPurge>`
    update cache_purges set due_at = now() + ${sql.lit(LEASE_SECONDS)} * interval '1 second'
    where id in (
      select id from cache_purges where due_at <= now() or due_at > now() + ${TOO_LONG}
      order by due_at, id
      limit ${atMost} for update skip locked)
    returning id, subject_id as "subjectId", paths`.execute(db)
  return rows
}

/**
 * Sends these once more after a while, or forgets them if they were sent twice. By then no server sends an older page any
 * more, even one that was read from a replica so many seconds behind.
 */
export async function finishPurges(
  db: Database,
  ids: readonly bigint[],
  lagSeconds: number,
): Promise<void> {
  await sql`
    with done as (delete from cache_purges where id = any (${ids}::bigint[]) and is_again)
    update cache_purges set is_again = true, failures = 0,
      due_at = now() + ${KEPT_SECONDS + lagSeconds} * interval '1 second'
    where id = any (${ids}::bigint[]) and not is_again`.execute(db)
}

/** Sends these again later: after a second, then after twice as long each time, up to a minute. */
export async function postponePurges(db: Database, ids: readonly bigint[]): Promise<void> {
  await sql`
    update cache_purges set failures = least(failures + 1, 10),
      due_at = now() + least(2 ^ failures, ${sql.lit(LONGEST_WAIT_SECONDS)}) * interval '1 second'
    where id = any (${ids}::bigint[])`.execute(db)
}
