import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'

/** `/healthz`: the process answers. `/readyz`: it can serve, its database included. */
export function registerHealth(app: FastifyInstance, db: Kysely<DB>): void {
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

const isReachable = (db: Kysely<DB>): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
