import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'
import type { Viewer } from './viewer.ts'

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

/** What is one's own alone may be asked for by one's own id, and by no other. */
export function refuseOthers({ userId }: { userId?: string | undefined }, { id }: Viewer): void {
  if (userId !== undefined && userId.toLowerCase() !== id)
    throw new AppError('input.invalid', 'This can be seen by its owner only.', {
      fields: { userId: 'is somebody else' },
    })
}

/** So long after signing in somebody counts as having just proved who they are. */
const FRESH_MS = 15 * 60_000

/** For what moves rights or the money of others: a browser that was left open is not enough. */
export function requireFresh({ signedInAt }: Viewer, now: Date): void {
  if (now.getTime() - signedInAt.getTime() > FRESH_MS)
    throw new AppError('auth.stale', 'You signed in a while ago. Sign in once more to do this.')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that other sites' servers call. */
    anyOrigin?: boolean
  }
}
