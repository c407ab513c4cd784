import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The person who is signed in for a request. */
export interface Viewer {
  id: string
  isCreator: boolean
  isAdmin: boolean
  sessionId: string
  /** When they last proved who they are; changing rights or money requires a recent sign-in. */
  signedInAt: Date
}

/** Finds the active session with this hash; null if it ended or expired, or its person was deleted or suspended. */
export type FindViewer = (tokenHash: Buffer) => Promise<Viewer | null>

export interface CookieNames {
  session: string
  signIn: string
  secure: boolean
}

/** `__Host-` cookies need TLS; browsers would drop them on a plain HTTP origin in development. */
export const cookieNames = (publicUrl: string): CookieNames =>
  publicUrl.startsWith('https:')
    ? { session: '__Host-plinth', signIn: '__Host-plinth-sign-in', secure: true }
    : { session: 'plinth', signIn: 'plinth-sign-in', secure: false }

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** sha256 of the session cookie's token, or null when there is no cookie. */
export function tokenHashOf(request: FastifyRequest, names: CookieNames): Buffer | null {
  const token = request.cookies[names.session]
  return token ? hashToken(token) : null
}
