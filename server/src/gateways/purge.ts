import type { CachePurgeSettings, CacheStyle } from '../env.ts'
import { fetchFrom } from '../tracing/tracing.ts'

/** What a cache in front must forget. */
interface Purge {
  /** As `tagOf` makes them. */
  tags: readonly string[]
  /** Addresses of files, for caches without tags. */
  paths: readonly string[]
}

export interface PurgeGateway {
  /** How many things one call takes. */
  atMost: number
  /** Throws when the cache has not confirmed all of it. */
  purge: (purge: Purge, signal: AbortSignal) => Promise<void>
}

/** How many requests are open at a time, where each names one address. */
const AT_ONCE = 8
/** Each file has an address for every size, and large pictures hundreds of tiles. */
const FILES_AT_MOST = 10

/** The tag of whatever has this id, on answers that show it: short, because an answer has hundreds of them. */
export const tagOf = (id: string): string => id.slice(-12)

/** Names the request that makes a cache forget some tags, and how many it takes. */
interface TagStyle {
  atMost: number
  request: (tags: readonly string[], token: string) => RequestInit
}

const json = (headers: Record<string, string>, body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

const TAG_STYLES: Record<Exclude<CacheStyle, 'nginx'>, TagStyle> = {
  varnish: {
    // A header of Varnish holds 8 kB.
    atMost: 256,
    request: (tags, token) => ({
      method: 'PURGE',
      headers: { 'xkey-purge': tags.join(' '), 'x-purge-token': token },
    }),
  },
  fastly: {
    atMost: 256,
    request: (tags, token) => json({ 'fastly-key': token }, { surrogate_keys: tags }),
  },
  cloudflare: {
    atMost: 100,
    request: (tags, token) => json({ authorization: `Bearer ${token}` }, { tags }),
  },
}

/** Tells a cache in front what to forget; null where no cache is told. */
export function createPurge(settings: CachePurgeSettings | null): PurgeGateway | null {
  if (settings === null) return null
  const { url, style, token } = settings
  if (style === 'nginx') {
    const purgePath = (path: string, signal: AbortSignal) =>
      send(url + path, { headers: { 'x-purge-token': token }, signal }, isPurgedByNginx)
    return {
      atMost: FILES_AT_MOST,
      purge: async ({ paths }, signal) => {
        const left = [...paths]
        const worker = async () => {
          for (let path = left.pop(); path !== undefined; path = left.pop())
            await purgePath(path, signal)
        }
        await Promise.all(Array.from({ length: AT_ONCE }, worker))
      },
    }
  }
  const { atMost, request } = TAG_STYLES[style]
  const isPurged = style === 'cloudflare' ? isPurgedByCloudflare : ({ ok }: Response) => ok
  return {
    atMost,
    purge: ({ tags }, signal) => send(url, { ...request(tags, token), signal }, isPurged),
  }
}

const fetchCache = fetchFrom('cache')

async function send(
  url: string,
  request: RequestInit,
  isPurged: (answer: Response, body: string) => boolean,
): Promise<void> {
  const answer = await fetchCache(url, { ...request, redirect: 'error' })
  // Read to its end, so that the connection can be used again.
  const body = await answer.text()
  if (!isPurged(answer, body)) throw new Error(`The cache answered a purge with ${answer.status}.`)
}

/** It passes on what it has fetched, and what was taken down is not found. Our header says that it knew the token. */
const isPurgedByNginx = ({ headers, status }: Response): boolean =>
  headers.has('x-purged') && status < 500

/** It may say only in the body that nothing was purged. */
function isPurgedByCloudflare({ ok }: Response, body: string): boolean {
  try {
    return ok && (JSON.parse(body) as { success?: unknown } | null)?.success === true
  } catch {
    return false
  }
}
