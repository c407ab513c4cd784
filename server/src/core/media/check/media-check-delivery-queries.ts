import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'

/** What a row says of the objects that there should be. */
export interface CheckedDelivery {
  id: string
  bytes: number
  hasPreview: boolean
}

const columns = sql`id, bytes::float8 as bytes, preview_state = 'ready' as "hasPreview"`

/** In the order of their ids. */
export async function findDeliveryRowsAfter(
  db: Database,
  after: string | null,
  limit: number,
): Promise<CheckedDelivery[]> {
  const { rows } = await sql<CheckedDelivery>`
    select ${columns} from delivery_files
    where ${after}::uuid is null or id > ${after}::uuid order by id limit ${limit}`.execute(db)
  return rows
}

/** One file's row as it is now, and whether its objects are noted as coming in or going away. */
export async function findDeliveryRow(
  db: Database,
  id: string,
): Promise<{ row: CheckedDelivery | null; isMoving: boolean }> {
  const { rows: removals } = await sql`
    select 1 from delivery_removals where file_id = ${id}::uuid`.execute(db)
  // Second: a file gets its row when it loses its note.
  const { rows } = await sql<CheckedDelivery>`
    select ${columns} from delivery_files where id = ${id}::uuid`.execute(db)
  return { row: rows[0] ?? null, isMoving: removals.length > 0 }
}

/** The server finds it in its sweep and makes the preview again. */
export async function forgetDeliveryPreview(db: Database, id: string): Promise<void> {
  await db
    .updateTable('delivery_files')
    .set({ preview_state: 'waiting', preview_width: null, preview_height: null })
    .where('id', '=', id)
    .execute()
}
