import { sql } from 'kysely'
import { namedSignature } from '../../../core/media/media-sql.ts'
import type { Database } from '../../../db/pool.ts'

export interface LinkedFile {
  fileName: string
  contentType: string
  /** What a link to the file of this name must carry to be good until the time that was asked about. */
  signature: string
}

/** A file by the link to it; nothing where there is none. */
export async function findLinkedFile(
  db: Database,
  { fileId, name, expires }: { fileId: string; name: string; expires: string },
): Promise<LinkedFile | undefined> {
  const { rows } = await sql<LinkedFile>`
    select file_name as "fileName", content_type as "contentType",
      ${namedSignature({
        name: sql`${name}::text`,
        secret: sql`secret`,
        expires: sql`${expires}::text`,
      })} as signature
    from delivery_files where id = ${fileId}::uuid`.execute(db)
  return rows[0]
}
