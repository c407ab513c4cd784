import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import type {
  listPortfolios,
  listSavedPortfolios,
  listUserPortfolios,
} from '@plinth/contract/portfolios/portfolios.ts'
import type { Who } from '../../core/session/viewer-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { FoundPage } from '../../http/paging.ts'
import { decodeWorkPosition, type KeptOrder, type Order } from './portfolio-cursor.ts'
import {
  hasSearchWords,
  listKeptWorks,
  listUserWorks,
  listWorks,
} from './portfolio-list-queries.ts'

/**
 * Works by the given filters. Featured works stand in the order they were featured in and a search's by relevance
 * unless a sort is asked for. A search without a word (signs, stop words) is no filter.
 */
export async function findWorks(
  db: Database,
  who: Who,
  query: QueryOf<typeof listPortfolios>,
): Promise<FoundPage> {
  const { categoryId, featured, sort, limit = PAGE_SIZE } = query
  const plainOrder: Order = featured === true ? 'featured' : (sort ?? 'newest')
  const searchOrder: Order = sort ?? 'relevant'
  const search = /[\p{L}\p{N}]/u.test(query.search ?? '') ? query.search : undefined
  const after = decodeWorkPosition(
    query.cursor,
    search === undefined ? [plainOrder] : [searchOrder, plainOrder],
  )
  const filters = { categoryId, featured, limit, after }

  if (search !== undefined && (after === null || after.order === searchOrder)) {
    const page = await listWorks(db, who, { ...filters, search, order: searchOrder })
    if (page.json !== '[]' || (await hasSearchWords(db, search))) return page
  }
  return listWorks(db, who, { ...filters, order: plainOrder })
}

export function findUserWorks(
  db: Database,
  who: Who,
  userId: string,
  { cursor, limit = PAGE_SIZE }: QueryOf<typeof listUserPortfolios>,
): Promise<FoundPage> {
  const order = 'newest'
  return listUserWorks(db, who, userId, {
    order,
    limit,
    after: decodeWorkPosition(cursor, [order]),
  })
}

export function findKeptWorks(
  db: Database,
  viewerId: string,
  order: KeptOrder,
  { cursor, limit = PAGE_SIZE }: QueryOf<typeof listSavedPortfolios>,
): Promise<FoundPage> {
  return listKeptWorks(
    db,
    { viewerId },
    { order, limit, after: decodeWorkPosition(cursor, [order]) },
  )
}
