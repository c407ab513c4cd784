import type { HotResult } from './mount.ts'
import type { FoundPage } from './paging.ts'

export interface SharedPages<Query> {
  find: (tokenHash: Buffer | null, query: Query) => Promise<HotResult>
  /** After something came, changed or went: the next reader sees it at once. */
  clear: () => void
}

export interface SharedList<Query> {
  /** A page as a visitor sees it: a JSON list of things with an `id`. */
  load: (query: Query) => Promise<Pick<FoundPage, 'json' | 'nextCursor' | 'headers'>>
  findFlags: (tokenHash: Buffer, ids: string[]) => Promise<ViewerFlags>
}

export interface ViewerFlags {
  viewerId: string | null
  /** By flag the ids of those things for which this viewer's is on; every other is off, as a visitor's are. */
  on: Readonly<Record<string, readonly string[]>>
  /** Ids of those things that this viewer does not see: their page is shorter. */
  hidden: readonly string[]
}

interface Kept {
  until: number
  page: Promise<
    Pick<HotResult, 'headers' | 'nextCursor'> & { ids: string[]; items: string[]; json: string }
  >
}

/** Counters on a shared page may be this old. */
const KEPT_MS = 1_000
const MOST_PAGES = 500

/**
 * For lists that are the same for everybody but for the viewer's own flags. Each page is read once a second,
 * however many ask for it, and only the flags are read for each viewer.
 */
export function createSharedPages<Query>(list: SharedList<Query>): SharedPages<Query> {
  const kept = new Map<string, Kept>()

  const load = async (query: Query): Promise<Awaited<Kept['page']>> => {
    const { json, nextCursor, headers } = await list.load(query)
    const things = JSON.parse(json ?? '[]') as { id: string }[]
    const items = things.map((thing) => JSON.stringify(thing))
    return {
      ids: things.map(({ id }) => id),
      items,
      json: `[${items.join(',')}]`,
      nextCursor,
      headers,
    }
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
    find: async (tokenHash, query) => {
      const { ids, items, json, ...said } = await keep(JSON.stringify(query), query)
      if (tokenHash === null) return { json, ...said, viewerId: null }
      const { viewerId, on, hidden } = await list.findFlags(tokenHash, ids)
      const flags = Object.entries(on).filter(([, those]) => those.length > 0)
      if (flags.length === 0 && hidden.length === 0) return { json, ...said, viewerId }
      const own = items.flatMap((item, at) => {
        const id = ids[at] ?? ''
        if (hidden.includes(id)) return []
        return flags.reduce(
          (text, [flag, those]) => (those.includes(id) ? turnOn(text, flag) : text),
          item,
        )
      })
      return { json: `[${own.join(',')}]`, ...said, viewerId }
    },
    clear: () => kept.clear(),
  }
}

/** A text that looks like the flag has its quotes escaped, so only the flag itself is found. */
const turnOn = (item: string, flag: string): string =>
  item.replace(`"${flag}":false`, `"${flag}":true`)
