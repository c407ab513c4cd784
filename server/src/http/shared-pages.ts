import { uuidArray } from '../db/id.ts'
import { listOf, type CardItem } from './cards.ts'
import { ownBytes, readJson, type Json } from './json.ts'
import type { HotResult } from './mount.ts'
import type { FoundPage } from './paging.ts'
import { isVisitor, type Who } from './viewer.ts'

export interface SharedPages<Query> {
  find: (who: Who, query: Query) => Promise<HotResult>
  /** Empties the cache after a change, so that the next reader sees it at once. */
  clear: () => void
}

/** A page of things, before it is one JSON list. */
export interface FoundItems extends Pick<FoundPage, 'nextCursor' | 'headers'> {
  items: CardItem[]
}

const NOTHING = Buffer.alloc(0)

/** Each of a JSON list of objects with an `id` and a `creatorId`. */
export const itemsOf = (json: Json | null): CardItem[] =>
  (json === null ? [] : readJson<{ id: string; creatorId: string }[]>(json)).map((object) => ({
    id: object.id,
    creatorId: object.creatorId,
    opened: NOTHING,
    rest: JSON.stringify(object),
  }))

export interface SharedList<Query> {
  /** A page as a visitor sees it. */
  load: (query: Query) => Promise<FoundItems>
  /** The same, perhaps some seconds old, for visitors alone; undefined: they get what members get. */
  loadForVisitors?: ((query: Query) => Promise<FoundItems>) | undefined
  findFlags: (who: Who, page: PageIds) => Promise<ViewerFlags>
}

/** What is on a page, as arrays of PostgreSQL, written once for all viewers. */
export interface PageIds {
  ids: Buffer
  creatorIds: Buffer
}

export interface ViewerFlags {
  viewerId: string | null
  /**
   * For each flag the ids of the items for which it is on, or of creators for all that they made; all other items keep
   * the visitor's `false`.
   */
  on: Readonly<Record<string, readonly string[]>>
  /** Creators whose items are left out of the page, because one of them and the viewer blocks the other. */
  hidden: readonly string[]
}

interface CachedItem extends Pick<CardItem, 'id' | 'creatorId'> {
  /** Where it is in the bytes of its page, from the bracket or comma before it. */
  start: number
  end: number
  /** The same bytes with these flags on, made for the first viewer for whom they are. */
  variants: Map<string, Buffer>
}

interface CachedPage extends Pick<HotResult, 'headers' | 'nextCursor'> {
  page: PageIds
  items: CachedItem[]
  /** The JSON list, with all flags off. */
  bytes: Buffer
}

/** How old the counters on a cached page may be. */
const MAX_AGE_MS = 1_000
const MAX_PAGES = 500

/**
 * Caches pages of lists that differ between viewers only in a few flags. A page is read at most once a second however
 * many people request it; only the flags are read for each viewer.
 */
export function createSharedPages<Query>(list: SharedList<Query>): SharedPages<Query> {
  const cached =
    (load: SharedList<Query>['load']) =>
    async (query: Query): Promise<CachedPage> => {
      const { nextCursor, headers, ...found } = await load(query)
      // Where `listOf` puts each.
      let end = 0
      const items = found.items.map(({ id, creatorId, opened, rest }): CachedItem => {
        const start = end
        end += 1 + opened.length + Buffer.byteLength(rest)
        return { id, creatorId, start, end, variants: new Map() }
      })
      return {
        page: {
          ids: uuidArray(items.map(({ id }) => id)),
          creatorIds: uuidArray(items.map(({ creatorId }) => creatorId)),
        },
        items,
        bytes: ownBytes(listOf(found.items)),
        nextCursor,
        headers,
      }
    }

  const pages = createCache(cached(list.load))
  const visitorPages =
    list.loadForVisitors === undefined ? pages : createCache(cached(list.loadForVisitors))

  return {
    find: async (who, query) => {
      const isOfVisitor = isVisitor(who)
      const kept = isOfVisitor ? visitorPages : pages
      const { page, items, bytes, ...rest } = await kept.find(query)
      if (isOfVisitor) return { json: bytes, ...rest, viewerId: null }
      const { viewerId, on, hidden } = await list.findFlags(who, page)
      const flags = Object.entries(on).filter(([, those]) => those.length > 0)
      if (flags.length === 0 && hidden.length === 0) return { json: bytes, ...rest, viewerId }
      const turnedOn = ({ id, creatorId }: CachedItem) =>
        flags.flatMap(([flag, those]) =>
          those.includes(id) || those.includes(creatorId) ? [flag] : [],
        )
      const json = viewed(bytes, items, (item) =>
        hidden.includes(item.creatorId) ? null : turnedOn(item),
      )
      return { json, ...rest, viewerId }
    },
    clear: () => {
      pages.clear()
      visitorPages.clear()
    },
  }
}

/** Caches answers to visitors, which are the same for all of them: each is read at most once a second. */
export const createSharedAnswers = <Query>(
  load: (query: Query) => Promise<HotResult>,
): ((query: Query) => Promise<HotResult>) =>
  createCache(async (query: Query) => {
    const { json, ...rest } = await load(query)
    return { json: json === null ? null : Buffer.from(json), ...rest }
  }).find

function createCache<Query, Found>(load: (query: Query) => Promise<Found>) {
  const cache = new Map<string, { until: number; found: Promise<Found> }>()
  return {
    find: (query: Query): Promise<Found> => {
      const key = JSON.stringify(query)
      const known = cache.get(key)
      if (known !== undefined && known.until > performance.now()) return known.found
      const found = load(query)
      cache.delete(key)
      cache.set(key, { until: performance.now() + MAX_AGE_MS, found })
      // A map keeps insertion order, so the oldest come first.
      for (const [oldest, { until }] of cache) {
        if (until > performance.now() && cache.size <= MAX_PAGES) break
        cache.delete(oldest)
      }
      found.catch(() => cache.delete(key))
      return found
    },
    clear: () => cache.clear(),
  }
}

const CLOSE = Buffer.from(']')

/**
 * A page as one viewer sees it. `flagsOf` names the flags that are on for an item; null leaves it out. Whatever lies
 * between those that differ is copied at once.
 */
function viewed(
  bytes: Buffer,
  items: readonly CachedItem[],
  flagsOf: (item: CachedItem) => readonly string[] | null,
): Buffer {
  const parts: Buffer[] = []
  let from = 0
  for (const item of items) {
    const flags = flagsOf(item)
    if (flags?.length === 0) continue
    if (from < item.start) parts.push(bytes.subarray(from, item.start))
    if (flags !== null) parts.push(variantOf(bytes, item, flags))
    from = item.end
  }
  if (from < bytes.length - 1) parts.push(bytes.subarray(from, -1))
  if (parts.length === 0) return Buffer.from('[]')
  const list = Buffer.concat([...parts, CLOSE])
  // Where the first ones are left out, the list begins with the comma before another.
  list.write('[')
  return list
}

function variantOf(bytes: Buffer, { start, end, variants }: CachedItem, flags: readonly string[]) {
  const key = flags.join()
  const known = variants.get(key)
  if (known !== undefined) return known
  const turned = Buffer.from(flags.reduce(turnOn, bytes.toString('utf8', start, end)))
  variants.set(key, turned)
  return turned
}

/** Quotes inside JSON strings are escaped, so this finds only the flag itself. */
const turnOn = (item: string, flag: string): string =>
  item.replace(`"${flag}":false`, `"${flag}":true`)
