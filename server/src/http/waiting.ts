import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from './errors.ts'

/** A connection on which nothing moves for this long is cut: the sender has gone, or does not read. */
export const SILENCE_MS = 60_000
/** Once a request has arrived whole, nothing moves until we answer. Then the silence is ours, for as long as this. */
const ANSWER_MS = 15 * 60_000

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Cuts nobody off who waits for the answer to what has arrived whole: files are checked, or their sender is queued. */
export function waitForAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!READS.has(request.method)) {
      let isExtended = false
      reply.raw.on('timeout', () => {
        const { socket } = request.raw
        if (isExtended || !request.raw.complete) socket.destroy()
        // Node sets it again when the answer is sent.
        else socket.setTimeout(ANSWER_MS)
        isExtended = true
      })
    }
    done()
  })
}

/** Aborts when whoever waits for this answer has gone. */
export function whileAwaited({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded)
      gone.abort(new AppError('unavailable', 'Nobody waits for this any more.'))
  })
  return gone.signal
}
