import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Writes come from our own pages only: the browser says where a request starts (Origin, Sec-Fetch-Site),
 * and a page cannot forge that. Callers that send neither are no browsers and carry no ambient cookie.
 * Webhooks are authentic by signature and are left out by their route's config.
 */
export function registerOriginCheck(app: FastifyInstance, publicUrl: string): void {
  const own = new URL(publicUrl).origin
  app.addHook('onRequest', async (request) => {
    if (!WRITES.has(request.method) || request.routeOptions.config.anyOrigin === true) return
    const { origin, 'sec-fetch-site': site } = request.headers
    const foreignOrigin = origin !== undefined && origin !== own
    const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
    if (foreignOrigin || foreignSite) {
      throw new AppError('auth.cross_site', 'This request did not come from Plinth.')
    }
  })
}

/** GET with an effect (sign-out): only from our own pages or the address bar. */
export function refuseCrossSite(headers: {
  'sec-fetch-site'?: string | string[] | undefined
}): void {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site')
    throw new AppError('auth.cross_site', 'This request did not come from Plinth.')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that other sites' servers call. */
    anyOrigin?: boolean
  }
}
