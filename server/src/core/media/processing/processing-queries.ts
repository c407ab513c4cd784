import type { FileFacts, TakenOut } from '@plinth/contract/media/media.ts'
import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import type { Derived, Original } from './plan.ts'
import { isUsed } from '../media-sql.ts'
import { MAKE_PLAY, RENDER, RENDER_LARGE } from '../media-rules.ts'

export interface NewMedia extends Original {
  id: string
  ownerId: string
  fileName: string
  extension: string
  receivedBytes: number
  bytes: number
  thumbhash: string | null
  palette: string[]
  alt: string
  durationMs: number | null
  hasSound: boolean
  pages: number | null
  /** Which file every browser plays, where that is known. */
  plays: 'original' | 'play' | null
  received: FileFacts
  kept: FileFacts
  isSame: boolean
  takenOut: TakenOut[]
  /** False for a picture that is so small that nothing is made of it. */
  needsWork: boolean
}

/** Before objects are written: whatever happens to us now, the sweep will find them. */
export async function scheduleRemoval(
  db: Database,
  mediaId: string,
  extension: string,
): Promise<void> {
  await sql`
    insert into media_removals (media_id, extension) values (${mediaId}::uuid, ${extension})
    on conflict (media_id) do update set extension = excluded.extension, created_at = now()`.execute(
    db,
  )
}

/**
 * The objects have a row from now on. Answers false when they have none: another has made it of the same upload, or
 * the note of them is gone and they with it.
 */
export async function insertMedia(db: Database, media: NewMedia): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with noted as (delete from media_removals where media_id = ${media.id}::uuid returning media_id)
    insert into media (id, owner_id, state, file_name, content_type, extension, received_bytes, bytes,
      width, height, thumbhash, palette, alt, kind, is_animated, duration_ms, has_sound, pages, plays,
      received, kept, is_same, taken_out, processed_at)
    select media_id, ${media.ownerId}::uuid, ${media.needsWork ? 'processing' : 'ready'},
      ${media.fileName}, ${media.contentType}, ${media.extension}, ${media.receivedBytes}::bigint,
      ${media.bytes}::bigint, ${media.width}::int, ${media.height}::int, ${media.thumbhash},
      ${media.palette}::text[], ${media.alt}, ${media.kind}, ${media.isAnimated}::boolean,
      ${media.durationMs}::int, ${media.hasSound}::boolean, ${media.pages}::int, ${media.plays},
      ${JSON.stringify(media.received)}::jsonb, ${JSON.stringify(media.kept)}::jsonb,
      ${media.isSame}::boolean, ${media.takenOut}::text[],
      ${media.needsWork ? null : new Date()}::timestamptz
    from noted on conflict (id) do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** Whose upload of this id there is; null for none. */
export async function findOwner(db: Database, mediaId: string): Promise<string | null> {
  const row = await db
    .selectFrom('media')
    .select('owner_id')
    .where('id', '=', mediaId)
    .executeTakeFirst()
  return row?.owner_id ?? null
}

export interface Work extends Original, Derived {
  id: string
  ownerId: string
  extension: string
  fileName: string
  durationMs: number | null
  peaks: string | null
}

const workColumns = sql`id, owner_id as "ownerId", kind, content_type as "contentType", extension,
  file_name as "fileName", width, height, is_animated as "isAnimated", duration_ms as "durationMs",
  rendition_widths as "renditionWidths", thumbhash, plays, peaks, has_tiles as "hasTiles",
  has_preview as "hasPreview"`

/** Counts one more try. Nothing when the file is gone or has failed for good. */
export async function startWork(db: Database, mediaId: string): Promise<Work | undefined> {
  const { rows } = await sql<Work>`
    update media set attempts = attempts + 1
    where id = ${mediaId}::uuid and state in ('processing', 'ready')
    returning ${workColumns}`.execute(db)
  return rows[0]
}

/** Nothing when the file is gone. */
export async function findWork(db: Database, mediaId: string): Promise<Work | undefined> {
  const { rows } = await sql<Work>`
    select ${workColumns} from media where id = ${mediaId}::uuid`.execute(db)
  return rows[0]
}

/** A file that was made: object `renditions/{media id}/{name}`. */
export interface Rendition {
  name: string
  /** Null where it is not known, or it is no picture. */
  width: number | null
  height: number | null
  bytes: number
}

/** What is true of a file from now on. */
export interface Change {
  width?: number
  thumbhash?: string
  palette?: string[]
  plays?: 'play'
  peaks?: string
  hasTiles?: true
  hasPreview?: true
  hasCaptions?: true
}

/** Notes what was made, and what that changes. Answers false when the file is gone meanwhile. */
export async function saveRenditions(
  db: Database,
  mediaId: string,
  { change = {}, files = [] }: { change?: Change; files?: Rendition[] },
): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    with there as (
      update media set
        rendition_widths = case when ${change.width ?? null}::int is null then rendition_widths else array(
          select distinct w from unnest(rendition_widths || ${change.width ?? null}::int) as w order by w) end,
        thumbhash = coalesce(${change.thumbhash ?? null}::text, thumbhash),
        palette = coalesce(${change.palette ?? null}::text[], palette),
        plays = coalesce(${change.plays ?? null}::text, plays),
        peaks = coalesce(${change.peaks ?? null}::text, peaks),
        has_tiles = has_tiles or ${change.hasTiles ?? false}::boolean,
        has_preview = has_preview or ${change.hasPreview ?? false}::boolean,
        has_captions = has_captions or ${change.hasCaptions ?? false}::boolean
      where id = ${mediaId}::uuid returning id),
    noted as (
      insert into media_renditions (media_id, name, width, height, bytes)
      select there.id, f.name, f.width, f.height, f.bytes from there cross join unnest(
        ${files.map((file) => file.name)}::text[], ${files.map((file) => file.width)}::int[],
        ${files.map((file) => file.height)}::int[], ${files.map((file) => file.bytes)}::bigint[]
      ) as f (name, width, height, bytes)
      on conflict (media_id, name) do update set width = excluded.width, height = excluded.height,
        bytes = excluded.bytes, made_at = now())
    select exists (select 1 from there) as "isThere"`.execute(db)
  return rows[0]?.isThere === true
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

/** Answers whose it is, or null when it is ready, for then it lacks nothing that it is shown by, or gone. */
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

/** A file is shown without what could not be made. Answers whose it is, or null when it is gone. */
export async function markIncomplete(
  db: Database,
  mediaId: string,
  failure: string,
): Promise<string | null> {
  const row = await db
    .updateTable('media')
    .set({ later_failure: failure })
    .where('id', '=', mediaId)
    .where('state', '=', 'ready')
    .returning('owner_id')
    .executeTakeFirst()
  return row?.owner_id ?? null
}

/** Extension of the original of a file that has no row, so that its objects must go; else null. */
export async function findRemoval(db: Database, mediaId: string): Promise<string | null> {
  const { rows } = await sql<{ extension: string }>`
    select extension from media_removals r where media_id = ${mediaId}::uuid
      and not exists (select 1 from media m where m.id = r.media_id)`.execute(db)
  return rows[0]?.extension ?? null
}

export async function deleteRemoval(db: Database, mediaId: string): Promise<void> {
  await db.deleteFrom('media_removals').where('media_id', '=', mediaId).execute()
}

/** Objects without rows. Younger ones may belong to an upload that is coming in. */
export async function findOldRemovals(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with mistaken as (
      -- Two finished the same upload at once, and the second was cut off.
      delete from media_removals r where created_at < now() - interval '1 hour'
        and exists (select 1 from media m where m.id = r.media_id))
    select media_id as id from media_removals r
    where created_at < now() - interval '1 hour'
      and not exists (select 1 from media m where m.id = r.media_id)
    order by created_at limit 1000`.execute(db)
  return rows.map((row) => row.id)
}

/** Uploads that their owner has not put to use within a day. */
export async function findUnused(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from media m
    where m.created_at < now() - interval '24 hours' and not ${isUsed}
    order by m.created_at limit 1000`.execute(db)
  return rows.map((row) => row.id)
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

/** Files that lack something whose last job ended with its process, so that nobody has said so. */
export async function findAbandoned(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from pgboss.job j join media m on m.id::text = j.data ->> 'mediaId'
    where j.name = ${RENDER_LARGE} and j.state = 'failed' and m.state = 'ready'
      and m.later_failure is null
      and not exists (select 1 from pgboss.job later where later.name = j.name
        and later.data ->> 'mediaId' = j.data ->> 'mediaId' and later.created_on > j.created_on)
    limit 1000`.execute(db)
  return rows.map((row) => row.id)
}
