import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The signed-in person of this request. */
export interface Viewer {
  id: string
  isCreator: boolean
  isAdmin: boolean
  sessionId: string
  /** When they last proved who they are; money and rights ask for a fresh one. */
  signedInAt: Date
}

/** Finds the live session with this hash; null when it ended, expired, or its person is gone or suspended. */
export type FindViewer = (tokenHash: Buffer) => Promise<Viewer | null>

export interface CookieNames {
  session: string
  signIn: string
  secure: boolean
}

/** `__Host-` cookies need TLS; on plain-http development origins browsers would drop them. */
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
