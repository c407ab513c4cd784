import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import type { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import type { Database } from '../../db/pool.ts'
import { createSharedPages, type SharedPages } from '../../http/shared-pages.ts'
import { findFlags } from './portfolio-list-queries.ts'
import { findWorks } from './portfolio-lists.ts'

type Query = QueryOf<typeof listPortfolios>

/** Lists of works are the same for everybody but for the viewer's own flags. */
export const createWorkPages = (db: Database): SharedPages<Query> =>
  createSharedPages({
    load: (query: Query) => findWorks(db, { viewerId: null }, query),
    findFlags: (tokenHash, ids) => findFlags(db, { tokenHash }, ids),
  })
