import { sql } from 'kysely'
import { originalKey } from '../../src/core/media/media-rules.ts'
import type { Deps } from '../../src/deps.ts'
import { makeWork } from './works.ts'

/** Inserts a work in a state, with this file in the store. The file is a JPEG, named after the title. */
export async function makeDraft(
  deps: Deps,
  creator: { id: string },
  { title, state = 'draft', file }: { title: string; state?: string; file: Buffer },
): Promise<string> {
  const id = await makeWork(deps, creator, { title })
  const { rows } = await sql<{ mediaId: string }>`
    update portfolio_items set state = ${state}, state_at = now(), is_listed = is_listed and ${state} = 'published',
      binned_from = case when ${state} = 'binned' then 'draft' end,
      publish_at = case when ${state} = 'scheduled' then now() + interval '1 day' end
    where id = ${id}::uuid returning media_id as "mediaId"`.execute(deps.db)
  const mediaId = rows[0]?.mediaId ?? ''
  await sql`update media set file_name = ${`${title}.jpg`}, bytes = ${file.length}
    where id = ${mediaId}::uuid`.execute(deps.db)
  await deps.storage.put(originalKey(mediaId, 'jpg'), file)
  return id
}
