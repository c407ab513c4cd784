import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import { holdLock } from '../../../db/advisory-lock.ts'
import { isUsed } from '../media-sql.ts'

export interface StorageUse {
  /** Of all files that are kept, and of all that are announced. */
  bytes: number
  /** Uploads on their way. */
  open: number
}

/**
 * What a person takes up with media; files for deliveries have room of their own. An upload whose bytes are about to become media is
 * left out.
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
 * How many uploads of a person nothing uses, counted up to a limit; those older than this the sweep takes. Until the
 * end of the transaction nobody else counts for the same person.
 */
export async function countUnused(db: Database, ownerId: string, limit: number): Promise<number> {
  await holdLock(db, 'mediaOf', ownerId)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from media m
      where m.owner_id = ${ownerId}::uuid and m.created_at > now() - interval '25 hours'
        and not ${isUsed}
      limit ${limit}) unused`.execute(db)
  return rows[0]?.count ?? 0
}
