import { expect } from 'vitest'
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

/** Somebody, or what stands for them: only the id is looked at. */
interface Somebody {
  id: string
}

let count = 0

/** What one person writes to another in a test: text that must come to nobody else, at the beginning of it. */
export const secretText = (from: Somebody, to: Somebody, text = ''): string =>
  `mail:${from.id}:${to.id}:${(count += 1)} ${text}`.trim()

/** As it stands in JSON and pages, and in an address. */
const SECRET = /mail(?::|%3A)([\da-f-]{36})(?::|%3A)([\da-f-]{36})(?:(?::|%3A)\d+)?/gi

/** The secrets in a text, each with whose it is. */
const secretsIn = (text: string): { secret: string; of: string[] }[] =>
  Array.from(text.matchAll(SECRET), ([secret, from = '', to = '']) => ({
    secret,
    of: [from.toLowerCase(), to.toLowerCase()],
  }))

/** What came to somebody whom it is not for, in this file's tests. */
const leaks: string[] = []

const holdsSecret = (text: string): boolean => text.search(SECRET) !== -1

/** Who got something: a stranger to every message but their own, and to what one of these texts says. */
interface Recipient {
  personId: string | null
  mayRead?: readonly string[]
}

/** Writes down the secrets in what a person got that are neither from them nor to them. */
export function recordLeaks(
  text: string,
  { personId, mayRead = [] }: Recipient,
  where: string,
): void {
  const open = new Set(mayRead.flatMap(secretsIn).map(({ secret }) => secret))
  for (const { secret, of } of secretsIn(text)) {
    if (!open.has(secret) && (personId === null || !of.includes(personId)))
      leaks.push(`${where} tells ${personId ?? 'a visitor'} ${secret}`)
  }
}

/** Fails, from then on each time, once something private has come to a stranger. */
export const expectNoLeak = (): void =>
  expect(leaks, 'private messages in the answers to strangers').toEqual([])

/** Fails where a private message stands at all. */
export const expectNoSecret = (text: string, where: string): void =>
  expect(
    secretsIn(text).map(({ secret }) => secret),
    `private messages in ${where}`,
  ).toEqual([])

/** What has come to strangers so far, which is forgotten: for a test that lets it. */
export const takeLeaks = (): string[] => leaks.splice(0)

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
      const recipient = { personId, mayRead: await mayRead(request, personId) }
      recordLeaks(text, recipient, `${request.method} ${request.url}`)
    }
    return payload
  })
}
