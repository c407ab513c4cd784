import type { IncomingMessage } from 'node:http'
import type { preParsingHookHandler } from 'fastify'

/** How long a body may take to arrive. Uploads over slow lines take longer, and lift this limit. */
const BODY_MS = 30_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Closes the connection if the body has not arrived in 30 seconds, whether or not anybody reads it. */
export function limitBodyTime(request: IncomingMessage): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && (length === undefined || length === '0')) return
  const timer = setTimeout(() => request.destroy(), BODY_MS).unref()
  timers.set(request, timer)
  request.once('close', () => clearTimeout(timer))
}

/**
 * A hook for routes that take files: once it is known who sends one, the body may take as long as the server waits for
 * any request.
 */
export const liftBodyTime: preParsingHookHandler = ({ raw }, _reply, payload, done) => {
  clearTimeout(timers.get(raw))
  done(null, payload)
}
