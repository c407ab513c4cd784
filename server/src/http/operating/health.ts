import type { FastifyInstance } from 'fastify'
import type { DatabaseState, Probe } from '../../db/presence/probe.ts'

/** One check answers everybody within this time, so that requests cannot put load on the database. */
const CACHE_MS = 1_000
/** Tolerates short failures: they hit all servers at once, and a proxy would have no server left. */
const GRACE_MS = 3_000
/** A slow database is slow for all servers alike: a proxy that took them out would make an outage of it. */
const SERVES: ReadonlySet<DatabaseState> = new Set(['ok', 'slow'])

/**
 * `/healthz` answers while the process runs, even without a database. `/readyz` says whether a proxy should send
 * requests here. Both are public, so they reveal nothing else.
 */
export function registerHealth(app: FastifyInstance, probe: Probe): void {
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
    const state = await probe.check()
    if (SERVES.has(state)) lastReady = performance.now()
    return { state, isReady: performance.now() - lastReady < GRACE_MS }
  })
  const open = {
    // A lagging process is alive, and restarting it would make things worse.
    config: { rateLimit: false, isAnsweredLate: true, isUntraced: true },
    schema: { hide: true },
    // A proxy asks every second.
    logLevel: 'warn',
  } as const
  app.get('/healthz', open, () => ({ status: 'ok' }))
  app.get('/readyz', open, async (_request, reply) => {
    const { isReady, state } = isLeaving ? LEAVING : await check()
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'unavailable', database: state })
  })
}

const LEAVING = { isReady: false, state: undefined }

/** Shares the result of the running check, and of the last one until it is `ms` old. */
function shared<T>(ms: number, check: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | null = null
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

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/readyz` fail and closes connections after their answers; everything else still works. */
    leave: () => void
    /** Whether `leave` was called or the app closes. */
    isLeaving: () => boolean
  }
}
