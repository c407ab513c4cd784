import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { tooManyRequests } from './errors.ts'
import { tokenHashOf, type CookieNames } from './viewer.ts'

/**
 * Limits requests per session, or per address without a session; nothing in the body counts. A /64 network of IPv6 is
 * usually one household and counts as one address.
 */
export async function registerRateLimit(
  app: FastifyInstance,
  options: { perMinute: number; cookies: CookieNames },
): Promise<void> {
  if (options.perMinute === 0) return
  await app.register(rateLimit, {
    max: options.perMinute,
    timeWindow: 60_000,
    keyGenerator: (request) =>
      tokenHashOf(request, options.cookies)?.toString('base64') ?? addressKey(request.ip),
    allowList: (request) => /^\/(assets|media)\//.test(request.url),
  })
  limitDeadSessions(app, options.cookies)
}

/** Counts invalid sessions against their address, so that inventing a new session cookie gains nothing. */
function limitDeadSessions(app: FastifyInstance, cookies: CookieNames): void {
  const limit = app.createRateLimit({ keyGenerator: (request) => addressKey(request.ip) })
  const namesSession = (request: FastifyRequest) => tokenHashOf(request, cookies) !== null
  app.addHook('onRequest', async (request) => {
    if (!namesSession(request)) return
    const spent = await limit(request, { increment: false })
    if (!spent.isAllowed && spent.remaining === 0)
      throw tooManyRequests({ 'retry-after': `${spent.ttlInSeconds}` })
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode === 401 && namesSession(request)) await limit(request)
  })
}

/** An IPv4 address, or the /64 network of an IPv6 address. */
export function addressKey(ip: string): string {
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return address.toByteArray().slice(0, 8).join('.')
}
