import { queryKey } from '@plinth/contract/http/query-key.ts'
import { listForYou } from '@plinth/contract/posts/posts.ts'
import type { Who } from '../../../core/session/viewer-sql.ts'
import type { Database } from '../../../db/pool.ts'
import type { PageData } from '../../../http/shell/page.ts'
import { findForYou } from './for-you-list-queries.ts'

/** The first page of the viewer's For You, in the form in which the screen caches it. */
export async function forYouBoot(db: Database, who: Who): Promise<PageData['boot']> {
  const { json, nextCursor = null } = await findForYou(db, who, {})
  const page = { items: JSON.parse(json ?? '[]') as unknown[], next: nextCursor }
  return [[queryKey(listForYou, {}, 'first'), page]]
}
