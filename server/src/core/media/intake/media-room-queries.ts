import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'

export interface TakenRoom {
  /** Of all files that are kept, and of all that are announced. */
  bytes: number
  /** Uploads on their way. */
  open: number
}

/**
 * What a person takes up with media; files for deliveries have room of their own. An upload whose bytes are about to become media is
 * left out.
 */
export async function findTakenRoom(
  db: Database,
  ownerId: string,
  exceptUploadId?: string,
): Promise<TakenRoom> {
  const { rows } = await sql<TakenRoom>`
    select count(*)::int as open, (coalesce(sum(u.bytes), 0)
      + (select coalesce(sum(m.bytes), 0) from media m where m.owner_id = ${ownerId}::uuid))::float8 as bytes
    from uploads u
    where u.owner_id = ${ownerId}::uuid and u.project_id is null and u.id is distinct from ${exceptUploadId ?? null}::uuid`.execute(
    db,
  )
  return rows[0] ?? { bytes: 0, open: 0 }
}
