import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { listTagPortfolios } from '@plinth/contract/posts/tags.ts'
import type { Who } from '../../core/session/viewer-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { FoundPage } from '../../http/paging.ts'
import { decodeWorkPosition } from './portfolio-cursor.ts'
import { listTagWorks } from './portfolio-list-queries.ts'

export function findTagWorks(
  db: Database,
  who: Who,
  tag: string,
  { cursor, limit = PAGE_SIZE }: QueryOf<typeof listTagPortfolios>,
): Promise<FoundPage> {
  const order = 'newest'
  return listTagWorks(db, who, tag, { order, limit, after: decodeWorkPosition(cursor, [order]) })
}
