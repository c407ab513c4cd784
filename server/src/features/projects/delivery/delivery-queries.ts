import {
  OPEN_STATUSES,
  type ProjectRole,
  type ProjectStatus,
} from '@plinth/contract/projects/project-states.ts'
import { sql } from 'kysely'
import { takeLock } from '../../../db/locks.ts'
import type { Database } from '../../../db/pool.ts'
import { personHasRight } from '../../../db/staff-sql.ts'
import { MAX_DELIVERY_FILES } from '@plinth/contract/limits.ts'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { AppError } from '../../../http/errors.ts'
import { RECEIVING_STATUSES } from './delivery-rules.ts'
import { deliveryFileJson, areFilesOpen } from './delivery-sql.ts'
import { newId } from '../../../db/id.ts'
import { onlyRow } from '../../../db/page-sql.ts'
import { namedSignature } from '../../../core/media/media-sql.ts'

interface DeliveryAccess {
  /** Null for a viewer who is neither of the two. */
  role: ProjectRole | null
  status: ProjectStatus
}

/** The project that files are uploaded to; undefined if the viewer must not learn that it exists. */
export async function findDeliveryAccess(
  db: Database,
  { projectId, viewerId }: { projectId: string; viewerId: string },
): Promise<DeliveryAccess | undefined> {
  const { rows } = await sql<DeliveryAccess>`
    select p.status, case ${viewerId}::uuid when p.client_id then 'client'
      when p.creator_id then 'creator' end as role
    from projects p
    where p.id = ${projectId}::uuid and (
      p.client_id = ${viewerId}::uuid
      or (p.creator_id = ${viewerId}::uuid and p.shared_at is not null)
      or ${personHasRight(sql`${viewerId}::uuid`, 'disputes.decide')})`.execute(db)
  return rows[0]
}

interface StorageUse {
  /** Files for the next delivery of the project, uploaded or in progress. */
  files: number
  /** Bytes of all open projects and proof rooms of the owner. */
  bytes: number
}

/**
 * The storage that a person's files use. Holds a lock until the end of the transaction, so that nobody else counts for
 * the same person.
 */
export async function findStorageUse(
  trx: Database,
  { ownerId, projectId }: { ownerId: string; projectId: string },
): Promise<StorageUse> {
  await takeLock(trx, 'deliveriesOf', ownerId)
  const { rows } = await sql<StorageUse>`
    select count(*) filter (where f.is_next and f.project_id = ${projectId}::uuid)::int as files,
      coalesce(sum(f.bytes), 0)::float8 as bytes
    from (
      select df.project_id, df.bytes, df.delivery_id is null as is_next from delivery_files df
      left join projects p on p.id = df.project_id
      where df.owner_id = ${ownerId}::uuid
        and (df.room_id is not null or p.status = any(${OPEN_STATUSES}::text[]))
      union all
      select u.project_id, u.bytes, true from uploads u
      where u.owner_id = ${ownerId}::uuid and u.project_id is not null) f`.execute(trx)
  return rows[0] ?? { files: 0, bytes: 0 }
}

/** Identifies one person's file for a project. Files of other people are treated as missing. */
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
  proofState: 'waiting' | 'none'
}

/** Called before an object is written, so that the sweep finds it if this process dies. */
export async function noteFileObjects(db: Database, fileId: string): Promise<void> {
  await sql`
    insert into delivery_removals (file_id) values (${fileId}::uuid)
    on conflict (file_id) do update set created_at = now()`.execute(db)
}

/**
 * Inserts the row of an object. Returns false if it was not inserted: the project no longer accepts files, or another
 * request has finished the same upload.
 */
export async function insertFile(trx: Database, file: NewFile): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with noted as (
      delete from delivery_removals where file_id = ${file.fileId}::uuid returning file_id)
    insert into delivery_files (id, project_id, owner_id, kind, file_name, content_type, bytes,
      preview_state, proof_state)
    select n.file_id, p.id, p.creator_id, ${file.kind}, ${file.fileName}, ${file.contentType},
      ${file.bytes}::bigint, ${file.previewState},
      ${file.proofState}
    from noted n join projects p on p.id = ${file.projectId}::uuid
      and p.creator_id = ${file.ownerId}::uuid and p.status = any(${RECEIVING_STATUSES}::text[])
    on conflict (id) do nothing`.execute(trx)
  return numAffectedRows === 1n
}

/** Files for the next delivery of a project in the order of upload; only `fileId` if it is given. */
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
 * Deletes a file that is in no delivery, and records that its objects must be removed. Returns `none` if this owner has
 * no such file, and `delivered` if it is in a delivery and stays.
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
 * Attaches uploads to a delivery in the given order, inside the transaction that creates it. Throws unless each belongs
 * to the owner and the project and is in no delivery yet.
 */
export async function attachFiles(
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
  throw new AppError('conflict', 'Some of these files are gone. Upload them again, then deliver.', {
    fields: { fileIds: 'Some of these files are gone. Upload them again.' },
  })
}

/** Inserts the next delivery of a locked project. Returns its id. */
export async function insertDelivery(
  trx: Database,
  { projectId, note, now }: { projectId: string; note: string; now: Date },
): Promise<string> {
  const { id } = await onlyRow(
    trx,
    sql<{ id: string }>`
      insert into project_deliveries (id, project_id, number, note, created_at)
      select ${newId()}::uuid, ${projectId}::uuid, coalesce(max(number), 0) + 1, ${note}, ${now}
      from project_deliveries where project_id = ${projectId}::uuid returning id`,
  )
  return id
}

/** Records the client's answer to the last delivery. */
export async function answerDelivery(
  trx: Database,
  answered: { projectId: string; answer: 'approved' | 'revision'; note: string | null; now: Date },
): Promise<void> {
  const { projectId, answer, note, now } = answered
  await sql`
    update project_deliveries set answer = ${answer}, answer_note = ${note}, answered_at = ${now}
    where answer is null and project_id = ${projectId}::uuid and number = (
      select max(number) from project_deliveries where project_id = ${projectId}::uuid)`.execute(
    trx,
  )
}

export interface LinkedFile {
  fileName: string
  contentType: string
  /** The signature that a link with this name and expiry must have. */
  signature: string
}

/** Finds a file for a link; undefined if there is none. */
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

export interface ArchivedFile {
  id: string
  fileName: string
  bytes: number
  deliveredAt: Date
  /** The title of the project and the number of the delivery. */
  title: string
  number: number
}

/** The files of a delivery in order; empty if they are not handed over to the viewer. */
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
