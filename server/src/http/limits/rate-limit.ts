import type { IncomingHttpHeaders } from 'node:http'
import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Deps } from '../../deps.ts'
import { tooManyRequests } from '../errors.ts'
import { bearerOf, hashToken, tokenHashOf, type CookieNames } from '../viewer.ts'
import { addCounts, sweepCounts } from './count-queries.ts'
import { createCounts, type Counts } from './counts.ts'
import { shareByRedis } from './redis.ts'

/** Counts a visitor's request that Fastify does not see towards the limit of its address. */
export type SpendLimit = (visit: {
  url: string
  headers: IncomingHttpHeaders
  ip: string
}) => Promise<{ isSpent: boolean }>

/**
 * Limits requests per session or access token, or per address without one; nothing in the body counts. A /64 network of IPv6 is
 * usually one household and counts as one address. All servers count together. Returns null if requests are not limited.
 */
export async function registerRateLimit(
  app: FastifyInstance,
  deps: Deps,
  cookies: CookieNames,
): Promise<SpendLimit | null> {
  const max = deps.env.rateLimitPerMinute
  // Declared in any case, because its schedule stays in the database when the settings change.
  deps.jobs.work('limits.sweep', () => sweepCounts(deps.db), { schedule: '* * * * *' })
  if (max === 0) return null
  await app.register(rateLimit, {
    max,
    timeWindow: 60_000,
    keyGenerator: (request) =>
      secretHashOf(request, cookies)?.toString('base64') ?? addressKey(request.ip),
    allowList: (request) => /^\/(assets|media)\//.test(request.url),
    store: storeOf(countTogether(app, deps)),
  })
  limitDeadSessions(app, cookies)
  return limitVisits(app)
}

/** Counts with the other servers, over Redis if they use it, and over PostgreSQL if not. */
function countTogether(app: FastifyInstance, { env, db }: Deps): Counts {
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
      done(null, counts.add(`${this.#scope} ${key}`, { ms, max }))
    }

    read(...[key, done]: Parameters<FastifyRateLimitStore['incr']>): void {
      done(null, counts.read(`${this.#scope} ${key}`))
    }

    child(options: object): Store {
      const { routeInfo } = options as { routeInfo: { method?: string; url?: string } }
      return new Store({}, `${routeInfo.method} ${routeInfo.url}`)
    }
  }
}

function limitVisits(app: FastifyInstance): SpendLimit {
  // With options it would count for itself.
  const limit = app.createRateLimit()
  return async (visit) => {
    // All that the limiter and its options above read of a request.
    const request = { ...visit, cookies: {}, routeOptions: {} } as FastifyRequest
    const spent = await limit(request)
    return { isSpent: !spent.isAllowed && spent.isExceeded }
  }
}

/** The hash of the access token or the session cookie; null for visitors. */
function secretHashOf(request: FastifyRequest, cookies: CookieNames): Buffer | null {
  const bearer = bearerOf(request)
  return bearer === null ? tokenHashOf(request, cookies) : hashToken(bearer)
}

/** Counts invalid sessions and tokens against their address, so that inventing a new one gains nothing. */
function limitDeadSessions(app: FastifyInstance, cookies: CookieNames): void {
  const limit = app.createRateLimit({ keyGenerator: (request) => addressKey(request.ip) })
  const namesSecret = (request: FastifyRequest) => secretHashOf(request, cookies) !== null
  app.addHook('onRequest', async (request) => {
    if (!namesSecret(request)) return
    const spent = await limit(request, { increment: false })
    if (!spent.isAllowed && spent.remaining === 0)
      throw tooManyRequests({ 'retry-after': `${spent.ttlInSeconds}` })
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode === 401 && namesSecret(request)) await limit(request)
  })
}

/** An IPv4 address, or the /64 network of an IPv6 address. */
export function addressKey(ip: string): string {
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return address.toByteArray().slice(0, 8).join('.')
}
