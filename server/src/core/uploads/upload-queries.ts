import { UPLOAD_HOURS } from '@plinth/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

/** One person's upload. Other people's uploads do not exist for them. */
export interface UploadKey {
  id: string
  ownerId: string
}

export interface NewUpload extends UploadKey {
  fileName: string
  bytes: number
  /** The project that it is delivered to; null for media. */
  projectId: string | null
}

export interface UploadRow {
  file_name: string
  bytes: number
  created_at: Date
  project_id: string | null
  /** All bytes arrived, and the media or delivery file exists. */
  is_finished: boolean
}

export async function insertUpload(
  db: Database,
  { id, ownerId, fileName, bytes, projectId }: NewUpload,
): Promise<void> {
  await db
    .insertInto('uploads')
    .values({
      id,
      owner_id: ownerId,
      file_name: fileName,
      bytes: BigInt(bytes),
      project_id: projectId,
    })
    .execute()
}

/** An unfinished upload, or the media or delivery file it became. */
export async function findUpload(
  db: Database,
  { id, ownerId }: UploadKey,
): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    select file_name, received_bytes::int as bytes, created_at, null::uuid as project_id,
      true as is_finished from media
    where id = ${id}::uuid and owner_id = ${ownerId}::uuid
    union all
    select file_name, bytes::int, created_at, project_id, true from delivery_files
    where id = ${id}::uuid and owner_id = ${ownerId}::uuid
    union all
    select file_name, bytes::int, created_at, project_id, false from uploads
    where id = ${id}::uuid and owner_id = ${ownerId}::uuid
    order by is_finished desc limit 1`.execute(db)
  return rows[0]
}

/** Records activity on an upload. Returns false when it is deleted or finished. */
export async function touchUpload(db: Database, { id, ownerId }: UploadKey): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ touched_at: sql`now()` })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns false when there is no such upload. */
export async function deleteUpload(db: Database, { id, ownerId }: UploadKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Deletes uploads that have been idle too long, that never received a byte (the client may never have read the
 * location), or that became media or a delivery file just before this process died. Returns their ids.
 */
export async function deleteStaleUploads(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from uploads u
    where u.touched_at < now() - make_interval(hours => ${UPLOAD_HOURS}::int)
      or (u.touched_at = u.created_at and u.created_at < now() - interval '1 hour')
      or exists (select 1 from media m where m.id = u.id)
      or exists (select 1 from delivery_files d where d.id = u.id)
    returning u.id`.execute(db)
  return rows.map((row) => row.id)
}

/** Which of these ids are unfinished uploads. */
export async function findOpenUploads(db: Database, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from uploads where id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map((row) => row.id))
}
