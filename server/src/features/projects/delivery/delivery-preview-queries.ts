import type { MediaKind } from '@plinth/contract/media/media.ts'
import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'

/** A file that waits for its preview. */
export interface Unseen {
  kind: MediaKind | 'other'
  fileName: string
}

export async function findUnseen(db: Database, fileId: string): Promise<Unseen | undefined> {
  const { rows } = await sql<Unseen>`
    select kind, file_name as "fileName" from delivery_files
    where id = ${fileId}::uuid and preview_state = 'waiting'`.execute(db)
  return rows[0]
}

export type PreviewEnd = { width: number; height: number } | 'none' | 'failed'

/** In whose room it shows. */
export interface Shown {
  projectId: string
  /** Its creator, and once it is delivered its client. */
  userIds: string[]
}

/** What became of a preview. Answers nothing when the file is gone meanwhile. */
export async function markPreview(
  db: Database,
  fileId: string,
  end: PreviewEnd,
): Promise<Shown | undefined> {
  const size = typeof end === 'string' ? null : end
  const { rows } = await sql<Shown>`
    update delivery_files df set preview_state = ${size === null ? end : 'ready'},
      preview_width = ${size?.width ?? null}::int, preview_height = ${size?.height ?? null}::int
    from projects p where df.id = ${fileId}::uuid and p.id = df.project_id
    returning p.id as "projectId", case when df.delivery_id is null then array[p.creator_id::text]
      else array[p.creator_id::text, p.client_id::text] end as "userIds"`.execute(db)
  return rows[0]
}
