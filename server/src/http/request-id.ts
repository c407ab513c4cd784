import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

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
