import { hash } from 'node:crypto'
import type { Role } from '@plinth/contract/http/roles.ts'
import type { Scope } from '@plinth/contract/http/scopes.ts'
import type { FastifyRequest } from 'fastify'

/** The person who is signed in for a request. */
export interface Viewer {
  id: string
  isCreator: boolean
  /** Null for everybody who is not staff. */
  role: Role | null
  /** Whether they have the right that this call names. False outside of `mount`, and in calls that name none. */
  isAdmin: boolean
  /** The session, or the access token. */
  sessionId: string
  /** When they last proved who they are; changing rights or money requires a recent sign-in. */
  signedInAt: Date
}

/** The viewer of a request that nobody gets to without being signed in. */
export function viewerOf({ viewer, url }: Pick<FastifyRequest, 'viewer' | 'url'>): Viewer {
  if (viewer === null) throw new Error(`${url} is not guarded`)
  return viewer
}

/** Finds the active session with this hash; null if it ended or expired, or its person was deleted or suspended. */
export type FindViewer = (tokenHash: Buffer) => Promise<Viewer | null>

/** The person of an access token and what the token may do. */
export interface TokenViewer extends Viewer {
  scopes: readonly Scope[]
}

/** Finds the working access token with this hash, with the same rules as `FindViewer`. */
export type FindToken = (tokenHash: Buffer) => Promise<TokenViewer | null>

/** The viewer: the hash of their session cookie, which the statement looks up itself, or a known person. */
export type Who = { tokenHash: Buffer | null } | { viewerId: string | null }

/** Whether nobody claims to be anybody. A cookie may still turn out to be of no session. */
export const isVisitor = (who: Who): boolean =>
  'tokenHash' in who ? who.tokenHash === null : who.viewerId === null

export interface CookieNames {
  session: string
  signIn: string
  /** Tells a browser that an account has used before. */
  device: string
  secure: boolean
}

/** `__Host-` cookies need TLS; browsers would drop them on a plain HTTP origin in development. */
export const cookieNames = (publicUrl: string): CookieNames =>
  publicUrl.startsWith('https:')
    ? {
        session: '__Host-plinth',
        signIn: '__Host-plinth-sign-in',
        // Sent to the callback alone, so that no cache in front sees it. `__Host-` would need the path `/`.
        device: '__Secure-plinth-device',
        secure: true,
      }
    : { session: 'plinth', signIn: 'plinth-sign-in', device: 'plinth-device', secure: false }

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Every access token begins with it, so that a lost one is recognised. */
export const TOKEN_PREFIX = 'plinth_'
const ACCESS_TOKEN = /^plinth_[\w-]{43}$/

/** What follows `Authorization: Bearer`; null when there is no such header. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const [scheme = '', ...rest] = (headers.authorization ?? '').trim().split(/ +/)
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ') : null
}

/** sha256 of an access token; null for text that cannot be one. */
export const hashOfBearer = (bearer: string): Buffer | null =>
  ACCESS_TOKEN.test(bearer) ? hashToken(bearer) : null

/**
 * sha256 of the session cookie's token, or null when there is no cookie. A request with a Bearer token speaks for the
 * token alone, so its cookie does not count.
 */
export function tokenHashOf(request: FastifyRequest, names: CookieNames): Buffer | null {
  if (bearerOf(request) !== null) return null
  const token = request.cookies[names.session]
  return token ? hashToken(token) : null
}
