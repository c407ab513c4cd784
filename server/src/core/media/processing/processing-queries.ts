import type { FileFacts, Stays, TakenOut } from '@plinth/contract/media/media.ts'
import { sql, type UpdateObject } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import type { Rights } from '../../../gateways/image/imaging.ts'
import type { Derived, Original } from './plan.ts'
import { insertLook } from '../blocks/block-queries.ts'
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
  /** Which file every browser can play, where that is known. */
  plays: 'original' | 'play' | null
  received: FileFacts
  kept: FileFacts
  isSame: boolean
  takenOut: TakenOut[]
  /** What it says about whose it is; null if nothing. */
  rights: Rights | null
  /** What of that the stored file still says. */
  stays: Stays[]
  /** Of the file as it was sent, in hexadecimal. */
  sha256: string
  /** What a picture looks like; null for everything else, and for plain surfaces. */
  look: string | null
  /** False for a picture so small that it needs no renditions. */
  needsWork: boolean
}

/** Called before objects are written, so that the sweep finds and removes them if this process dies. */
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
 * Inserts the row of a file and cancels the scheduled removal of its objects. Returns false when there was nothing to
 * cancel: another request has finished the same upload, or the objects have been removed already.
 */
export async function insertMedia(db: Database, media: NewMedia): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with noted as (delete from media_removals where media_id = ${media.id}::uuid returning media_id)
    insert into media (id, owner_id, state, file_name, content_type, extension, received_bytes, bytes,
      width, height, thumbhash, palette, alt, kind, is_animated, duration_ms, has_sound, pages, plays,
      received, kept, is_same, taken_out, rights, stays, is_reserved, carries_reservation, processed_at)
    select media_id, ${media.ownerId}::uuid, ${media.needsWork ? 'processing' : 'ready'},
      ${media.fileName}, ${media.contentType}, ${media.extension}, ${media.receivedBytes}::bigint,
      ${media.bytes}::bigint, ${media.width}::int, ${media.height}::int, ${media.thumbhash},
      ${media.palette}::text[], ${media.alt}, ${media.kind}, ${media.isAnimated}::boolean,
      ${media.durationMs}::int, ${media.hasSound}::boolean, ${media.pages}::int, ${media.plays},
      ${JSON.stringify(media.received)}::jsonb, ${JSON.stringify(media.kept)}::jsonb,
      ${media.isSame}::boolean, ${media.takenOut}::text[],
      ${media.rights === null ? null : JSON.stringify(media.rights)}::jsonb, ${media.stays}::text[],
      -- Nothing is made of it yet, so nothing says otherwise.
      u.reserves_training, u.reserves_training, ${media.needsWork ? null : new Date()}::timestamptz
    from noted join users u on u.id = ${media.ownerId}::uuid on conflict (id) do nothing`.execute(
    db,
  )
  if (numAffectedRows !== 1n) return false
  await insertLook(db, { mediaId: media.id, sha256: media.sha256, look: media.look })
  return true
}

/** Counts the files of this person that are still being processed. A partial index covers those of everybody. */
export async function countUnready(db: Database, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from media
    where owner_id = ${ownerId}::uuid and state in ('uploaded', 'processing')`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether author, copyright and credit stay in the files of this person. */
export async function findKeepsName(db: Database, ownerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('keeps_name')
    .where('id', '=', ownerId)
    .executeTakeFirst()
  return row?.keeps_name !== false
}

/** The owner of this upload; null when there is none. */
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
  rights: Rights | null
  /** What its renditions have to say. */
  isReserved: boolean
}

const workColumns = sql`id, owner_id as "ownerId", kind, content_type as "contentType", extension,
  file_name as "fileName", width, height, is_animated as "isAnimated", duration_ms as "durationMs",
  rendition_widths as "renditionWidths", thumbhash, plays, peaks, has_tiles as "hasTiles",
  has_preview as "hasPreview", rights, is_reserved as "isReserved"`

/** Staff look at it first, because it looks like something that was taken down. */
const isReviewed = sql`exists (
  select from media_reviews r where r.id = media.id and r.state = 'waiting')`

/** Counts another attempt and returns the file; undefined when it is deleted or has failed permanently. */
export async function startWork(db: Database, mediaId: string): Promise<Work | undefined> {
  const { rows } = await sql<Work>`
    update media set attempts = attempts + 1
    where id = ${mediaId}::uuid and state in ('processing', 'ready') and not ${isReviewed}
    returning ${workColumns}`.execute(db)
  return rows[0]
}

/** Takes back an attempt that failed through no fault of the file. */
export async function uncountAttempt(db: Database, mediaId: string): Promise<void> {
  await sql`
    update media set attempts = attempts - 1
    where id = ${mediaId}::uuid and attempts > 0`.execute(db)
}

/** Returns undefined when the file is deleted. */
export async function findWork(db: Database, mediaId: string): Promise<Work | undefined> {
  const { rows } = await sql<Work>`
    select ${workColumns} from media where id = ${mediaId}::uuid`.execute(db)
  return rows[0]
}

/** A file made from an original: object `renditions/{media id}/{name}`. */
export interface Rendition {
  name: string
  /** Null where it is unknown, or the file is no picture. */
  width: number | null
  height: number | null
  bytes: number
}

/** The columns that change when a rendition is made. */
export interface Change {
  width?: number
  thumbhash?: string
  palette?: string[]
  plays?: 'play'
  peaks?: string
  hasTiles?: true
  hasPreview?: true
  hasCaptions?: true
  /** What the new files say. Files that say different things are brought up to date later. */
  isReserved?: boolean
}

/** Records renditions and the columns that change with them. Returns false when the file has been deleted meanwhile. */
export async function saveRenditions(
  db: Database,
  mediaId: string,
  { change = {}, files = [] }: { change?: Change; files?: Rendition[] },
): Promise<boolean> {
  const { rows } = await sql<{ isUpdated: boolean }>`
    with updated as (
      update media set
        rendition_widths = case when ${change.width ?? null}::int is null then rendition_widths else array(
          select distinct w from unnest(rendition_widths || ${change.width ?? null}::int) as w order by w) end,
        thumbhash = coalesce(${change.thumbhash ?? null}::text, thumbhash),
        palette = coalesce(${change.palette ?? null}::text[], palette),
        plays = coalesce(${change.plays ?? null}::text, plays),
        peaks = coalesce(${change.peaks ?? null}::text, peaks),
        has_tiles = has_tiles or ${change.hasTiles ?? false}::boolean,
        has_preview = has_preview or ${change.hasPreview ?? false}::boolean,
        has_captions = has_captions or ${change.hasCaptions ?? false}::boolean,
        carries_reservation = case when ${change.isReserved ?? null}::boolean is null
          or carries_reservation = ${change.isReserved ?? null}::boolean then carries_reservation end
      where id = ${mediaId}::uuid returning id),
    recorded as (
      insert into media_renditions (media_id, name, width, height, bytes)
      select updated.id, f.name, f.width, f.height, f.bytes from updated cross join unnest(
        ${files.map((file) => file.name)}::text[], ${files.map((file) => file.width)}::int[],
        ${files.map((file) => file.height)}::int[], ${files.map((file) => file.bytes)}::bigint[]
      ) as f (name, width, height, bytes)
      on conflict (media_id, name) do update set width = excluded.width, height = excluded.height,
        bytes = excluded.bytes, made_at = now())
    select exists (select 1 from updated) as "isUpdated"`.execute(db)
  return rows[0]?.isUpdated === true
}

/** Changes a file that is in this state. Returns the owner's id; null when it is not, or is deleted. */
async function changeIn(
  db: Database,
  mediaId: string,
  state: 'processing' | 'ready',
  change: UpdateObject<DB, 'media'>,
): Promise<string | null> {
  const row = await db
    .updateTable('media')
    .set(change)
    .where('id', '=', mediaId)
    .where('state', '=', state)
    .returning('owner_id')
    .executeTakeFirst()
  return row?.owner_id ?? null
}

/** Returns the owner's id; null when the file was ready before or is deleted. */
export const markReady = (db: Database, mediaId: string): Promise<string | null> =>
  changeIn(db, mediaId, 'processing', { state: 'ready', processed_at: sql`now()` })

/** Returns the owner's id; null when the file is deleted, or ready: then it can be shown despite the failure. */
export const markFailed = (
  db: Database,
  mediaId: string,
  failure: string,
): Promise<string | null> => changeIn(db, mediaId, 'processing', { state: 'failed', failure })

/** Records why a ready file lacks renditions. Returns the owner's id; null when the file is deleted. */
export const markIncomplete = (
  db: Database,
  mediaId: string,
  failure: string,
): Promise<string | null> => changeIn(db, mediaId, 'ready', { later_failure: failure })

/** Extension of an original whose row is deleted and whose objects must be removed; null otherwise. */
export async function findRemoval(db: Database, mediaId: string): Promise<string | null> {
  const { rows } = await sql<{ extension: string }>`
    select extension from media_removals r where media_id = ${mediaId}::uuid
      and not exists (select 1 from media m where m.id = r.media_id)`.execute(db)
  return rows[0]?.extension ?? null
}

export async function deleteRemoval(db: Database, mediaId: string): Promise<void> {
  await db.deleteFrom('media_removals').where('media_id', '=', mediaId).execute()
}

/** Files whose objects have no row. Younger ones may belong to an upload in progress. */
export async function findOldRemovals(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with obsolete as (
      -- Two requests finished the same upload, and the second one was cut off.
      delete from media_removals r where created_at < now() - interval '1 hour'
        and exists (select 1 from media m where m.id = r.media_id))
    select media_id as id from media_removals r
    where created_at < now() - interval '1 hour'
      and not exists (select 1 from media m where m.id = r.media_id)
    order by created_at limit 1000`.execute(db)
  return rows.map((row) => row.id)
}

/** Before the id of any file. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
/** Files that are found and deleted at once. */
const MOST_UNUSED = 1_000

/**
 * Looks at the next of all files, at most so many, for uploads that nothing has used within a day, and remembers where it
 * ended. Whether something uses a file is asked of each, so all at once would take ten seconds for two million.
 */
export async function findNextUnused(
  db: Database,
  atMost: number,
): Promise<{ unused: string[]; isLast: boolean }> {
  const { rows } = await sql<{ unused: string[]; isLast: boolean }>`
    with part as materialized (
      select m.id, m.owner_id, m.created_at from media m
      where m.id > coalesce((select after from media_walk), ${FIRST_ID}::uuid)
      order by m.id limit ${atMost}::int),
    unused as materialized (
      select m.id from part m
      where m.created_at < now() - interval '24 hours' and not ${isUsed}
      order by m.id limit ${MOST_UNUSED}::int),
    looked as materialized (
      select count(*) = ${MOST_UNUSED}::int as is_full, array_agg(id) as ids from unused),
    ended as materialized (
      select not is_full and (select count(*) from part) < ${atMost}::int as is_last,
        case when is_full then (select id from unused order by id desc limit 1)
          else (select id from part order by id desc limit 1) end as after
      from looked),
    remembered as (
      insert into media_walk (after)
      select case when is_last then ${FIRST_ID}::uuid else after end from ended
      on conflict (is_only) do update set after = excluded.after)
    select coalesce(ids, '{}') as unused, is_last as "isLast" from looked, ended`.execute(db)
  return rows[0] ?? { unused: [], isLast: true }
}

/** Pictures that were taken off a board more than an hour ago and that nothing else shows. Forgets where they were. */
export async function takeRemovedPictures(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with expired as (
      delete from removed_board_pictures where media_id in (
        select media_id from removed_board_pictures where removed_at < now() - interval '1 hour'
        order by removed_at limit 1000)
      returning media_id)
    select m.id from expired join media m on m.id = expired.media_id where not ${isUsed}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Files being processed that have no job: their last one died with its process. */
export async function findStuck(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from media m
    where m.state in ('uploaded', 'processing')
      and not exists (select from media_reviews r where r.id = m.id and r.state = 'waiting')
      and not exists (select 1 from pgboss.job j where j.name in (${RENDER}, ${MAKE_PLAY})
        and j.state < 'completed'
        and j.data ->> 'mediaId' = m.id::text)
    order by m.created_at limit 1000`.execute(db)
  return rows.map((row) => row.id)
}

/** Ready files that lack renditions and whose last job died with its process, so that no failure was recorded. */
export async function findAbandoned(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from pgboss.job j join media m on m.id = (j.data ->> 'mediaId')::uuid
    where j.name = ${RENDER_LARGE} and j.state = 'failed' and m.state = 'ready'
      and m.later_failure is null
      and not exists (select 1 from pgboss.job later where later.name = j.name
        and later.data ->> 'mediaId' = j.data ->> 'mediaId' and later.created_on > j.created_on)
    limit 1000`.execute(db)
  return rows.map((row) => row.id)
}
