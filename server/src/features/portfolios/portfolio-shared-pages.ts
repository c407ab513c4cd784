import type { QueryOf } from '@plinth/contract/endpoint.ts'
import type { listPortfolios, PortfolioItem } from '@plinth/contract/portfolios.ts'
import type { Who } from '../../core/session/viewer-sql.ts'
import type { Database } from '../../db/pool.ts'
import { findFlags, type FoundPage } from './portfolio-list-queries.ts'
import { findWorks } from './portfolio-lists.ts'

type Query = QueryOf<typeof listPortfolios>

export interface SharedPages {
  find: (who: Who, query: Query) => Promise<FoundPage>
  /** After works came, changed or went: the next reader sees it at once. */
  clear: () => void
}

/** A page as a visitor sees it. */
interface Kept {
  until: number
  page: Promise<{ ids: string[]; items: string[]; json: string; nextCursor: string | null }>
}

/** Counters on a shared page may be this old. */
const KEPT_MS = 1_000
const MOST_PAGES = 500
/** How a visitor's item says it; inside a text its quotes would be escaped. */
const NO_FLAGS = '"isLiked":false,"isSaved":false'

/**
 * Lists are the same for everybody but for the viewer's own flags. Each page is read once a second, however
 * many ask for it, and only the flags are read for each viewer.
 */
export function createSharedPages(db: Database): SharedPages {
  const kept = new Map<string, Kept>()

  const load = async (query: Query): Promise<Awaited<Kept['page']>> => {
    const { json, nextCursor } = await findWorks(db, { viewerId: null }, query)
    const works = JSON.parse(json ?? '[]') as PortfolioItem[]
    const items = works.map((work) => JSON.stringify(work))
    return { ids: works.map(({ id }) => id), items, json: `[${items.join(',')}]`, nextCursor }
  }

  const keep = (key: string, query: Query): Kept['page'] => {
    const known = kept.get(key)
    if (known !== undefined && known.until > Date.now()) return known.page
    const page = load(query)
    kept.delete(key)
    kept.set(key, { until: Date.now() + KEPT_MS, page })
    // The first in the map is the one read longest ago.
    const [oldest] = kept.keys()
    if (kept.size > MOST_PAGES && oldest !== undefined) kept.delete(oldest)
    page.catch(() => kept.delete(key))
    return page
  }

  return {
    find: async (who, query) => {
      const { ids, items, json, nextCursor } = await keep(JSON.stringify(query), query)
      if ('tokenHash' in who && who.tokenHash === null) return { json, nextCursor, viewerId: null }
      const { viewerId, liked, saved } = await findFlags(db, who, ids)
      if (liked.length === 0 && saved.length === 0) return { json, nextCursor, viewerId }
      const own = items.map((item, at) => {
        const id = ids[at] ?? ''
        const flags = `"isLiked":${liked.includes(id)},"isSaved":${saved.includes(id)}`
        return item.replace(NO_FLAGS, flags)
      })
      return { json: `[${own.join(',')}]`, nextCursor, viewerId }
    },
    clear: () => kept.clear(),
  }
}
