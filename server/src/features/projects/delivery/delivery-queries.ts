import { MAX_DELIVERY_FILES } from '@plinth/contract/limits.ts'
import type { MediaKind } from '@plinth/contract/media/media.ts'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import { AppError } from '../../../http/errors.ts'
import { RECEIVING_STATUSES } from './delivery-rules.ts'
import { deliveryFileJson } from './delivery-sql.ts'

/** One person's file for a project; everybody else's does not exist for them. */
export interface FileKey {
  fileId: string
  projectId: string
  ownerId: string
}

export interface NewFile extends FileKey {
  kind: MediaKind | 'other'
  fileName: string
  contentType: string
  bytes: number
  previewState: 'waiting' | 'none'
}

/** Before an object is written: whatever happens to us now, the sweep will find it. */
export async function noteFileObjects(db: Database, fileId: string): Promise<void> {
  await sql`
    insert into delivery_removals (file_id) values (${fileId}::uuid)
    on conflict (file_id) do update set created_at = now()`.execute(db)
}

/**
 * The object has a row from now on. Answers false where it has none: the project takes no files any more, or another
 * has made it of the same upload.
 */
export async function insertFile(trx: Database, file: NewFile): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with noted as (
      delete from delivery_removals where file_id = ${file.fileId}::uuid returning file_id)
    insert into delivery_files (id, project_id, owner_id, kind, file_name, content_type, bytes,
      preview_state)
    select n.file_id, p.id, p.creator_id, ${file.kind}, ${file.fileName}, ${file.contentType},
      ${file.bytes}::bigint, ${file.previewState}
    from noted n join projects p on p.id = ${file.projectId}::uuid
      and p.creator_id = ${file.ownerId}::uuid and p.status = any(${RECEIVING_STATUSES}::text[])
    on conflict (id) do nothing`.execute(trx)
  return numAffectedRows === 1n
}

/** Files for the next delivery of a project, first sent first; the one of an id where that is given. */
export async function listFiles(
  db: Database,
  { projectId, ownerId, fileId }: Omit<FileKey, 'fileId'> & { fileId?: string },
): Promise<DeliveryFile[]> {
  const { rows } = await sql<{ file: DeliveryFile }>`
    select ${deliveryFileJson('df', 'p', sql`${ownerId}::uuid`)} as file
    from delivery_files df join projects p on p.id = df.project_id
    where df.project_id = ${projectId}::uuid and df.owner_id = ${ownerId}::uuid
      and df.delivery_id is null and df.id = coalesce(${fileId ?? null}::uuid, df.id)
    order by df.created_at, df.id limit ${MAX_DELIVERY_FILES}`.execute(db)
  return rows.map(({ file }) => file)
}

/**
 * Deletes an upload that is in no delivery, and notes that its objects must go. Answers `none` where there is no such
 * file of this owner, `delivered` where it stays.
 */
export async function deleteFile(
  trx: Database,
  { fileId, projectId, ownerId }: FileKey,
): Promise<'deleted' | 'delivered' | 'none'> {
  const { rows } = await sql<{ isDeleted: boolean }>`
    with target as (
      select id, delivery_id from delivery_files
      where id = ${fileId}::uuid and project_id = ${projectId}::uuid
        and owner_id = ${ownerId}::uuid for update),
    gone as (
      delete from delivery_files df using target t
      where df.id = t.id and t.delivery_id is null returning df.id),
    noted as (
      insert into delivery_removals (file_id) select id from gone on conflict (file_id) do nothing)
    select exists (select 1 from gone) as "isDeleted" from target`.execute(trx)
  const [row] = rows
  if (row === undefined) return 'none'
  return row.isDeleted ? 'deleted' : 'delivered'
}

/**
 * Puts uploads into a delivery, in the order of their ids as given, inside the transaction that makes it. Throws unless
 * each is the owner's, made for this project and in no delivery yet.
 */
export async function takeFiles(
  trx: Database,
  taken: { projectId: string; ownerId: string; fileIds: readonly string[]; deliveryId: string },
): Promise<void> {
  const { projectId, ownerId, fileIds, deliveryId } = taken
  const { numAffectedRows } = await sql`
    update delivery_files df set delivery_id = ${deliveryId}::uuid, position = given.position - 1
    from unnest(${fileIds}::uuid[]) with ordinality as given (id, position)
    where df.id = given.id and df.project_id = ${projectId}::uuid
      and df.owner_id = ${ownerId}::uuid and df.delivery_id is null`.execute(trx)
  if (Number(numAffectedRows) === fileIds.length && fileIds.length <= MAX_DELIVERY_FILES) return
  throw new AppError(
    'conflict',
    'Some of these files are not there any more. Send them again, then deliver.',
    { fields: { fileIds: 'must be uploads for this project that are not delivered yet' } },
  )
}
