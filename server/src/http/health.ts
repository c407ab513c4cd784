import type { FastifyInstance } from 'fastify'
import { isReachable, type Database } from '../db/pool.ts'

/** `/healthz`: the process answers. `/readyz`: it can serve, its database included. */
export function registerHealth(app: FastifyInstance, db: Database): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  const open = { config: { rateLimit: false }, schema: { hide: true } } as const
  app.get('/healthz', open, () => ({ status: 'ok' }))
  app.get('/readyz', open, async (_request, reply) => {
    const ready = !closing && (await isReachable(db))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' })
  })
}
