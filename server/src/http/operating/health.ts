import type { FastifyInstance } from 'fastify'
import { isMigrated } from '../../db/migrate.ts'
import type { Database } from '../../db/pool.ts'

/** One check answers everybody within this time, so that requests cannot put load on the database. */
const CACHE_MS = 1_000
/** A database that takes longer than this is not ready. */
const TIMEOUT_MS = 2_000
/** Tolerates short failures: they hit all servers at once, and a proxy would have no server left. */
const GRACE_MS = 3_000

/**
 * `/healthz` answers while the process runs, even without a database. `/readyz` says whether a proxy should send
 * requests here. Both are public, so they reveal nothing else.
 */
export function registerHealth(app: FastifyInstance, db: Database): void {
  let isLeaving = false
  app.decorate('leave', () => {
    isLeaving = true
  })
  app.decorate('isLeaving', () => isLeaving)
  app.addHook('preClose', async () => app.leave())
  app.addHook('onSend', (_request, reply, payload, done) => {
    // The client then opens its next connection to a server that stays.
    if (isLeaving) void reply.header('connection', 'close')
    done(null, payload)
  })

  let lastReady = -Infinity
  const check = shared(CACHE_MS, async () => {
    const isUp = await Promise.race([isMigrated(db), timeout(TIMEOUT_MS)])
    if (isUp) lastReady = performance.now()
    return performance.now() - lastReady < GRACE_MS
  })
  const open = {
    // A lagging process is alive, and restarting it would make things worse.
    config: { rateLimit: false, isAnsweredLate: true },
    schema: { hide: true },
    // A proxy asks every second.
    logLevel: 'warn',
  } as const
  app.get('/healthz', open, () => ({ status: 'ok' }))
  app.get('/readyz', open, async (_request, reply) => {
    const isReady = !isLeaving && (await check())
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'unavailable' })
  })
}

/** Shares the result of the running check, and of the last one until it is `ms` old. */
function shared(ms: number, check: () => Promise<boolean>): () => Promise<boolean> {
  let last: Promise<boolean> | null = null
  let until = 0
  return () => {
    const now = performance.now()
    if (last === null || now > until) {
      until = Infinity
      last = check().finally(() => {
        until = performance.now() + ms
      })
    }
    return last
  }
}

const timeout = (ms: number) =>
  new Promise<false>((resolve) => setTimeout(() => resolve(false), ms).unref())

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/readyz` fail and closes connections after their answers; everything else still works. */
    leave: () => void
    /** Whether `leave` was called or the app closes. */
    isLeaving: () => boolean
  }
}
