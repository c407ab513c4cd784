import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { sql, type RawBuilder } from 'kysely'
import { PROOF_NAMES } from '../../../core/media/media-rules.ts'
import { linkUrl } from '../../../core/media/media-sql.ts'

/** The path prefix of delivered files. */
export const DELIVERY_PATH = '/media/deliveries/'
/** The path prefix of copies that carry the name of the guest who looks at them. */
export const GUEST_COPY_PATH = '/media/proofs/'
/** Names of the original file, of the preview that is shown before the rest is paid, and of the same without a watermark. */
export const ORIGINAL_NAME = 'original'
export const PREVIEW_NAME = 'preview.webp'
export const PICTURE_NAME = 'picture.webp'

/** Names of a guest's pages begin with it. */
export const GUEST_PAGE = 'page-'

const columnsOf = (alias: string) => (name: string) => sql.ref(`${alias}.${name}`)

/**
 * Whether the files of the project with alias `project` are handed over: always to its creator, to its client once
 * everything is paid, to nobody else.
 */
export function areFilesOpen(project: string, viewerId: RawBuilder<unknown>): RawBuilder<boolean> {
  const column = columnsOf(project)
  return sql<boolean>`(${column('creator_id')} = ${viewerId}
    or (${column('client_id')} = ${viewerId} and ${column('status')} = 'completed'))`
}

/** Whether the viewer may see previews: one of the two, or an admin once there has been a dispute. */
function arePreviewsSeen(project: string, viewerId: RawBuilder<unknown>): RawBuilder<boolean> {
  const column = columnsOf(project)
  return sql<boolean>`(${viewerId} in (${column('creator_id')}, ${column('client_id')})
    or exists (select 1 from project_disputes seen where seen.project_id = ${column('id')}))`
}

/** A guest of a proof room, and whether the files are open to them. */
export interface FileGuest {
  id: RawBuilder<string>
  isOpen: RawBuilder<boolean>
}

/**
 * The contract's DeliveryFile as JSON, from the row with alias `file`, as the viewer sees it, or a guest whom the
 * statement has let in. Guests see pictures and pages under their own name.
 */
export function deliveryFileJson(
  file: string,
  project: string,
  viewerId: RawBuilder<unknown>,
  guest?: FileGuest,
): RawBuilder<DeliveryFile> {
  const column = columnsOf(file)
  const link = { id: column('id'), secret: column('secret') }
  const url = (name: string) => linkUrl({ ...link, path: DELIVERY_PATH, name })
  const markedUrl = (name: string, start: string) =>
    guest === undefined
      ? url(name)
      : linkUrl({
          ...link,
          path: GUEST_COPY_PATH,
          name: sql<string>`${sql.lit(start)} || ${guest.id} || '.webp'`,
        })
  const isOpen = guest?.isOpen ?? areFilesOpen(project, viewerId)
  const isSeen = guest === undefined ? arePreviewsSeen(project, viewerId) : sql<boolean>`true`
  // Tiles carry no names, so guests have none until the files are open.
  const hasTiles = guest === undefined ? sql<boolean>`true` : isOpen
  return sql<DeliveryFile>`json_build_object(
    'id', ${column('id')},
    'kind', ${column('kind')},
    'fileName', ${column('file_name')},
    'bytes', ${column('bytes')},
    'previewState', ${column('preview_state')},
    'preview', case when ${column('preview_state')} = 'ready'
        and ${isSeen} then json_build_object(
      'url', case when ${isOpen} and ${column('has_picture')}
        then ${url(PICTURE_NAME)} else ${markedUrl(PREVIEW_NAME, '')} end,
      'width', ${column('preview_width')},
      'height', ${column('preview_height')},
      'alt', case when ${isOpen} and ${column('has_picture')}
        then ${column('file_name')} else 'Preview of ' || ${column('file_name')} end) end,
    'proofState', case when ${column('kind')} = 'image' and not ${hasTiles} then 'none'
      else coalesce(${column('proof_state')}, 'waiting') end,
    'proof', case when ${column('proof')} is not null and ${isSeen}
      then ${proofJson({ file, isOpen, url, pageUrl: markedUrl(PROOF_NAMES.page.marked, GUEST_PAGE), hasTiles })} end,
    'url', case when ${isOpen} then ${url(ORIGINAL_NAME)} end)`
}

/** The contract's Proof as JSON. */
function proofJson({
  file,
  isOpen,
  url,
  pageUrl,
  hasTiles,
}: {
  file: string
  isOpen: RawBuilder<boolean>
  url: (name: string) => RawBuilder<string>
  /** Of pages under a watermark. */
  pageUrl: RawBuilder<string>
  hasTiles: RawBuilder<boolean>
}): RawBuilder<unknown> {
  const proof = columnsOf(file)('proof')
  const urlOf = (kind: 'film' | 'sound') => {
    const { marked, plain } = PROOF_NAMES[kind]
    return sql`case when not ${isOpen} then ${url(marked)}
      when (${proof} -> ${sql.lit(kind)} ->> 'isPlayable')::boolean then ${url(ORIGINAL_NAME)}
      else ${url(plain)} end`
  }
  const partsOf = (kind: 'page' | 'picture', marked: RawBuilder<string>) =>
    sql`case when ${isOpen} then ${url(PROOF_NAMES[kind].plain)} else ${marked} end`
  return sql`json_build_object(
    'film', case when ${proof} ? 'film' then json_build_object('url', ${urlOf('film')},
      'width', ${proof} -> 'film' -> 'width', 'height', ${proof} -> 'film' -> 'height',
      'durationMs', ${proof} -> 'film' -> 'durationMs',
      'hasSound', ${proof} -> 'film' -> 'hasSound') end,
    'sound', case when ${proof} ? 'sound' then json_build_object('url', ${urlOf('sound')},
      'durationMs', ${proof} -> 'sound' -> 'durationMs', 'peaks', ${proof} -> 'sound' -> 'peaks') end,
    'pages', case when ${proof} ? 'pages' then json_build_object(
      'url', ${partsOf('page', pageUrl)},
      'sizes', ${proof} -> 'pages' -> 'sizes', 'all', ${proof} -> 'pages' -> 'all') end,
    'picture', case when ${proof} ? 'picture' and ${hasTiles} then json_build_object(
      'url', ${partsOf('picture', url(PROOF_NAMES.picture.marked))},
      'width', ${proof} -> 'picture' -> 'width', 'height', ${proof} -> 'picture' -> 'height',
      'size', ${proof} -> 'picture' -> 'size', 'levels', ${proof} -> 'picture' -> 'levels') end,
    'archive', ${proof} -> 'archive')`
}

/**
 * The files of a delivery as a JSON array in order, as the viewer sees them. `delivery` and `project` are the aliases
 * of their rows. The caller must have checked that the viewer may see the room.
 */
export const deliveryFilesJson = ({
  delivery,
  project,
  viewerId,
}: {
  delivery: string
  project: string
  viewerId: RawBuilder<unknown>
}): RawBuilder<DeliveryFile[]> => sql<DeliveryFile[]>`coalesce((
    select json_agg(${deliveryFileJson('df', project, viewerId)} order by df.position)
    from delivery_files df where df.delivery_id = ${columnsOf(delivery)('id')}), '[]'::json)`
