import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'
import { bearerOf, type CookieNames, type Viewer } from './viewer.ts'

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Refuses writes that other sites' pages start. Browsers say where a request comes from (Origin, Sec-Fetch-Site) and a
 * page cannot forge that. Callers that send neither header are not browsers, so no cookie is sent behind their back.
 * A call of the contract with an access token and no session cookie has nothing that a browser adds by itself.
 * Webhooks prove themselves by signature and opt out with `anyOrigin`.
 */
export function registerOriginCheck(
  app: FastifyInstance,
  publicUrl: string,
  cookies: CookieNames,
): void {
  const own = new URL(publicUrl).origin
  app.addHook('onRequest', async (request) => {
    if (!WRITES.has(request.method) || request.routeOptions.config.anyOrigin === true) return
    const isByToken = bearerOf(request) !== null && !request.cookies[cookies.session]
    if (isByToken && request.routeOptions.config.endpoint !== undefined) return
    const { origin, 'sec-fetch-site': site } = request.headers
    const foreignOrigin = origin !== undefined && origin !== own
    const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
    if (foreignOrigin || foreignSite) {
      throw new AppError('auth.cross_site', 'This request didn’t come from Plinth.')
    }
  })
}

/** For a GET with an effect, such as sign-out: allowed only from our own pages or the address bar. */
export function refuseCrossSite(headers: {
  'sec-fetch-site'?: string | string[] | undefined
}): void {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site')
    throw new AppError('auth.cross_site', 'This request didn’t come from Plinth.')
}

/** Refuses a `userId` other than the viewer's own. */
export function refuseOthers(
  { userId }: { userId?: string | undefined },
  { id }: Pick<Viewer, 'id'>,
): void {
  if (userId !== undefined && userId.toLowerCase() !== id)
    throw new AppError('input.invalid', 'Only its owner can see this.', {
      fields: { userId: 'Only its owner can see this.' },
    })
}

/** How long after signing in a sign-in counts as recent. */
const RECENT_MS = 15 * 60_000

/** Refuses an old sign-in, so that a browser left open can't change rights or move other people's money. */
export function requireRecentSignIn({ signedInAt }: Viewer, now: Date): void {
  if (now.getTime() - signedInAt.getTime() > RECENT_MS)
    throw new AppError('auth.stale', 'You logged in a while ago. Log in again to do this.')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that servers of other sites call. */
    anyOrigin?: boolean
  }
}
