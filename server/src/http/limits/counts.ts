import { hash } from 'node:crypto'
import { createBatcher, type Batcher } from '../../live/batcher.ts'

/** What servers tell each other about one key: what one of them adds, or what all of them have counted. */
export interface SharedCount {
  key: string
  count: number
  /** Milliseconds until it begins anew. */
  ms: number
}

/** Longer than any count lasts. One that has more time left was begun while the clock was ahead. */
export const TOO_LONG_MS = 3_600_000

/** Adds to the counts that all servers share and returns the sums. Fails while it cannot reach them. */
export type ShareCounts = (added: readonly SharedCount[]) => Promise<readonly SharedCount[]>

export interface Counts {
  add: (key: string, window: { ms: number; max: number }) => Counted
  read: (key: string) => Counted
  /** Shares what is left. */
  close: () => Promise<void>
}

/** As `@fastify/rate-limit` takes it; `ttl` is in milliseconds. */
interface Counted {
  current: number
  ttl: number
}

interface Count {
  /** By all servers, as this one last heard. */
  shared: number
  /** Counted here and on its way to the others. */
  sent: number
  /** Counted here since. */
  own: number
  /** As `performance.now()` tells it. */
  endsAt: number
}

/** How often servers tell each other what they have counted. */
const SHARE_MS = 1_000
/** The same for a key that has used up this part of its limit since. */
const SOON_MS = 50
const SOON_PART = 0.1
/** Keys in one call, which then takes a few milliseconds. */
const MOST_TOLD = 1_000
/** Keys to remember. The oldest are forgotten, so that inventing keys cannot fill the memory. */
const MAX_KEYS = 50_000

const sumOf = ({ shared, sent, own }: Count): number => shared + sent + own

/**
 * Counts in this process and shares the sums with other servers about once a second, so that no request waits for it
 * (docs/decisions/0036). While they cannot be shared, this process goes on counting alone.
 */
export function createCounts(
  share: ShareCounts,
  on: { alone: (error: unknown) => void; together: () => void },
): Counts {
  const counts = new Map<string, Count>()
  let isAlone = false

  const find = (key: string): Count | null => {
    const known = counts.get(key)
    return known !== undefined && known.endsAt > performance.now() ? known : null
  }
  const begin = (key: string, ms: number): Count => {
    const now = performance.now()
    const count: Count = { shared: 0, sent: 0, own: 0, endsAt: now + ms }
    counts.delete(key)
    counts.set(key, count)
    // A map keeps insertion order, so the oldest come first.
    for (const [oldest, { endsAt }] of counts) {
      if (counts.size <= MAX_KEYS && endsAt > now) break
      counts.delete(oldest)
    }
    return count
  }

  const exchange = async (keys: readonly string[]): Promise<void> => {
    for (let from = 0; from < keys.length; from += MOST_TOLD)
      await exchangeSome(keys.slice(from, from + MOST_TOLD))
  }
  /** Tells the others what was counted here and notes what all have counted. */
  const exchangeSome = async (keys: readonly string[]): Promise<void> => {
    const now = performance.now()
    const told = keys.flatMap((name) => {
      const count = find(name)
      if (count === null || count.own === 0) return []
      const added = { key: hashOf(name), count: count.own, ms: Math.ceil(count.endsAt - now) }
      return [{ count, added }]
    })
    if (told.length === 0) return
    for (const { count, added } of told) {
      count.own -= added.count
      count.sent += added.count
    }
    let sums: Map<string, SharedCount> | null = null
    try {
      const answer = await share(told.map(({ added }) => added))
      sums = new Map(answer.map((sum) => [sum.key, sum]))
      if (isAlone) on.together()
      isAlone = false
    } catch (error) {
      if (!isAlone) on.alone(error)
      isAlone = true
    }
    for (const { count, added } of told) {
      const sum = sums?.get(added.key)
      count.sent -= added.count
      if (sum === undefined) count.own += added.count
      else {
        // A later answer may have overtaken this one.
        count.shared = Math.max(count.shared, sum.count)
        count.endsAt = performance.now() + sum.ms
      }
    }
  }
  const [often, soon] = [SHARE_MS, SOON_MS].map((ms) =>
    createBatcher({ ms, onError: on.alone }, exchange),
  ) as [Batcher, Batcher]

  return {
    add: (key, { ms, max }) => {
      const count = find(key) ?? begin(key, ms)
      count.own += 1
      // Whoever is over the limit stays so, and everybody who asks hears of it.
      if (count.shared <= max) (count.own < max * SOON_PART ? often : soon).add([key])
      return { current: sumOf(count), ttl: count.endsAt - performance.now() }
    },
    read: (key) => {
      const count = find(key)
      return count === null
        ? { current: 0, ttl: 0 }
        : { current: sumOf(count), ttl: count.endsAt - performance.now() }
    },
    close: async () => {
      await Promise.all([often.close(), soon.close()])
    },
  }
}

const hashOf = (key: string): string => hash('sha256', key, 'base64url').slice(0, 22)
