import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import { takeLock } from '../../../db/locks.ts'
import { isUsed } from '../media-sql.ts'

export interface StorageUse {
  /** Bytes of all stored files and of all announced uploads. */
  bytes: number
  /** Number of unfinished uploads. */
  open: number
}

/**
 * How much storage a person's media uses; delivered files have a quota of their own. Leaves out the upload whose bytes are
 * about to become media.
 */
export async function findStorageUse(
  db: Database,
  ownerId: string,
  exceptUploadId?: string,
): Promise<StorageUse> {
  const { rows } = await sql<StorageUse>`
    select count(*)::int as open, (coalesce(sum(u.bytes), 0)
      + (select coalesce(sum(m.bytes), 0) from media m where m.owner_id = ${ownerId}::uuid))::float8 as bytes
    from uploads u
    where u.owner_id = ${ownerId}::uuid and u.project_id is null and u.id is distinct from ${exceptUploadId ?? null}::uuid`.execute(
    db,
  )
  return rows[0] ?? { bytes: 0, open: 0 }
}

/**
 * Counts a person's unused uploads, up to a limit; the sweep deletes those that are older. Locks the count for this
 * person until the transaction ends.
 */
export async function countUnused(db: Database, ownerId: string, limit: number): Promise<number> {
  await takeLock(db, 'mediaOf', ownerId)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from media m
      where m.owner_id = ${ownerId}::uuid and m.created_at > now() - interval '25 hours'
        and not ${isUsed}
      limit ${limit}) unused`.execute(db)
  return rows[0]?.count ?? 0
}
