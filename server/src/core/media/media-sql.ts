import {
  IMAGE_TYPES,
  SHOWN_IMAGE_TYPES,
  type ImageType,
} from '@plinth/contract/media/file-types.ts'
import type { Audio, Document, Picture, Video } from '@plinth/contract/media/media.ts'
import type { Attachment } from '@plinth/contract/messages/messages.ts'
import { sql, type RawBuilder } from 'kysely'
import { CAPTIONS, PLAY, POSTER, PREVIEW } from './names.ts'

/** Widest rendition that a card in a grid loads when it cannot choose for itself. */
const CARD_WIDTH = 960

const columnsOf = (alias: string) => (name: string) => sql.ref(`${alias}.${name}`)

/** The contract's Picture as JSON, from the media row that the query calls `alias`. */
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

/** Path of the file to play; null when there is none, or none yet. */
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

/** Path of one file that fits a card: the widest rendition up to a card's width, otherwise the whole picture. */
export function cardImageUrl(alias = 'm'): RawBuilder<string> {
  const column = columnsOf(alias)
  return sql<string>`'/media/' || ${column('id')} || '/' || coalesce(
    (select max(width) from unnest(${column('rendition_widths')}) as width
      where width <= ${sql.lit(CARD_WIDTH)}) || '.webp',
    ${pictureName(alias)}) || ${signature(alias)}`
}

/** Extensions of pictures that browsers cannot show. */
const NOT_SHOWN = Object.entries(IMAGE_TYPES)
  .filter(([type]) => !(SHOWN_IMAGE_TYPES as readonly ImageType[]).includes(type as ImageType))
  .map(([, { extension }]) => sql.lit(extension))

/** Name of the whole picture as browsers show it; for anything but a picture, its poster. */
function pictureName(alias: string): RawBuilder<string> {
  const column = columnsOf(alias)
  const widths = column('rendition_widths')
  return sql<string>`case when ${column('kind')} <> 'image' then ${sql.lit(POSTER)}
    when ${column('extension')} in (${sql.join(NOT_SHOWN)}) and cardinality(${widths}) > 0
      then ${widths}[cardinality(${widths})] || '.webp'
    else 'original.' || ${column('extension')} end`
}

/** The query string that opens a private medium's files for some minutes; empty for public ones. */
function signature(alias: string): RawBuilder<string> {
  const column = columnsOf(alias)
  return sql<string>`case when ${column('is_private')} then ${linkQuery(column('secret'))} else '' end`
}

interface FileRows {
  /** A table with `media_id` and `position`. */
  table: string
  /** The column that names what the files belong to, and its value. */
  column: string
  id: RawBuilder<unknown>
}

/** The files of a message, a proof or a hire in order, as the contract's Attachments. */
export const attachmentsJson = ({ table, column, id }: FileRows): RawBuilder<Attachment[]> => sql<
  Attachment[]
>`(
  select coalesce(json_agg(json_build_object('id', m.id, 'kind', m.kind, 'fileName', m.file_name,
    'bytes', m.bytes, 'picture', ${pictureJson()}, 'video', ${videoJson()}, 'audio', ${audioJson()},
    'document', ${documentJson()}) order by af.position), '[]')
  from ${sql.table(table)} af join media m on m.id = af.media_id where ${sql.ref(`af.${column}`)} = ${id})`

/** Whether something shows the file of `media m`, or a case needs it, so that it must not be deleted. */
export const isUsed = sql<boolean>`(
  exists (select 1 from portfolio_items p where p.media_id = m.id)
  or exists (select 1 from case_study_media sm where sm.media_id = m.id)
  or exists (select 1 from post_media pm where pm.media_id = m.id)
  or exists (select 1 from message_media mm where mm.media_id = m.id)
  or exists (select 1 from project_media jm where jm.media_id = m.id)
  or exists (select 1 from case_proof_media cp where cp.media_id = m.id)
  or exists (select 1 from report_media rm where rm.media_id = m.id)
  or exists (select 1 from held_media h where h.media_id = m.id)
  or exists (select 1 from board_items bi where bi.media_id = m.id)
  or exists (select 1 from removed_board_pictures rb
    where rb.media_id = m.id and rb.removed_at > now() - interval '1 hour')
  or exists (select 1 from brief_references br where br.media_id = m.id)
  or exists (select 1 from users u
    where u.id = m.owner_id and (u.profile_image_url like '%/media/' || m.id || '/%'
      or u.kept_profile ->> 'portrait' like '%/media/' || m.id || '/%')))`

/** A signed link is valid for ten to fifteen minutes. Links made within the same five are identical, so browsers can cache. */
const STEP_S = 300
const STEPS = 3
export const LONGEST_LINK_SECONDS = STEPS * STEP_S

const expiry = sql`((floor(extract(epoch from now()) / ${sql.lit(STEP_S)})
  + ${sql.lit(STEPS)}) * ${sql.lit(STEP_S)})::bigint`

/** Signs the content of a link with the secret of its file. */
export const signatureOf = (
  secret: RawBuilder<unknown>,
  content: RawBuilder<unknown>,
): RawBuilder<string> =>
  sql<string>`encode(sha256(convert_to(${secret} || ${content} || ${secret}, 'utf8')), 'hex')`

/** The query string that opens one private file and all its renditions for some minutes. */
const linkQuery = (secret: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`'?expires=' || ${expiry} || '&signature='
    || ${signatureOf(sql`${secret}::text`, sql`${expiry}::text`)}`

interface NamedLink {
  /** Everything before the id, with a trailing slash. */
  path: string
  id: RawBuilder<unknown>
  name: string | RawBuilder<string>
  secret: RawBuilder<unknown>
}

/** A link that opens only the file of this name for some minutes, and no other with the same id. */
export function linkUrl({ path, id, name, secret }: NamedLink): RawBuilder<string> {
  const words = typeof name === 'string' ? sql.lit(name) : name
  return sql<string>`${sql.lit(path)} || ${id} || '/' || ${words} || '?expires=' || ${expiry} || '&signature='
    || ${namedSignature({ name: words, secret, expires: sql`${expiry}::text` })}`
}

/** The signature that makes such a link valid until it expires. */
export const namedSignature = ({
  name,
  secret,
  expires,
}: Record<'name' | 'secret' | 'expires', RawBuilder<unknown>>): RawBuilder<string> =>
  signatureOf(sql`${secret}::text`, sql`${expires} || '/' || ${name}`)

/** Id, title and picture of a work or a post, from its row and the row of `media` that the query calls `file`. */
export const cardJson = (row: string, file = 'm'): RawBuilder<unknown> => {
  const r = sql.table(row)
  return sql`json_build_object('id', ${r}.id, 'title', ${r}.title, 'picture', ${pictureJson(file)})`
}

/** The work that a message or a project `p` is about, if it is listed or the viewer's own. The viewer is in `me`. */
export const workCard = sql`(
  select ${cardJson('i', 'w')}
  from portfolio_items i join media w on w.id = i.media_id
  where i.id = p.item_id and (i.is_listed or i.creator_id = (select user_id from me)))`
