import type { HotResult } from './mount.ts'
import type { FoundPage } from './paging.ts'

export interface SharedPages<Query> {
  find: (tokenHash: Buffer | null, query: Query) => Promise<HotResult>
  /** Empties the cache after a change, so that the next reader sees it at once. */
  clear: () => void
}

export interface SharedList<Query> {
  /** A page as a visitor sees it: a JSON list of objects with an `id`. */
  load: (query: Query) => Promise<Pick<FoundPage, 'json' | 'nextCursor' | 'headers'>>
  findFlags: (tokenHash: Buffer, ids: string[]) => Promise<ViewerFlags>
}

export interface ViewerFlags {
  viewerId: string | null
  /** For each flag the ids of the items for which it is on; all other items keep the visitor's `false`. */
  on: Readonly<Record<string, readonly string[]>>
  /** Ids of items that this viewer may not see, which are left out of the page. */
  hidden: readonly string[]
}

type CachedPage = Pick<HotResult, 'headers' | 'nextCursor'> & {
  ids: string[]
  items: string[]
  json: string
}

/** How old the counters on a cached page may be. */
const MAX_AGE_MS = 1_000
const MAX_PAGES = 500

/**
 * Caches pages of lists that differ between viewers only in a few flags. A page is read at most once a second however
 * many people request it; only the flags are read for each viewer.
 */
export function createSharedPages<Query>(list: SharedList<Query>): SharedPages<Query> {
  const load = async (query: Query): Promise<CachedPage> => {
    const { json, nextCursor, headers } = await list.load(query)
    const objects = JSON.parse(json ?? '[]') as { id: string }[]
    const items = objects.map((object) => JSON.stringify(object))
    return {
      ids: objects.map(({ id }) => id),
      items,
      json: `[${items.join(',')}]`,
      nextCursor,
      headers,
    }
  }

  const pages = createCache(load)

  return {
    find: async (tokenHash, query) => {
      const { ids, items, json, ...rest } = await pages.find(query)
      if (tokenHash === null) return { json, ...rest, viewerId: null }
      const { viewerId, on, hidden } = await list.findFlags(tokenHash, ids)
      const flags = Object.entries(on).filter(([, those]) => those.length > 0)
      if (flags.length === 0 && hidden.length === 0) return { json, ...rest, viewerId }
      const own = items.flatMap((item, at) => {
        const id = ids[at] ?? ''
        if (hidden.includes(id)) return []
        return flags.reduce(
          (text, [flag, those]) => (those.includes(id) ? turnOn(text, flag) : text),
          item,
        )
      })
      return { json: `[${own.join(',')}]`, ...rest, viewerId }
    },
    clear: pages.clear,
  }
}

/** Caches answers to visitors, which are the same for all of them: each is read at most once a second. */
export const createSharedAnswers = <Query>(
  load: (query: Query) => Promise<HotResult>,
): ((query: Query) => Promise<HotResult>) => createCache(load).find

function createCache<Query, Found>(load: (query: Query) => Promise<Found>) {
  const cache = new Map<string, { until: number; found: Promise<Found> }>()
  return {
    find: (query: Query): Promise<Found> => {
      const key = JSON.stringify(query)
      const known = cache.get(key)
      if (known !== undefined && known.until > Date.now()) return known.found
      const found = load(query)
      cache.delete(key)
      cache.set(key, { until: Date.now() + MAX_AGE_MS, found })
      // A map keeps insertion order, so the first entry is the oldest.
      const [oldest] = cache.keys()
      if (cache.size > MAX_PAGES && oldest !== undefined) cache.delete(oldest)
      found.catch(() => cache.delete(key))
      return found
    },
    clear: () => cache.clear(),
  }
}

/** Quotes inside JSON strings are escaped, so this finds only the flag itself. */
const turnOn = (item: string, flag: string): string =>
  item.replace(`"${flag}":false`, `"${flag}":true`)
