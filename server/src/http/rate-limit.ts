import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
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
}

function addressKey(ip: string): string {
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return address.toByteArray().slice(0, 8).join('.')
}
