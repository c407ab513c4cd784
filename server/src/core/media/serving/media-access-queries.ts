import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import { CAPTIONS } from '../media-names.ts'
import { signatureOf } from './signed-link-sql.ts'

export interface Access {
  isPrivate: boolean
  /** What a link to a private file must carry to be good until the time that was asked about. */
  signature: string
  /** What its owner calls the file. */
  fileName: string
  /** Of captions, which are the one thing that changes under its address; null when there are none. */
  version: string | null
}

/** Null when there is no such upload. */
export async function findAccess(
  db: Database,
  { mediaId, name, expires }: { mediaId: string; name: string; expires: string },
): Promise<Access | null> {
  const { rows } = await sql<Access>`
    select is_private as "isPrivate", file_name as "fileName",
      ${signatureOf(sql`secret::text`, sql`${expires}::text`)} as signature,
      case when ${name}::text = ${sql.lit(CAPTIONS)} then (
        select (extract(epoch from made_at) * 1000000)::bigint::text from media_renditions
        where media_id = m.id and name = ${sql.lit(CAPTIONS)}) end as version
    from media m where id = ${mediaId}::uuid`.execute(db)
  return rows[0] ?? null
}
