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
 * An error as the log has it. PostgreSQL quotes whole rows and parameters in `detail` and `where`: what people write to
 * one another is not for the log.
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

/** What stands in the link of an invitation makes whoever has it an admin. */
const SECRET_LINK = /^\/invitation\/[^/]+/

/**
 * The address of a request as the log has it. Without the query: the identity provider's code and people's searches are
 * not for the log.
 */
export const loggedPath = (url: string): string =>
  (url.split('?')[0] ?? '').replace(SECRET_LINK, '/invitation/…')

const HEADER = 'x-request-id'
const ID = /^[\w-]{8,64}$/

/**
 * The id that a request has in the log, in its answer and in every error. Behind a proxy it is the proxy's, so that
 * both logs name it alike; from anybody else it would be words of theirs in ours.
 */
export const requestIdOf =
  (isProxied: boolean) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = isProxied ? headers[HEADER] : undefined
    return typeof given === 'string' && ID.test(given) ? given : randomUUID()
  }

/** Before everything else that may answer. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(HEADER, request.id)
    done()
  })
}
