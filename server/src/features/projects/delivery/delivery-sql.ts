import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { sql, type RawBuilder } from 'kysely'
import { PROOF_NAMES } from '../../../core/media/media-rules.ts'
import { linkUrl } from '../../../core/media/media-sql.ts'

/** The path prefix of delivered files. */
export const DELIVERY_PATH = '/media/deliveries/'
/** Names of the original file, of the preview that is shown before the rest is paid, and of the same without a watermark. */
export const ORIGINAL_NAME = 'original'
export const PREVIEW_NAME = 'preview.webp'
export const PICTURE_NAME = 'picture.webp'

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

/** The contract's DeliveryFile as JSON, from the row with alias `file`, as the viewer sees it. */
export function deliveryFileJson(
  file: string,
  project: string,
  viewerId: RawBuilder<unknown>,
): RawBuilder<DeliveryFile> {
  const column = columnsOf(file)
  const url = (name: string) =>
    linkUrl({ path: DELIVERY_PATH, id: column('id'), name, secret: column('secret') })
  return sql<DeliveryFile>`json_build_object(
    'id', ${column('id')},
    'kind', ${column('kind')},
    'fileName', ${column('file_name')},
    'bytes', ${column('bytes')},
    'previewState', ${column('preview_state')},
    'preview', case when ${column('preview_state')} = 'ready'
        and ${arePreviewsSeen(project, viewerId)} then json_build_object(
      'url', case when ${areFilesOpen(project, viewerId)} and ${column('has_picture')}
        then ${url(PICTURE_NAME)} else ${url(PREVIEW_NAME)} end,
      'width', ${column('preview_width')},
      'height', ${column('preview_height')},
      'alt', case when ${areFilesOpen(project, viewerId)} and ${column('has_picture')}
        then ${column('file_name')} else 'Preview of ' || ${column('file_name')} end) end,
    'proofState', coalesce(${column('proof_state')}, 'waiting'),
    'proof', case when ${column('proof')} is not null and ${arePreviewsSeen(project, viewerId)}
      then ${proofJson({ file, isOpen: areFilesOpen(project, viewerId), url })} end,
    'url', case when ${areFilesOpen(project, viewerId)} then ${url(ORIGINAL_NAME)} end)`
}

/** The contract's Proof as JSON. */
function proofJson({
  file,
  isOpen,
  url,
}: {
  file: string
  isOpen: RawBuilder<boolean>
  url: (name: string) => RawBuilder<string>
}): RawBuilder<unknown> {
  const proof = columnsOf(file)('proof')
  const urlOf = (kind: 'film' | 'sound') => {
    const { marked, plain } = PROOF_NAMES[kind]
    return sql`case when not ${isOpen} then ${url(marked)}
      when (${proof} -> ${sql.lit(kind)} ->> 'isPlayable')::boolean then ${url(ORIGINAL_NAME)}
      else ${url(plain)} end`
  }
  const partsOf = (kind: 'page' | 'picture') => {
    const { marked, plain } = PROOF_NAMES[kind]
    return sql`case when ${isOpen} then ${url(plain)} else ${url(marked)} end`
  }
  return sql`json_build_object(
    'film', case when ${proof} ? 'film' then json_build_object('url', ${urlOf('film')},
      'width', ${proof} -> 'film' -> 'width', 'height', ${proof} -> 'film' -> 'height',
      'durationMs', ${proof} -> 'film' -> 'durationMs',
      'hasSound', ${proof} -> 'film' -> 'hasSound') end,
    'sound', case when ${proof} ? 'sound' then json_build_object('url', ${urlOf('sound')},
      'durationMs', ${proof} -> 'sound' -> 'durationMs', 'peaks', ${proof} -> 'sound' -> 'peaks') end,
    'pages', case when ${proof} ? 'pages' then json_build_object(
      'url', ${partsOf('page')},
      'sizes', ${proof} -> 'pages' -> 'sizes', 'all', ${proof} -> 'pages' -> 'all') end,
    'picture', case when ${proof} ? 'picture' then json_build_object(
      'url', ${partsOf('picture')},
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
