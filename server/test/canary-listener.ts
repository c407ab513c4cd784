import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../src/deps.ts'
import { cookieNames, tokenHashOf } from '../src/http/viewer.ts'
import { hear, holdsSecret } from './canary.ts'

/** Listens to every answer of an app, however it was asked. Streams and files are not looked into. */
export function listenForSecrets(app: FastifyInstance, { db, env }: Deps): void {
  const cookies = cookieNames(env.publicUrl)
  const askerOf = async (request: FastifyRequest) => {
    const hash = tokenHashOf(request, cookies)
    if (hash === null) return null
    const session = await db
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', hash)
      .executeTakeFirst()
    return session?.user_id ?? null
  }
  app.addHook('onSend', async (request, reply, payload) => {
    const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : ''
    const text = `${body}\n${JSON.stringify(reply.getHeaders())}`
    // Who asks is looked up only where there is something to know.
    if (holdsSecret(text)) hear(text, await askerOf(request), `${request.method} ${request.url}`)
    return payload
  })
}
