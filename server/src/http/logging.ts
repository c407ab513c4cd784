import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

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
