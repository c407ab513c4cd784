import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import { areFilesOpen } from './delivery-sql.ts'

export interface ArchivedFile {
  id: string
  fileName: string
  bytes: number
  deliveredAt: Date
  /** Of their project and delivery. */
  title: string
  number: number
}

/** The files of a delivery in their order; none where they are not handed over to the viewer. */
export async function findOpenFiles(
  db: Database,
  { projectId, deliveryId, viewerId }: { projectId: string; deliveryId: string; viewerId: string },
): Promise<ArchivedFile[]> {
  const { rows } = await sql<ArchivedFile>`
    select df.id, df.file_name as "fileName", df.bytes::float8 as bytes,
      d.created_at as "deliveredAt", p.title, d.number
    from project_deliveries d
    join projects p on p.id = d.project_id
    join delivery_files df on df.delivery_id = d.id
    where d.id = ${deliveryId}::uuid and p.id = ${projectId}::uuid
      and ${areFilesOpen('p', sql`${viewerId}::uuid`)}
    order by df.position`.execute(db)
  return rows
}
