import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { isUsed } from './media-queries.ts'
import { RENDER } from './media-rules.ts'

export interface NewMedia {
  id: string
  ownerId: string
  fileName: string
  contentType: string
  extension: string
  receivedBytes: number
  bytes: number
  width: number
  height: number
  thumbhash: string
  alt: string
  /** False when the picture is so small that it needs no renditions. */
  needsWork: boolean
}

/** Before objects are written: whatever happens to us now, the sweep will find them. */
export async function noteObjects(db: Database, mediaId: string, extension: string): Promise<void> {
  await db.insertInto('media_removals').values({ media_id: mediaId, extension }).execute()
}

/** The objects have a row from now on. */
export async function insertMedia(db: Database, media: NewMedia): Promise<void> {
  await sql`
    with kept as (delete from media_removals where media_id = ${media.id}::uuid)
    insert into media (id, owner_id, state, file_name, content_type, extension, received_bytes, bytes,
      width, height, thumbhash, alt, processed_at)
    values (${media.id}::uuid, ${media.ownerId}::uuid, ${media.needsWork ? 'processing' : 'ready'},
      ${media.fileName}, ${media.contentType}, ${media.extension}, ${media.receivedBytes},
      ${media.bytes}, ${media.width}, ${media.height}, ${media.thumbhash}, ${media.alt},
      ${media.needsWork ? null : new Date()})`.execute(db)
}

export interface Work {
  width: number
  height: number
  extension: string
  rendition_widths: number[]
}

/** Counts one more try. Nothing when the picture is gone or has failed for good. */
export function startWork(db: Database, mediaId: string): Promise<Work | undefined> {
  return db
    .updateTable('media')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', mediaId)
    .where('state', 'in', ['processing', 'ready'])
    .returning(['width', 'height', 'extension', 'rendition_widths'])
    .executeTakeFirst()
}

/** Answers false when the picture is gone meanwhile. */
export async function addRendition(db: Database, mediaId: string, width: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update media set rendition_widths = array(
      select distinct w from unnest(rendition_widths || ${width}::int) as w order by w)
    where id = ${mediaId}::uuid`.execute(db)
  return numAffectedRows === 1n
}

/** Answers false when it was ready before, or is gone. */
export async function markReady(db: Database, mediaId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ state: 'ready', processed_at: sql`now()` })
    .where('id', '=', mediaId)
    .where('state', '=', 'processing')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A picture that is ready stays so: it lacks wide renditions only. */
export async function markFailed(db: Database, mediaId: string, failure: string): Promise<void> {
  await db
    .updateTable('media')
    .set({ state: 'failed', failure })
    .where('id', '=', mediaId)
    .where('state', '=', 'processing')
    .execute()
}

export async function findRemoval(db: Database, mediaId: string): Promise<string | null> {
  const row = await db
    .selectFrom('media_removals')
    .select('extension')
    .where('media_id', '=', mediaId)
    .executeTakeFirst()
  return row?.extension ?? null
}

export async function deleteRemoval(db: Database, mediaId: string): Promise<void> {
  await db.deleteFrom('media_removals').where('media_id', '=', mediaId).execute()
}

/** Objects without rows. Younger ones may belong to an upload that is coming in. */
export async function findOldRemovals(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('media_removals')
    .select('media_id')
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .orderBy('created_at')
    .limit(1_000)
    .execute()
  return rows.map((row) => row.media_id)
}

/** Uploads that their owner has not put to use within a day. */
export async function findUnused(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from media m
    where m.created_at < now() - interval '24 hours' and not ${isUsed}
    order by m.created_at limit 1000`.execute(db)
  return rows.map((row) => row.id)
}

/** Pictures in the making that no job is making: their last one was cut off with its process. */
export async function findStuck(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from media m
    where m.state in ('uploaded', 'processing')
      and not exists (select 1 from pgboss.job j where j.name = ${RENDER} and j.state < 'completed'
        and j.data ->> 'mediaId' = m.id::text)
    order by m.created_at limit 1000`.execute(db)
  return rows.map((row) => row.id)
}
