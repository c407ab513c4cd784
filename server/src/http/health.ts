import type { FastifyInstance } from 'fastify'
import { isMigrated } from '../db/migrate.ts'
import type { Database } from '../db/pool.ts'

/** One look serves all who ask within this time: nobody can make the database work by asking. */
const FRESH_MS = 1_000
/** Longest that a look may take; a database that is slower is not ready. */
const PATIENCE_MS = 2_000
/** A look that fails for a moment fails at all servers together: then nobody would be left to send requests to. */
const GRACE_MS = 3_000

/**
 * `/healthz`: the process answers, whatever it stands on does. `/readyz`: it can serve, its database included, and
 * shall be sent requests. Neither says more: they are open to everybody.
 */
export function registerHealth(app: FastifyInstance, db: Database): void {
  let isLeaving = false
  app.decorate('leave', () => {
    isLeaving = true
  })
  app.addHook('preClose', async () => app.leave())
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Whoever keeps this connection opens the next one to a server that stays.
    if (isLeaving) void reply.header('connection', 'close')
    done(null, payload)
  })

  let lastWell = -Infinity
  const look = shared(FRESH_MS, async () => {
    const isWell = await Promise.race([isMigrated(db), late(PATIENCE_MS)])
    if (isWell) lastWell = performance.now()
    return performance.now() - lastWell < GRACE_MS
  })
  const open = {
    // A lagging process is not dead: who restarts it for that makes things worse.
    config: { rateLimit: false, pressureHandler: () => undefined },
    schema: { hide: true },
    // Asked every second by whoever stands in front.
    logLevel: 'warn',
  } as const
  app.get('/healthz', open, () => ({ status: 'ok' }))
  app.get('/readyz', open, async (_request, reply) => {
    const isReady = !isLeaving && (await look())
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'unavailable' })
  })
}

/** The answer of the last look while it is fresh, and of the one under way. */
function shared(ms: number, look: () => Promise<boolean>): () => Promise<boolean> {
  let last: Promise<boolean> | null = null
  let until = 0
  return () => {
    const now = performance.now()
    if (last === null || now > until) {
      until = Infinity
      last = look().finally(() => {
        until = performance.now() + ms
      })
    }
    return last
  }
}

const late = (ms: number) =>
  new Promise<false>((resolve) => setTimeout(() => resolve(false), ms).unref())

declare module 'fastify' {
  interface FastifyInstance {
    /** Says no to `/readyz` and lets connections go, while all else is served as before. */
    leave: () => void
  }
}
