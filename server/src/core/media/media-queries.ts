import type { MediaKind, MediaState, Picture, Video } from '@plinth/contract/media.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/pool.ts'

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
    'signature', ${signature(alias)})`
}

/** The contract's Video as JSON; null for a picture. */
export function videoJson(alias = 'm'): RawBuilder<Video | null> {
  const column = columnsOf(alias)
  return sql<Video | null>`case when ${column('kind')} = 'video' then json_build_object(
    'url', ${videoUrl(alias)},
    'contentType', case ${column('plays')}
      when 'original' then ${column('content_type')} when 'play' then 'video/mp4' end,
    'durationMs', coalesce(${column('duration_ms')}, 0),
    'hasSound', ${column('has_sound')}) end`
}

/** Path of the file that plays; null for a picture and until there is one. */
export function videoUrl(alias = 'm'): RawBuilder<string | null> {
  const column = columnsOf(alias)
  return sql<string | null>`'/media/' || ${column('id')} || '/' || case ${column('plays')}
    when 'original' then 'original.' || ${column('extension')} when 'play' then 'play.mp4' end
    || ${signature(alias)}`
}

/** Path of one file fit for a card: the widest rendition up to a card's width, else the whole picture. */
export function cardImageUrl(alias = 'm'): RawBuilder<string> {
  const column = columnsOf(alias)
  return sql<string>`'/media/' || ${column('id')} || '/' || coalesce(
    (select max(width) from unnest(${column('rendition_widths')}) as width
      where width <= ${sql.lit(CARD_WIDTH)}) || '.webp',
    ${pictureName(alias)}) || ${signature(alias)}`
}

/** Name of the whole picture: of a video, its poster. */
function pictureName(alias: string): RawBuilder<string> {
  const column = columnsOf(alias)
  return sql<string>`case ${column('kind')} when 'video' then 'poster.jpg'
    else 'original.' || ${column('extension')} end`
}

/** A signed link is good for ten to fifteen minutes; all of five minutes are alike, so that browsers can keep the file. */
const SIGNATURE_STEP_S = 300
const SIGNATURE_STEPS = 3

/** What opens the files of a private medium for some minutes; empty for all others. */
function signature(alias: string): RawBuilder<string> {
  const column = columnsOf(alias)
  const expires = sql`((floor(extract(epoch from now()) / ${sql.lit(SIGNATURE_STEP_S)})
    + ${sql.lit(SIGNATURE_STEPS)}) * ${sql.lit(SIGNATURE_STEP_S)})::bigint`
  return sql<string>`case when ${column('is_private')} then '?expires=' || ${expires} || '&signature='
    || ${signatureOf(sql`${column('secret')}::text`, sql`${expires}::text`)} else '' end`
}

/** The signature of a file's links until a time, from the file's secret. */
export const signatureOf = (
  secret: RawBuilder<unknown>,
  expires: RawBuilder<unknown>,
): RawBuilder<string> =>
  sql<string>`encode(sha256(convert_to(${secret} || ${expires} || ${secret}, 'utf8')), 'hex')`

/** Whether something shows the file of `media m`: then it must not go. */
export const isUsed = sql<boolean>`(
  exists (select 1 from portfolio_items p where p.media_id = m.id)
  or exists (select 1 from post_media pm where pm.media_id = m.id)
  or exists (select 1 from users u
    where u.id = m.owner_id and u.profile_image_url like '%/media/' || m.id || '/%'))`

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

/** Back to work on a failed upload. Answers null when there is none, false when it has not failed. */
export async function restartMedia(
  db: Database,
  { mediaId, ownerId }: { mediaId: string; ownerId: string },
): Promise<boolean | null> {
  const { rows } = await sql<{ restarted: boolean }>`
    with restarted as (
      update media set state = 'processing', failure = null, attempts = 0
      where id = ${mediaId}::uuid and owner_id = ${ownerId}::uuid and state = 'failed' returning id)
    select exists (select 1 from restarted) as restarted
    from media where id = ${mediaId}::uuid and owner_id = ${ownerId}::uuid`.execute(db)
  return rows[0]?.restarted ?? null
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
      insert into media_removals (media_id, extension) select id, extension from gone)
    select exists (select 1 from gone) as deleted from target`.execute(trx)
  return rows[0]?.deleted ?? null
}
