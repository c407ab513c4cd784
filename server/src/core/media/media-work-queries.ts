import type { MediaKind } from '@plinth/contract/media.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { isUsed } from './media-queries.ts'
import { MAKE_PLAY, RENDER } from './media-rules.ts'

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
  thumbhash: string | null
  alt: string
  kind: MediaKind
  durationMs: number | null
  hasSound: boolean
  /** Which file of a video every browser plays, where that is known. */
  plays: 'original' | 'play' | null
  /** False for a picture that is so small that it needs no renditions. */
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
      width, height, thumbhash, alt, kind, duration_ms, has_sound, plays, processed_at)
    values (${media.id}::uuid, ${media.ownerId}::uuid, ${media.needsWork ? 'processing' : 'ready'},
      ${media.fileName}, ${media.contentType}, ${media.extension}, ${media.receivedBytes},
      ${media.bytes}, ${media.width}, ${media.height}, ${media.thumbhash}, ${media.alt},
      ${media.kind}, ${media.durationMs}, ${media.hasSound}, ${media.plays},
      ${media.needsWork ? null : new Date()})`.execute(db)
}

export interface Work {
  id: string
  kind: MediaKind
  width: number
  height: number
  extension: string
  rendition_widths: number[]
  thumbhash: string | null
  plays: 'original' | 'play' | null
  duration_ms: number | null
}

/** Counts one more try. Nothing when the file is gone or has failed for good. */
export async function startWork(db: Database, mediaId: string): Promise<Work | undefined> {
  const { rows } = await sql<Work>`
    update media set attempts = attempts + 1
    where id = ${mediaId}::uuid and state in ('processing', 'ready')
    returning id, kind, width, height, extension, rendition_widths, thumbhash, plays,
      duration_ms`.execute(db)
  return rows[0]
}

/** Answers false when the video is gone meanwhile. */
export async function setPoster(
  db: Database,
  mediaId: string,
  thumbhash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ thumbhash })
    .where('id', '=', mediaId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Answers false when the video is gone meanwhile. */
export async function setPlay(db: Database, mediaId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ plays: 'play' })
    .where('id', '=', mediaId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Answers false when the picture is gone meanwhile. */
export async function addRendition(db: Database, mediaId: string, width: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update media set rendition_widths = array(
      select distinct w from unnest(rendition_widths || ${width}::int) as w order by w)
    where id = ${mediaId}::uuid`.execute(db)
  return numAffectedRows === 1n
}

/** Answers whose it is, or null when it was ready before or is gone. */
export async function markReady(db: Database, mediaId: string): Promise<string | null> {
  const row = await db
    .updateTable('media')
    .set({ state: 'ready', processed_at: sql`now()` })
    .where('id', '=', mediaId)
    .where('state', '=', 'processing')
    .returning('owner_id')
    .executeTakeFirst()
  return row?.owner_id ?? null
}

/** Answers whose it is, or null when it is ready, for then it lacks wide renditions only, or gone. */
export async function markFailed(
  db: Database,
  mediaId: string,
  failure: string,
): Promise<string | null> {
  const row = await db
    .updateTable('media')
    .set({ state: 'failed', failure })
    .where('id', '=', mediaId)
    .where('state', '=', 'processing')
    .returning('owner_id')
    .executeTakeFirst()
  return row?.owner_id ?? null
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

/**
 * How many uploads of a person nothing uses, counted up to a limit; those older than this the sweep takes. Until the
 * end of the transaction nobody else counts for the same person.
 */
export async function countUnused(db: Database, ownerId: string, limit: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('media of ' || ${ownerId}, 0))`.execute(
    db,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from media m
      where m.owner_id = ${ownerId}::uuid and m.created_at > now() - interval '25 hours'
        and not ${isUsed}
      limit ${limit}) unused`.execute(db)
  return rows[0]?.count ?? 0
}

/** Files in the making that no job is making: their last one was cut off with its process. */
export async function findStuck(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from media m
    where m.state in ('uploaded', 'processing')
      and not exists (select 1 from pgboss.job j where j.name in (${RENDER}, ${MAKE_PLAY})
        and j.state < 'completed'
        and j.data ->> 'mediaId' = m.id::text)
    order by m.created_at limit 1000`.execute(db)
  return rows.map((row) => row.id)
}
