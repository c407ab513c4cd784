import type { IncomingHttpHeaders } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { tooManyRequests } from './errors.ts'
import { bearerOf, hashToken, tokenHashOf, type CookieNames } from './viewer.ts'

/** Counts a visitor's request that Fastify does not see towards the limit of its address. */
export type SpendLimit = (visit: {
  url: string
  headers: IncomingHttpHeaders
  ip: string
}) => Promise<{ isSpent: boolean }>

/**
 * Limits requests per session or access token, or per address without one; nothing in the body counts. A /64 network of IPv6 is
 * usually one household and counts as one address. Returns null if requests are not limited.
 */
export async function registerRateLimit(
  app: FastifyInstance,
  options: { perMinute: number; cookies: CookieNames },
): Promise<SpendLimit | null> {
  if (options.perMinute === 0) return null
  await app.register(rateLimit, {
    max: options.perMinute,
    timeWindow: 60_000,
    keyGenerator: (request) =>
      secretHashOf(request, options.cookies)?.toString('base64') ?? addressKey(request.ip),
    allowList: (request) => /^\/(assets|media)\//.test(request.url),
  })
  limitDeadSessions(app, options.cookies)
  return limitVisits(app)
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
