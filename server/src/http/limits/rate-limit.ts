import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { addressKey } from '../address.ts'
import { endedCookie } from '../admission.ts'
import { tooManyRequests } from '../errors.ts'
import {
  bearerOf,
  hashOfBearer,
  hashToken,
  tokenHashOf,
  type CookieNames,
  type FindToken,
  type FindViewer,
} from '../viewer.ts'
import { addCounts, sweepCounts } from './count-queries.ts'
import { createCounts, type Counts } from './counts.ts'

/**
 * Counts a visitor's request that Fastify does not see towards the limit of its address, and returns whether that is
 * used up. Throws for text that is no address.
 */
export type SpendLimit = (ip: string) => boolean

interface LimitOptions {
  cookies: CookieNames
  findViewer: FindViewer
  findToken: FindToken
}

const MINUTE_MS = 60_000

/**
 * Limits requests per session or access token, or per address without one; nothing in the body counts. Routes that look for
 * no session count per address, whatever cookie they get. A /64 network of IPv6 is usually one household and counts as one
 * address. All servers count together. Returns null if requests are not limited.
 */
export async function registerRateLimit(
  app: FastifyInstance,
  deps: Deps,
  options: LimitOptions,
): Promise<SpendLimit | null> {
  const max = deps.env.rateLimitPerMinute
  app.decorateRequest('isOfUnknown', false)
  // Declared in any case, because its schedule stays in the database when the settings change.
  deps.jobs.work('limits.sweep', () => sweepCounts(deps.db), { schedule: '* * * * *' })
  if (max === 0) return null
  const counts = await countTogether(app, deps)
  await app.register(rateLimit, {
    max,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) =>
      secretHashOf(request, options.cookies)?.toString('base64') ?? addressKey(request.ip),
    allowList: (request) => /^\/(assets|media)\//.test(request.url),
    store: storeOf(counts),
  })
  limitUnknown(app, counts, { ...options, max })
  // The key of the limiter above, for requests that it does not see.
  return (ip) => counts.add(keyIn('', addressKey(ip)), { ms: MINUTE_MS, max }).current > max
}

/** Counts with the other servers, over Redis if they use it, and over PostgreSQL if not. */
async function countTogether(app: FastifyInstance, { env, db }: Deps): Promise<Counts> {
  const on = {
    alone: (error: unknown) =>
      app.log.warn({ err: error }, 'limits are not shared, so this server counts alone'),
    together: () => app.log.info('limits are shared again'),
  }
  if (env.redisUrl === null) {
    const counts = createCounts((added) => addCounts(db, added), on)
    app.addHook('onClose', () => counts.close())
    return counts
  }
  const { shareByRedis } = await import('./redis.ts')
  const redis = shareByRedis({ url: env.redisUrl, site: env.publicUrl })
  const counts = createCounts(redis.share, on)
  app.addHook('onClose', async () => {
    await counts.close()
    await redis.close()
  })
  return counts
}

/** The limiter's own store counts in its process alone, and its store for Redis asks for each request. */
function storeOf(counts: Counts): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    /** What is limited: everything, or one route. */
    readonly #scope: string

    constructor(_options: object, scope = '') {
      this.#scope = scope
    }

    incr(...[key, done, ms, max]: Parameters<FastifyRateLimitStore['incr']>): void {
      done(null, counts.add(keyIn(this.#scope, key), { ms, max }))
    }

    read(...[key, done]: Parameters<FastifyRateLimitStore['incr']>): void {
      done(null, counts.read(keyIn(this.#scope, key)))
    }

    child(options: object): Store {
      const { routeInfo } = options as { routeInfo: { method?: string; url?: string } }
      return new Store({}, `${routeInfo.method} ${routeInfo.url}`)
    }
  }
}

const keyIn = (scope: string, key: string): string => `${scope} ${key}`

/**
 * The hash of the access token or the session cookie that this route looks for; null for visitors, and for routes that
 * look for neither.
 */
function secretHashOf(request: FastifyRequest, cookies: CookieNames): Buffer | null {
  // Fastify leaves them out where nothing is found.
  const { finds } = request.routeOptions.config ?? {}
  if (finds === undefined) return null
  const bearer = bearerOf(request)
  if (bearer === null) return tokenHashOf(request, cookies)
  return finds === 'session or token' ? hashToken(bearer) : null
}

/**
 * Counts sessions and tokens that were looked for and not found against their address, so that inventing a new one gains
 * nothing. Once that limit is used up, those that are unknown are refused; all others go on as before.
 */
function limitUnknown(
  app: FastifyInstance,
  counts: Counts,
  { max, cookies, findViewer, findToken }: LimitOptions & { max: number },
): void {
  const keyOf = ({ ip }: FastifyRequest) => keyIn('unknown', addressKey(ip))
  const known = recentlyFound((request, hash) => {
    const bearer = bearerOf(request)
    if (bearer === null) return findViewer(hash)
    const tokenHash = hashOfBearer(bearer)
    return tokenHash === null ? Promise.resolve(null) : findToken(tokenHash)
  })
  app.addHook('onRequest', async (request) => {
    const hash = secretHashOf(request, cookies)
    if (hash === null) return
    const { current, ttl } = counts.read(keyOf(request))
    if (current < max || (await known(request, hash))) return
    throw tooManyRequests({ 'retry-after': `${Math.ceil(ttl / 1_000)}`, ...endedCookie(cookies) })
  })
  app.addHook('onResponse', async (request, reply) => {
    const isUnknown = reply.statusCode === 401 || request.isOfUnknown
    if (isUnknown && secretHashOf(request, cookies) !== null)
      counts.add(keyOf(request), { ms: MINUTE_MS, max })
  })
}

type Find = (request: FastifyRequest, hash: Buffer) => Promise<object | null>

const MAX_FOUND = 10_000

/** Whether a secret is of somebody. Looks for it once a minute, because at this address it is looked for beside the call. */
function recentlyFound(find: Find): (request: FastifyRequest, hash: Buffer) => Promise<boolean> {
  const found = new Map<string, number>()
  return async (request, hash) => {
    const key = hash.toString('base64')
    if ((found.get(key) ?? 0) > performance.now()) return true
    if ((await find(request, hash)) === null) return false
    if (found.size >= MAX_FOUND) found.clear()
    found.set(key, performance.now() + MINUTE_MS)
    return true
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Its session was looked for and not found, and it is answered as a visitor's. */
    isOfUnknown: boolean
  }
  interface FastifyContextConfig {
    /** What the route looks for to know who calls. */
    finds?: 'session' | 'session or token'
  }
}
