import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import type { Derived, Original } from '../processing/plan.ts'

/** The columns that decide which objects there should be. */
export interface CheckedRow extends Original, Derived {
  id: string
  extension: string
  /** Size of the original. */
  bytes: number
  hasCaptions: boolean
  /** Names of the renditions whose sizes are recorded. */
  recorded: string[]
}

const fileColumns = sql`m.id, m.kind, m.content_type as "contentType", m.width, m.height,
  m.is_animated as "isAnimated", m.extension, m.bytes::int as bytes,
  m.rendition_widths as "renditionWidths", m.thumbhash, m.plays, m.has_tiles as "hasTiles",
  m.has_preview as "hasPreview", m.has_captions as "hasCaptions",
  array(select r.name from media_renditions r where r.media_id = m.id) as recorded`

/** Rows in the order of their ids. */
export async function findRowsAfter(
  db: Database,
  after: string | null,
  limit: number,
): Promise<CheckedRow[]> {
  const { rows } = await sql<CheckedRow>`
    select ${fileColumns} from media m
    where ${after}::uuid is null or m.id > ${after}::uuid
    order by m.id limit ${limit}`.execute(db)
  return rows
}

/** One file's current row, and whether its objects are scheduled for removal: then they are being added or removed. */
export async function findRow(
  db: Database,
  id: string,
): Promise<{ row: CheckedRow | null; isMoving: boolean }> {
  const { rows: removals } = await sql`
    select 1 from media_removals where media_id = ${id}::uuid`.execute(db)
  // Read second: an upload's row is inserted together with the deletion of its removal entry.
  const { rows } = await sql<CheckedRow>`
    select ${fileColumns} from media m where m.id = ${id}::uuid`.execute(db)
  return { row: rows[0] ?? null, isMoving: removals.length > 0 }
}

/** Clears what the row says about lost renditions, so that they are made again. */
export async function forgetMade(
  db: Database,
  id: string,
  lost: {
    names: string[]
    widths: number[]
    poster: boolean
    play: boolean
    preview: boolean
    tiles: boolean
    captions: boolean
  },
): Promise<void> {
  await sql`
    with figures as (
      delete from media_renditions where media_id = ${id}::uuid and name = any(${lost.names}::text[]))
    update media set
      rendition_widths = array(select w from unnest(rendition_widths) as w
        where w <> all(${lost.widths}::int[]) order by w),
      thumbhash = case when ${lost.poster}::boolean then null else thumbhash end,
      plays = case when ${lost.play}::boolean then null else plays end,
      has_preview = has_preview and not ${lost.preview}::boolean,
      has_tiles = has_tiles and not ${lost.tiles}::boolean,
      has_captions = has_captions and not ${lost.captions}::boolean,
      later_failure = null
    where id = ${id}::uuid`.execute(db)
}

/** The columns that decide which objects there should be. */
export interface CheckedDelivery {
  id: string
  bytes: number
  hasPreview: boolean
  hasPicture: boolean
  /** Names of the objects that it is judged by. */
  proofObjects: string[]
}

const deliveryColumns = sql`id, bytes::float8 as bytes, preview_state = 'ready' as "hasPreview",
  preview_state = 'ready' and has_picture is true as "hasPicture",
  array(select jsonb_array_elements_text(proof -> 'objects')) as "proofObjects"`

/** Rows in the order of their ids. */
export async function findDeliveryRowsAfter(
  db: Database,
  after: string | null,
  limit: number,
): Promise<CheckedDelivery[]> {
  const { rows } = await sql<CheckedDelivery>`
    select ${deliveryColumns} from delivery_files
    where ${after}::uuid is null or id > ${after}::uuid order by id limit ${limit}`.execute(db)
  return rows
}

/** One file's current row, and whether its objects are scheduled for removal: then they are being added or removed. */
export async function findDeliveryRow(
  db: Database,
  id: string,
): Promise<{ row: CheckedDelivery | null; isMoving: boolean }> {
  const { rows: removals } = await sql`
    select 1 from delivery_removals where file_id = ${id}::uuid`.execute(db)
  // Read second: a file's row is inserted together with the deletion of its removal entry.
  const { rows } = await sql<CheckedDelivery>`
    select ${deliveryColumns} from delivery_files where id = ${id}::uuid`.execute(db)
  return { row: rows[0] ?? null, isMoving: removals.length > 0 }
}

/** Resets the preview, so that the server's next sweep makes it again. */
export async function forgetDeliveryPreview(db: Database, id: string): Promise<void> {
  await db
    .updateTable('delivery_files')
    .set({ preview_state: 'waiting', preview_width: null, preview_height: null })
    .where('id', '=', id)
    .execute()
}

/** The same for what it is judged by. */
export async function forgetDeliveryProof(db: Database, id: string): Promise<void> {
  await db
    .updateTable('delivery_files')
    .set({ proof_state: 'waiting', proof: null })
    .where('id', '=', id)
    .execute()
}
