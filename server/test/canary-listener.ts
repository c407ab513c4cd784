import { getReport } from '@plinth/contract/moderation/moderation.ts'
import {
  getProject,
  listDisputes,
  refundProject,
  ruleDispute,
} from '@plinth/contract/projects/project-calls.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../src/deps.ts'
import { cookieNames, tokenHashOf } from '../src/http/viewer.ts'
import { hear, holdsSecret } from './canary.ts'

const DISPUTE_PATHS = new Set<string | undefined>(
  [getProject, listDisputes, ruleDispute, refundProject].map(({ path }) => path),
)

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
  /** What two people asked Plinth to decide on, admins may read where they decide. */
  const disputedWords = async (id: string | null) => {
    const { rows } = await sql<{ words: string }>`
      select p.title || ' ' || p.subject || ' ' || p.description as words
      from projects p join project_disputes d on d.project_id = p.id
      where exists (select 1 from users where id = ${id}::uuid and is_admin)`.execute(db)
    return rows.map(({ words }) => words)
  }
  /** An admin who opens a report of a message may read that one. */
  const mayRead = async ({ method, routeOptions, params }: FastifyRequest, id: string | null) => {
    if (DISPUTE_PATHS.has(routeOptions.url)) return disputedWords(id)
    if (method !== getReport.method || routeOptions.url !== getReport.path) return []
    const { id: reportId } = params as { id: string }
    const { rows } = await sql<{ words: string }>`
      select m.subject || ' ' || m.content as words
      from reports r join messages m on r.kind = 'message' and m.id = r.subject_id
      where r.id = ${reportId}::uuid
        and exists (select 1 from users where id = ${id}::uuid and is_admin)`.execute(db)
    return rows.map(({ words }) => words)
  }
  app.addHook('onSend', async (request, reply, payload) => {
    const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : ''
    const text = `${body}\n${JSON.stringify(reply.getHeaders())}`
    // Who asks is looked up only where there is something to know.
    if (holdsSecret(text)) {
      const personId = await askerOf(request)
      const hearer = { personId, mayRead: await mayRead(request, personId) }
      hear(text, hearer, `${request.method} ${request.url}`)
    }
    return payload
  })
}
