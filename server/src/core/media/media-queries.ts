import {
  IMAGE_TYPES,
  SHOWN_IMAGE_TYPES,
  type Audio,
  type Document,
  type ImageType,
  type MediaKind,
  type MediaState,
  type Picture,
  type Video,
} from '@plinth/contract/media/media.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { CAPTIONS, PLAY, POSTER, PREVIEW } from './media-names.ts'
import { linkQuery } from './serving/signed-link-sql.ts'

/** Widest rendition that a card in a grid loads when it cannot choose for itself. */
const CARD_WIDTH = 960

const columnsOf = (alias: string) => (name: string) => sql.ref(`${alias}.${name}`)

/** The contract's Picture as JSON, from the media row that the statement calls `alias`. */
export function pictureJson(alias = 'm'): RawBuilder<Picture> {
  const column = columnsOf(alias)
  return sql<Picture>`json_build_object(
    'id', ${column('id')},
    'width', ${column('width')},
    'height', ${column('height')},
    'thumbhash', ${column('thumbhash')},
    'alt', ${column('alt')},
    'state', ${column('state')},
    'renditions', ${column('rendition_widths')},
    'originalUrl', '/media/' || ${column('id')} || '/' || ${pictureName(alias)} || ${signature(alias)},
    'signature', ${signature(alias)},
    'isAnimated', ${column('is_animated')},
    'hasTiles', ${column('has_tiles')},
    'isSensitive', ${column('is_sensitive')})`
}

/** The contract's Video as JSON; null for anything else. */
export function videoJson(alias = 'm'): RawBuilder<Video | null> {
  const column = columnsOf(alias)
  return sql<Video | null>`case when ${column('kind')} = 'video' then json_build_object(
    'url', ${playUrl(alias)},
    'contentType', ${playType(alias)},
    'durationMs', coalesce(${column('duration_ms')}, 0),
    'hasSound', ${column('has_sound')},
    'previewUrl', case when ${column('has_preview')} then ${fileUrl(alias, PREVIEW)} end,
    'captionsUrl', case when ${column('has_captions')} then ${fileUrl(alias, CAPTIONS)} end) end`
}

/** The contract's Audio as JSON; null for anything else. */
export function audioJson(alias = 'm'): RawBuilder<Audio | null> {
  const column = columnsOf(alias)
  return sql<Audio | null>`case when ${column('kind')} = 'audio' then json_build_object(
    'url', ${playUrl(alias)},
    'contentType', ${playType(alias)},
    'durationMs', coalesce(${column('duration_ms')}, 0),
    'peaks', ${column('peaks')}) end`
}

/** The contract's Document as JSON; null for anything else. */
export function documentJson(alias = 'm'): RawBuilder<Document | null> {
  const column = columnsOf(alias)
  return sql<Document | null>`case when ${column('kind')} in ('pdf', 'document') then json_build_object(
    'url', '/media/' || ${column('id')} || '/original.' || ${column('extension')} || ${signature(alias)},
    'contentType', ${column('content_type')},
    'fileName', ${column('file_name')},
    'bytes', ${column('bytes')},
    'pages', ${column('pages')}) end`
}

/** Path of the file that plays; null where there is none, or none yet. */
export function playUrl(alias = 'm'): RawBuilder<string | null> {
  const column = columnsOf(alias)
  return sql<string | null>`'/media/' || ${column('id')} || '/' || case ${column('plays')}
    when 'original' then 'original.' || ${column('extension')}
    when 'play' then case ${column('kind')} when 'audio' then ${sql.lit(PLAY.audio)}
      else ${sql.lit(PLAY.video)} end
    end || ${signature(alias)}`
}

const playType = (alias: string): RawBuilder<string | null> => {
  const column = columnsOf(alias)
  return sql<string | null>`case ${column('plays')} when 'original' then ${column('content_type')}
    when 'play' then ${column('kind')} || '/mp4' end`
}

const fileUrl = (alias: string, name: string): RawBuilder<string> =>
  sql<string>`'/media/' || ${columnsOf(alias)('id')} || ${sql.lit(`/${name}`)} || ${signature(alias)}`

/** Path of one file fit for a card: the widest rendition up to a card's width, else the whole picture. */
export function cardImageUrl(alias = 'm'): RawBuilder<string> {
  const column = columnsOf(alias)
  return sql<string>`'/media/' || ${column('id')} || '/' || coalesce(
    (select max(width) from unnest(${column('rendition_widths')}) as width
      where width <= ${sql.lit(CARD_WIDTH)}) || '.webp',
    ${pictureName(alias)}) || ${signature(alias)}`
}

/** Extensions of pictures that browsers do not show. */
const NOT_SHOWN = Object.entries(IMAGE_TYPES)
  .filter(([type]) => !(SHOWN_IMAGE_TYPES as readonly ImageType[]).includes(type as ImageType))
  .map(([, { extension }]) => sql.lit(extension))

/** Name of the whole picture as browsers show it: of anything but a picture, what stands for it. */
function pictureName(alias: string): RawBuilder<string> {
  const column = columnsOf(alias)
  const widths = column('rendition_widths')
  return sql<string>`case when ${column('kind')} <> 'image' then ${sql.lit(POSTER)}
    when ${column('extension')} in (${sql.join(NOT_SHOWN)}) and cardinality(${widths}) > 0
      then ${widths}[cardinality(${widths})] || '.webp'
    else 'original.' || ${column('extension')} end`
}

/** What opens the files of a private medium for some minutes; empty for all others. */
function signature(alias: string): RawBuilder<string> {
  const column = columnsOf(alias)
  return sql<string>`case when ${column('is_private')} then ${linkQuery(column('secret'))} else '' end`
}

/** Whether something shows the file of `media m`: then it must not go. */
export const isUsed = sql<boolean>`(
  exists (select 1 from portfolio_items p where p.media_id = m.id)
  or exists (select 1 from post_media pm where pm.media_id = m.id)
  or exists (select 1 from message_media mm where mm.media_id = m.id)
  or exists (select 1 from users u
    where u.id = m.owner_id and (u.profile_image_url like '%/media/' || m.id || '/%'
      or u.kept_profile ->> 'portrait' like '%/media/' || m.id || '/%')))`

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

/** What kind the caller's own upload is; null when they have none of this id. */
export async function claimMedia(
  db: Database,
  { mediaId, ownerId }: { mediaId: string; ownerId: string },
): Promise<MediaKind | null> {
  const row = await db
    .selectFrom('media')
    .select(sql<MediaKind>`kind`.as('kind'))
    .where('id', '=', mediaId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return row?.kind ?? null
}

/** Answers whether there was such a picture of this owner. */
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
 * Back to work on an upload that has failed, or that lacks something. Answers its state from now on: null when it lacks
 * nothing, nothing when there is no such upload of this owner.
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
        and (state = 'failed' or later_failure is not null) returning state)
    select (select state from restarted) as state
    from media where id = ${mediaId}::uuid and owner_id = ${ownerId}::uuid`.execute(db)
  return rows[0]
}

/**
 * Deletes the row unless something shows the file, and notes that its objects must go. Answers null
 * when there is no such upload (of this owner), false when it is in use. Inside a transaction: the row is held first,
 * so that the second statement sees who has just begun to show the file, or has just stopped.
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
    gone as (
      delete from media using target where media.id = target.id and not target.is_used
      returning media.id, media.extension),
    noted as (
      insert into media_removals (media_id, extension) select id, extension from gone
      on conflict (media_id) do nothing)
    select exists (select 1 from gone) as deleted from target`.execute(trx)
  return rows[0]?.deleted ?? null
}
