import { UNDELIVERED_HOURS } from '@plinth/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import type { Preview } from '../../../gateways/image/imaging-tasks.ts'
import type { FileKey } from './delivery-queries.ts'
import { MAKE_PREVIEW } from './delivery-rules.ts'
import { ROOMS, roomOf } from './room-sql.ts'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'

const AT_ONCE = 1_000

/** Whether the file was deleted and its objects still have to be removed. */
export async function isFileRemoved(db: Database, fileId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from delivery_removals r where file_id = ${fileId}::uuid
      and not exists (select 1 from delivery_files df where df.id = r.file_id)`.execute(db)
  return rows.length > 0
}

export async function deleteFileRemoval(db: Database, fileId: string): Promise<void> {
  await db.deleteFrom('delivery_removals').where('file_id', '=', fileId).execute()
}

/** Objects without rows that are older than an hour. Younger ones may belong to a file that is being uploaded. */
export async function findOldFileRemovals(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with mistaken as (
      -- Two finished the same upload at once, and the second was cut off.
      delete from delivery_removals r where created_at < now() - interval '1 hour'
        and exists (select 1 from delivery_files df where df.id = r.file_id))
    select file_id as id from delivery_removals r
    where created_at < now() - interval '1 hour'
      and not exists (select 1 from delivery_files df where df.id = r.file_id)
    order by created_at limit ${AT_ONCE}`.execute(db)
  return rows.map((row) => row.id)
}

/** Files that their owner has not delivered in time. */
export async function findUndelivered(db: Database): Promise<FileKey[]> {
  const { rows } = await sql<FileKey>`
    select df.id as "fileId", p.id as "projectId", df.owner_id as "ownerId"
    from delivery_files df join projects p on p.id = df.project_id
    where df.delivery_id is null and df.created_at < now() - make_interval(hours => ${UNDELIVERED_HOURS}::int)
    order by df.created_at limit ${AT_ONCE}`.execute(db)
  return rows
}

/**
 * Files that lack a preview, or its copy without a watermark, and that no job is working on: the process of their last
 * job ended, or they are from before there was such a copy.
 */
export async function findWithoutJob(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select df.id from delivery_files df
    where (df.preview_state = 'waiting' or (df.preview_state = 'ready' and df.has_picture is null))
      and not exists (select 1 from pgboss.job j where j.name = ${MAKE_PREVIEW}
        and j.state < 'completed' and j.data ->> 'fileId' = df.id::text)
    order by df.created_at limit ${AT_ONCE}`.execute(db)
  return rows.map((row) => row.id)
}

/** A file that waits for its preview, or for its copy without a watermark. */
export interface PreviewSource {
  kind: MediaKind | 'other'
  fileName: string
}

export async function findPreviewSource(
  db: Database,
  fileId: string,
): Promise<PreviewSource | undefined> {
  const { rows } = await sql<PreviewSource>`
    select kind, file_name as "fileName" from delivery_files
    where id = ${fileId}::uuid
      and (preview_state = 'waiting' or (preview_state = 'ready' and has_picture is null))`.execute(
    db,
  )
  return rows[0]
}

export type PreviewResult = Preview | 'none' | 'failed'

/** The project that shows it, or the proof room of its owner. */
export interface Shown {
  projectId: string
  /** The creator and, once it is delivered, the client. */
  userIds: string[]
}

/**
 * Records the outcome. A file that already has a preview keeps it if making both again failed. Returns undefined if the
 * file was deleted meanwhile.
 */
export async function recordPreview(
  db: Database,
  fileId: string,
  end: PreviewResult,
): Promise<Shown | undefined> {
  const made = typeof end === 'string' ? null : end
  const { rows } = await sql<Shown>`
    update delivery_files df set has_picture = ${made !== null}::boolean,
      preview_state = case when ${made === null}::boolean and preview_state = 'ready' then 'ready'
        else ${made === null ? end : 'ready'}::text end,
      preview_width = coalesce(${made?.width ?? null}::int, preview_width),
      preview_height = coalesce(${made?.height ?? null}::int, preview_height),
      fingerprint = coalesce(${made?.fingerprint ?? null}::bit(64), fingerprint)
    from ${ROOMS} p where df.id = ${fileId}::uuid and p.id = ${roomOf('df')}
    returning p.id as "projectId", case when df.delivery_id is null then array[p.creator_id::text]
      else array_remove(array[p.creator_id::text, p.client_id::text], null) end as "userIds"`.execute(
    db,
  )
  return rows[0]
}
