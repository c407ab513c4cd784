import type { FastifyInstance } from 'fastify'

/** How long a body that nobody wants may keep coming. */
const DRAIN_MS = 30_000

/** In this scope a body of any content type reaches the handler as an unread stream. */
export function takeRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  drainUnread(scope)
}

/** A sender reads the answer only once its body is gone; a closed connection would take it away. */
export function drainUnread(scope: FastifyInstance): void {
  scope.addHook('onResponse', async ({ raw }) => {
    if (raw.readableEnded || raw.destroyed) return
    const timer = setTimeout(() => raw.destroy(), DRAIN_MS)
    raw.once('close', () => clearTimeout(timer)).resume()
  })
}
