import { FRESH_MINUTES } from '@plinth/contract/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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
    if (foreignOrigin || isForeign(site)) throw crossSite()
  })
}

/**
 * For a GET with an effect, such as sign-out: allowed only when somebody follows a link on our own pages, or types the
 * address. Other hosts of our domain are other sites. Callers that don't say where they come from are not browsers.
 */
export function refuseOtherSites({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  if (isForeign(site) || (site !== undefined && mode !== 'navigate')) throw crossSite()
}

/** Whether a page of another site sent the browser here. */
export const isFromOtherSite = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  isForeign(headers['sec-fetch-site'])

const isForeign = (site: string | string[] | undefined): boolean =>
  site !== undefined && site !== 'same-origin' && site !== 'none'

const crossSite = () => new AppError('auth.cross_site', 'This request didn’t come from Plinth.')

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

const FRESH_MS = FRESH_MINUTES * 60_000
/** How far the clocks of two servers may be apart. */
const SKEW_MS = 60_000

/** Refuses an old sign-in. Endpoints declare it (`fresh`) and the mount asks, for files outside the contract, too. */
export function requireFreshSignIn({ signedInAt }: Viewer, now: Date): void {
  const age = now.getTime() - signedInAt.getTime()
  // Somebody who signed in while the clock was ahead would count as fresh until it gets there again.
  if (age > FRESH_MS || age < -SKEW_MS)
    throw new AppError('auth.stale', 'You logged in a while ago. Log in again to do this.')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that servers of other sites call. */
    anyOrigin?: boolean
  }
}
