import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { signatureOf } from './media-queries.ts'

export interface Access {
  isPrivate: boolean
  /** What a link to a private file must carry to be good until the time that was asked about. */
  signature: string
}

/** Null when there is no such upload. */
export async function findAccess(
  db: Database,
  { mediaId, expires }: { mediaId: string; expires: string },
): Promise<Access | null> {
  const { rows } = await sql<Access>`
    select is_private as "isPrivate",
      ${signatureOf(sql`secret::text`, sql`${expires}::text`)} as signature
    from media where id = ${mediaId}::uuid`.execute(db)
  return rows[0] ?? null
}
