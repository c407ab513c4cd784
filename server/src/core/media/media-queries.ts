import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type {
  Audio,
  Document,
  FileFacts,
  MediaState,
  Picture,
  Stays,
  TakenOut,
  Video,
} from '@plinth/contract/media/media.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { Reads } from '../../db/reads.ts'
import { statement } from '../../db/statement.ts'
import type { Rights } from '../../gateways/image/imaging.ts'
import { CAPTIONS } from './names.ts'
import {
  audioJson,
  documentJson,
  isUsed,
  pictureJson,
  signatureOf,
  videoJson,
} from './media-sql.ts'
import type { Derived, Original } from './processing/plan.ts'
import type { Rendition } from './processing/processing-queries.ts'

export interface MediaRow {
  id: string
  state: MediaState
  failure: string | null
  file_name: string
  content_type: string
  extension: string
  bytes: bigint
  created_at: Date
  kind: MediaKind
  picture: Picture
  video: Video | null
  audio: Audio | null
  document: Document | null
}

export function findMedia(
  db: Database,
  { mediaId, ownerId }: { mediaId: string; ownerId: string },
): Promise<MediaRow | undefined> {
  return db
    .selectFrom('media as m')
    .select(['id', 'failure', 'file_name', 'content_type', 'extension', 'bytes', 'created_at'])
    .select([sql<MediaState>`state`.as('state'), sql<MediaKind>`kind`.as('kind')])
    .select([pictureJson('m').as('picture'), videoJson('m').as('video')])
    .select([audioJson('m').as('audio'), documentJson('m').as('document')])
    .where('id', '=', mediaId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
}

const ownKind = statement<null, { mediaId: string; ownerId: string }, { kind: MediaKind }>(
  (_, { mediaId, ownerId }) => sql<{ kind: MediaKind }>`
    select kind from media where id = ${mediaId}::uuid and owner_id = ${ownerId}::uuid`,
)

/** The kind of the caller's own upload; null when they have none with this id. */
export async function findMediaKind(
  reads: Reads,
  media: { mediaId: string; ownerId: string },
): Promise<MediaKind | null> {
  const [row] = await reads.rows(ownKind(null, media))
  return row?.kind ?? null
}

/** Returns whether this owner has such a file. */
export async function setMediaAlt(
  db: Database,
  { mediaId, ownerId, alt }: { mediaId: string; ownerId: string; alt: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ alt })
    .where('id', '=', mediaId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Restarts the processing of an upload that has failed or lacks renditions. Returns its new state: null when there is
 * nothing to restart, undefined when this owner has no such upload.
 */
export async function restartMedia(
  db: Database,
  { mediaId, ownerId }: { mediaId: string; ownerId: string },
): Promise<{ state: 'processing' | 'ready' | null } | undefined> {
  const { rows } = await sql<{ state: 'processing' | 'ready' | null }>`
    with restarted as (
      update media set state = case state when 'failed' then 'processing' else state end,
        failure = null, later_failure = null, attempts = 0
      where id = ${mediaId}::uuid and owner_id = ${ownerId}::uuid
        and (state = 'failed' or later_failure is not null)
        and not exists (select from media_reviews r where r.id = media.id and r.state <> 'passed')
      returning state)
    select (select state from restarted) as state
    from media where id = ${mediaId}::uuid and owner_id = ${ownerId}::uuid`.execute(db)
  return rows[0]
}

/**
 * Deletes the row unless something shows the file, and schedules its objects for removal. Returns null when there is no
 * such upload (of this owner), false when it is in use. Needs a transaction: the row is locked first, so that the second
 * statement sees who has just started or stopped showing the file.
 */
export async function deleteMedia(
  trx: Database,
  { mediaId, ownerId }: { mediaId: string; ownerId?: string },
): Promise<boolean | null> {
  await sql`select id from media where id = ${mediaId}::uuid for update`.execute(trx)
  const { rows } = await sql<{ deleted: boolean }>`
    with target as (
      select m.id, ${isUsed} as is_used from media m
      where m.id = ${mediaId}::uuid and m.owner_id = coalesce(${ownerId ?? null}::uuid, m.owner_id)),
    removed as (
      delete from media using target where media.id = target.id and not target.is_used
      returning media.id, media.extension),
    scheduled as (
      insert into media_removals (media_id, extension) select id, extension from removed
      on conflict (media_id) do nothing)
    select exists (select 1 from removed) as deleted from target`.execute(trx)
  return rows[0]?.deleted ?? null
}

/** Makes a file private if nothing that everybody may see shows it any more. */
export async function refreshPrivacy(trx: Database, mediaId: string): Promise<void> {
  await sql`select refresh_media_privacy(array[${mediaId}::uuid])`.execute(trx)
}

/** Everything the database knows about one upload and its renditions. */
export interface ReceiptRow extends Original, Derived {
  id: string
  extension: string
  state: MediaState
  failure: string | null
  laterFailure: string | null
  durationMs: number | null
  pages: number | null
  receivedBytes: number
  bytes: number
  /** Null for files uploaded before these were recorded. */
  received: FileFacts | null
  kept: FileFacts | null
  isSame: boolean
  takenOut: TakenOut[]
  rights: Rights | null
  /** Null for files of before it was recorded. */
  stays: Stays[] | null
  made: Rendition[]
  /** How staff decided about a file that looks like something taken down; null for all others. */
  review: 'waiting' | 'passed' | 'refused' | null
}

export async function findReceipt(
  db: Database,
  { mediaId, ownerId }: { mediaId: string; ownerId: string },
): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select id, kind, content_type as "contentType", extension, width, height,
      is_animated as "isAnimated", rendition_widths as "renditionWidths", thumbhash, plays,
      has_tiles as "hasTiles", has_preview as "hasPreview", state, failure,
      later_failure as "laterFailure", duration_ms as "durationMs", pages,
      received_bytes::float8 as "receivedBytes", bytes::float8 as bytes, received, kept,
      is_same as "isSame", taken_out as "takenOut", rights, stays,
      (select coalesce(json_agg(json_build_object('name', r.name, 'width', r.width,
          'height', r.height, 'bytes', r.bytes)), '[]')
        from media_renditions r where r.media_id = m.id) as made,
      (select r.state from media_reviews r where r.id = m.id) as review
    from media m where id = ${mediaId}::uuid and owner_id = ${ownerId}::uuid`.execute(db)
  return rows[0]
}

export interface Access {
  isPrivate: boolean
  /** Kept out of AI training. */
  isReserved: boolean
  /** The signature a link to a private file needs to be valid until `expires`. */
  signature: string
  /** The owner's name for the file. */
  fileName: string
  /** Version of the captions, the only file that changes under its URL; null when there are none. */
  version: string | null
  /** Whether its renditions say that it is kept out of AI training; null when unknown. */
  carriesReservation: boolean | null
}

/** Returns what is needed to decide on a request for a file; null when there is no such upload. */
export async function findAccess(
  db: Database,
  { mediaId, name, expires }: { mediaId: string; name: string; expires: string },
): Promise<Access | null> {
  const { rows } = await sql<Access>`
    select is_private as "isPrivate", is_reserved as "isReserved",
      carries_reservation as "carriesReservation", file_name as "fileName",
      ${signatureOf(sql`secret::text`, sql`${expires}::text`)} as signature,
      case when ${name}::text = ${sql.lit(CAPTIONS)} then (
        select (extract(epoch from made_at) * 1000000)::bigint::text from media_renditions
        where media_id = m.id and name = ${sql.lit(CAPTIONS)}) end as version
    from media m where id = ${mediaId}::uuid`.execute(db)
  return rows[0] ?? null
}

/** Locks one of the caller's uploads until the transaction ends, and returns its kind; null when there is none. */
export async function lockMedia(
  trx: Database,
  { mediaId, ownerId }: { mediaId: string; ownerId: string },
): Promise<MediaKind | null> {
  const { rows } = await sql<{ kind: MediaKind }>`
    select kind from media where id = ${mediaId}::uuid and owner_id = ${ownerId}::uuid
    for update`.execute(trx)
  return rows[0]?.kind ?? null
}

export async function dropCaptions(trx: Database, mediaId: string): Promise<void> {
  await sql`
    with removed as (
      delete from media_renditions where media_id = ${mediaId}::uuid and name = ${CAPTIONS})
    update media set has_captions = false where id = ${mediaId}::uuid`.execute(trx)
}
