import type { FastifyInstance } from 'fastify'
import { busy } from '../errors.ts'

const CHECK_MS = 500
/** From this delay of the event loop on, people would wait too long for an answer. */
const MAX_LATE_MS = 2_000

/** What a check reads, in milliseconds. */
interface Clock {
  now: () => number
  /** Processor time of this thread. */
  worked: () => number
}

const CLOCK: Clock = {
  now: () => performance.now(),
  worked: () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  },
}

/**
 * Answers 503 while the event loop is late, until a check comes in time again. A process that got no processor is not
 * late by its own work, so that does not count.
 *
 * A timer twice a second: a histogram of delays, as libraries use, wakes an idle process a hundred times a second, which
 * is more than everything else it does.
 */
export function refuseWhenLate(app: FastifyInstance, { now, worked }: Clock = CLOCK): void {
  let checkedAt = now()
  let workedBefore = worked()
  let isLate = false
  const timer = setInterval(() => {
    const [at, work] = [now(), worked()]
    isLate = at - checkedAt - CHECK_MS > MAX_LATE_MS && work - workedBefore > MAX_LATE_MS
    checkedAt = at
    workedBefore = work
  }, CHECK_MS).unref()
  app.decorate('isLate', () => isLate)
  app.addHook('onRequest', (request, _reply, done) => {
    if (isLate && request.routeOptions.config.isAnsweredLate !== true) done(busy())
    else done()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

declare module 'fastify' {
  interface FastifyInstance {
    isLate: () => boolean
  }
  interface FastifyContextConfig {
    /** Answered while the event loop is late, too: whoever watches the server has to know. */
    isAnsweredLate?: boolean
  }
}
