import { rightsOf, type EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { may, RIGHTS, roleLabel, type Right } from '@plinth/contract/http/rights.ts'
import type { Role } from '@plinth/contract/http/roles.ts'
import { SCOPES, scopesOf, type Scope } from '@plinth/contract/http/scopes.ts'
import type { FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import { requireFreshSignIn } from './guards.ts'
import {
  bearerOf,
  hashOfBearer,
  tokenHashOf,
  type CookieNames,
  type FindToken,
  type FindViewer,
  type Viewer,
  type Who,
} from './viewer.ts'

export interface AdmissionOptions {
  cookies: CookieNames
  findViewer: FindViewer
  findToken: FindToken
  now: () => Date
}

/** What of an endpoint decides who may call it. */
export type AdmittedCall = Pick<
  EndpointDefinition,
  'method' | 'access' | 'right' | 'scope' | 'fresh'
>

/** Decides who makes a call, and whether they may: by session cookie or by access token. */
export interface Admission {
  /** The viewer; null for visitors. Throws 401 or 403 for those who may not call. */
  admit: (call: AdmittedCall, request: FastifyRequest) => Promise<Viewer | null>
  /** Throws 403 if a field of the body needs a right that the viewer lacks. */
  admitBody: (call: AdmittedCall, viewer: Viewer, body: object) => void
  /** For hot reads, whose statement finds the session itself. */
  whoOf: (call: AdmittedCall, request: FastifyRequest) => Promise<Who>
  /** Whether the session that a hot read names has ended, or never was. */
  isOver: (who: Who) => Promise<boolean>
}

const VISITOR: Who = { tokenHash: null }

export function createAdmission({
  cookies,
  findViewer,
  findToken,
  now,
}: AdmissionOptions): Admission {
  /** The person of a token; null when a public read answers the token as a visitor. */
  const viewerOfToken = async (endpoint: AdmittedCall, bearer: string): Promise<Viewer | null> => {
    const hash = hashOfBearer(bearer)
    const viewer = hash === null ? null : await findToken(hash)
    if (viewer === null) throw badToken()
    const wanted = scopesOf(endpoint)
    if (wanted.some((scope) => viewer.scopes.includes(scope))) return viewer
    if (endpoint.access === 'public' && endpoint.method === 'GET') return null
    throw missingScope(wanted)
  }

  const viewerOfSession = async (
    endpoint: AdmittedCall,
    request: FastifyRequest,
  ): Promise<Viewer | null> => {
    const hash = tokenHashOf(request, cookies)
    const viewer = hash === null ? null : await findViewer(hash)
    // An ended session is an error even on a public endpoint, so that the screen can ask to sign in again.
    if (viewer === null && (hash !== null || endpoint.access !== 'public'))
      throw sessionEnded(cookies)
    return viewer
  }

  return {
    admit: async (endpoint, request) => {
      const bearer = bearerOf(request)
      const viewer =
        bearer === null
          ? await viewerOfSession(endpoint, request)
          : await viewerOfToken(endpoint, bearer)
      request.personId = viewer?.id ?? null
      if (endpoint.access === 'creator' && !viewer?.isCreator) {
        throw new AppError('creator.required', 'You need an active creator account to do this.')
      }
      if (viewer === null) return null
      const rights = rightsOf(endpoint)
      const isAdmin = rights.some((right) => may(viewer.role, right))
      if (endpoint.access === 'admin' && !isAdmin) throw lacksRight(viewer.role, rights)
      if (endpoint.fresh === true) requireFreshSignIn(viewer, now())
      return { ...viewer, isAdmin }
    },
    admitBody: ({ access, right }, { role }, body) => {
      if (access !== 'admin' || typeof right !== 'object') return
      for (const [field, needed] of Object.entries(right))
        if (field in body && !may(role, needed)) throw lacksRight(role, [needed])
    },
    whoOf: async (endpoint, request) => {
      const bearer = bearerOf(request)
      if (bearer === null) return { tokenHash: tokenHashOf(request, cookies) }
      const viewer = await viewerOfToken(endpoint, bearer)
      return viewer === null ? VISITOR : { viewerId: viewer.id }
    },
    isOver: async (who) =>
      'tokenHash' in who && who.tokenHash !== null && (await findViewer(who.tokenHash)) === null,
  }
}

const orList = new Intl.ListFormat('en', { type: 'disjunction' })

function lacksRight(role: Role | null, rights: readonly Right[]): AppError {
  const what = orList.format(new Set(rights.map((right) => RIGHTS[right])))
  const sentence =
    role === null
      ? 'Only admins can do this.'
      : `Your role, ${roleLabel(role)}, doesn’t let you ${what}. Ask an owner.`
  return new AppError('auth.forbidden', sentence)
}

/** Makes a browser forget a session that has ended. */
export const endedCookie = (cookies: CookieNames): { 'set-cookie': string } => ({
  'set-cookie': `${cookies.session}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${cookies.secure ? '; Secure' : ''}`,
})

export const sessionEnded = (cookies: CookieNames): AppError =>
  new AppError('auth.required', 'Log in to do this.', { headers: endedCookie(cookies) })

const challenge = (error: string, scope = '') => ({
  'www-authenticate': `Bearer realm="Plinth", error="${error}"${scope === '' ? '' : `, scope="${scope}"`}`,
})

const badToken = () =>
  new AppError('auth.required', 'This access token doesn’t work. It has expired or been revoked.', {
    headers: challenge('invalid_token'),
  })

function missingScope(wanted: readonly Scope[]): AppError {
  const [first] = wanted
  if (first === undefined)
    return new AppError('token.forbidden', 'Access tokens can’t do this.', {
      headers: challenge('insufficient_scope'),
    })
  return new AppError(
    'token.forbidden',
    `This access token lacks the scope ${wanted.join(' or ')} (${SCOPES[first]}).`,
    { headers: challenge('insufficient_scope', wanted.join(' ')) },
  )
}
