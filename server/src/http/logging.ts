import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '@plinth/contract/http/errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'

interface Logged {
  type: string
  message: string
  stack: string
  [name: string]: unknown
}

/**
 * An error as the log shows it, without `detail` and `where`: PostgreSQL quotes whole rows and parameters there, and
 * private messages must not reach the log.
 */
export function loggedError(error: Error): Logged {
  const { detail: _, where: __, ...facts } = error as Error & { detail?: string; where?: string }
  return {
    ...facts,
    type: error.constructor.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(error.cause instanceof Error ? { cause: loggedError(error.cause) } : {}),
  }
}

/** An invitation link can make whoever has it an admin, so its token is a secret. */
const SECRET_LINK = /^\/invitation\/[^/]+/

/** The path of a request for the log. The query is left out: it can hold a sign-in code or somebody's search. */
export const loggedPath = (url: string): string =>
  (url.split('?')[0] ?? '').replace(SECRET_LINK, '/invitation/…')

/**
 * An answer for the log: its status, and why and to whom a request was refused. Whoever looks into attempts to get at
 * what is somebody else's needs both; of everything else the log names nobody.
 */
export function loggedAnswer({
  statusCode,
  request,
}: Pick<FastifyReply, 'statusCode'> & Partial<FastifyReply>): {
  statusCode: number
  [name: string]: unknown
} {
  // Kept answers have no request of Fastify's, and are never refusals.
  if (request === undefined || statusCode < 400 || statusCode >= 500) return { statusCode }
  const { refusal, personId } = request
  return {
    statusCode,
    ...(refusal === null ? {} : { refused: refusal }),
    ...(personId === null ? {} : { person: personId }),
  }
}

export const REQUEST_ID_HEADER = 'x-request-id'
const ID = /^[\w-]{8,64}$/

/**
 * The id of a request in the log, in its answer and in every error. Behind a proxy it is the proxy's id, so that both
 * logs agree. Ids from anybody else are ignored, because they would let anybody write into our log.
 */
export const requestIdOf =
  (isProxied: boolean) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = isProxied ? headers[REQUEST_ID_HEADER] : undefined
    return typeof given === 'string' && ID.test(given) ? given : randomUUID()
  }

/** Sends the id with every answer. Register it before anything that may answer. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that it was answered with. */
    refusal: ErrorCode | null
    /** Who asks, as soon as that is known, also if they may not. */
    personId: string | null
  }
}
