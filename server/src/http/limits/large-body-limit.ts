import type { preParsingHookHandler } from 'fastify'
import { busy } from '../errors.ts'
import { SLOW_BODY_BYTES } from './size-limit.ts'

/** A file in JSON takes several times its length while it is read: twelve of 65 MB at once end a server. */
const MOST_AT_ONCE = 4

/**
 * A hook for a route that takes files in JSON: it refuses more than a few at once before it reads them. Uploads proper,
 * which are what people use, go to the disk as they come and are not counted.
 */
export function limitLargeBodies(): preParsingHookHandler {
  let held = 0
  return ({ headers }, { raw: response }, payload, done) => {
    const isLarge = Number(headers['content-length'] ?? Infinity) > SLOW_BODY_BYTES
    // Whoever has left meanwhile closes no more.
    if (!isLarge || response.destroyed) return done(null, payload)
    if (held >= MOST_AT_ONCE) return done(busy())
    held += 1
    let isHeld = true
    const release = () => {
      if (isHeld) held -= 1
      isHeld = false
    }
    response.once('finish', release)
    response.once('close', release)
    done(null, payload)
  }
}
