import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { tooMuch } from './errors.ts'
import { tokenHashOf, type CookieNames } from './viewer.ts'

/**
 * One budget for each session and one for each address without; never keyed by anything in the body.
 * An IPv6 network of 64 bits is one household and counts as one address.
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

/** Sessions that are none count for their address: whoever invents one for each request has one budget all the same. */
function limitDeadSessions(app: FastifyInstance, cookies: CookieNames): void {
  const limit = app.createRateLimit({ keyGenerator: (request) => addressKey(request.ip) })
  const namesSession = (request: FastifyRequest) => tokenHashOf(request, cookies) !== null
  app.addHook('onRequest', async (request) => {
    if (!namesSession(request)) return
    const spent = await limit(request, { increment: false })
    if (!spent.isAllowed && spent.remaining === 0)
      throw tooMuch({ 'retry-after': `${spent.ttlInSeconds}` })
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode === 401 && namesSession(request)) await limit(request)
  })
}

/** An IPv4 address, or an IPv6 address's network of 64 bits. */
export function addressKey(ip: string): string {
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return address.toByteArray().slice(0, 8).join('.')
}
