import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { SCOPES, scopesOf, type Scope } from '@plinth/contract/http/scopes.ts'
import type { FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
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
}

/** Decides who makes a call, and whether they may: by session cookie or by access token. */
export interface Admission {
  /** The viewer; null for visitors. Throws 401 or 403 for those who may not call. */
  admit: (endpoint: EndpointDefinition, request: FastifyRequest) => Promise<Viewer | null>
  /** For hot reads, whose statement finds the session itself. */
  whoOf: (endpoint: EndpointDefinition, request: FastifyRequest) => Promise<Who>
}

const VISITOR: Who = { tokenHash: null }

export function createAdmission({ cookies, findViewer, findToken }: AdmissionOptions): Admission {
  /** The person of a token; null when a public read answers the token as a visitor. */
  const viewerOfToken = async (
    endpoint: EndpointDefinition,
    bearer: string,
  ): Promise<Viewer | null> => {
    const hash = hashOfBearer(bearer)
    const viewer = hash === null ? null : await findToken(hash)
    if (viewer === null) throw badToken()
    const wanted = scopesOf(endpoint)
    if (wanted.some((scope) => viewer.scopes.includes(scope))) return viewer
    if (endpoint.access === 'public' && endpoint.method === 'GET') return null
    throw missingScope(wanted)
  }

  const viewerOfSession = async (
    endpoint: EndpointDefinition,
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
      if (endpoint.access === 'creator' && !viewer?.isCreator) {
        throw new AppError('creator.required', 'You need an active creator account to do this.')
      }
      if (endpoint.access === 'admin' && !viewer?.isAdmin) {
        throw new AppError('auth.forbidden', 'Only admins can do this.')
      }
      return viewer
    },
    whoOf: async (endpoint, request) => {
      const bearer = bearerOf(request)
      if (bearer === null) return { tokenHash: tokenHashOf(request, cookies) }
      const viewer = await viewerOfToken(endpoint, bearer)
      return viewer === null ? VISITOR : { viewerId: viewer.id }
    },
  }
}

export function sessionEnded(cookies: CookieNames): AppError {
  return new AppError('auth.required', 'Log in to do this.', {
    headers: {
      'set-cookie': `${cookies.session}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${cookies.secure ? '; Secure' : ''}`,
    },
  })
}

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
