import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { sql, type RawBuilder } from 'kysely'
import { linkUrl } from '../../../core/media/media-sql.ts'
import { DELIVERY_PATH, ORIGINAL_NAME, PREVIEW_NAME } from './delivery-names.ts'

const columnsOf = (alias: string) => (name: string) => sql.ref(`${alias}.${name}`)

/**
 * Whether the files of the project that the statement calls `project` are handed over: to its creator always, to its
 * client once all of it is paid, to nobody else.
 */
export function areFilesOpen(project: string, viewerId: RawBuilder<unknown>): RawBuilder<boolean> {
  const column = columnsOf(project)
  return sql<boolean>`(${column('creator_id')} = ${viewerId}
    or (${column('client_id')} = ${viewerId} and ${column('status')} = 'completed'))`
}

/** Whether the viewer may see previews: one of the two, and an admin once there is a dispute to rule. */
function arePreviewsSeen(project: string, viewerId: RawBuilder<unknown>): RawBuilder<boolean> {
  const column = columnsOf(project)
  return sql<boolean>`(${viewerId} in (${column('creator_id')}, ${column('client_id')})
    or exists (select 1 from project_disputes seen where seen.project_id = ${column('id')}))`
}

/** The contract's DeliveryFile as JSON, of the row that the statement calls `file`, as the viewer sees it. */
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
      'url', ${url(PREVIEW_NAME)},
      'width', ${column('preview_width')},
      'height', ${column('preview_height')},
      'alt', 'Preview of ' || ${column('file_name')}) end,
    'url', case when ${areFilesOpen(project, viewerId)} then ${url(ORIGINAL_NAME)} end)`
}

/**
 * The files of a delivery as a JSON array in their order, as the viewer sees them. `delivery` and `project` are what
 * the statement calls the rows; the viewer must have been let into the room by it.
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
