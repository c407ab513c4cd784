import { expect } from 'vitest'
import { getCase } from '@plinth/contract/moderation/cases.ts'
import { getReport } from '@plinth/contract/moderation/moderation.ts'
import { getDisputeCase, listDisputeMessages } from '@plinth/contract/projects/dispute-calls.ts'
import {
  getProject,
  listDisputes,
  refundProject,
  ruleDispute,
} from '@plinth/contract/projects/project-calls.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../src/deps.ts'
import { bearerOf, cookieNames, hashToken, tokenHashOf } from '../src/http/viewer.ts'

/** A person, of whom only the id matters. */
interface Somebody {
  id: string
}

let count = 0

/** A message from one person to another. It starts with a secret that must reach nobody else. */
export const secretText = (from: Somebody, to: Somebody, text = ''): string =>
  `mail:${from.id}:${to.id}:${(count += 1)} ${text}`.trim()

/** The secret as it looks in JSON and pages, and in URLs. */
const SECRET = /mail(?::|%3A)([\da-f-]{36})(?::|%3A)([\da-f-]{36})(?:(?::|%3A)\d+)?/gi

/** The secrets in a text, each with the two people it belongs to. */
const secretsIn = (text: string): { secret: string; of: string[] }[] =>
  Array.from(text.matchAll(SECRET), ([secret, from = '', to = '']) => ({
    secret,
    of: [from.toLowerCase(), to.toLowerCase()],
  }))

/** Secrets that reached the wrong person in the tests of this file. */
const leaks: string[] = []

const holdsSecret = (text: string): boolean => text.search(SECRET) !== -1

/** Who received a text, and texts of others that they may read. */
interface Recipient {
  personId: string | null
  mayRead?: readonly string[]
}

/** Records the secrets in a text that its recipient may not read. */
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

/** Fails if any secret has reached the wrong person so far. */
export const expectNoLeak = (): void =>
  expect(leaks, 'private messages in answers to other people').toEqual([])

/** Fails if a text contains any private message. */
export const expectNoSecret = (text: string, where: string): void =>
  expect(
    secretsIn(text).map(({ secret }) => secret),
    `private messages in ${where}`,
  ).toEqual([])

/** Returns and clears the leaks so far, for a test that provokes one. */
export const takeLeaks = (): string[] => leaks.splice(0)

const DISPUTE_PATHS = new Set<string | undefined>(
  [getProject, listDisputes, ruleDispute, refundProject, getDisputeCase].map(({ path }) => path),
)

/** Checks every answer of an app for leaked secrets, except streams and files. */
export function listenForSecrets(app: FastifyInstance, { db, env }: Deps): void {
  const cookies = cookieNames(env.publicUrl)
  const callerOf = async (request: FastifyRequest) => {
    const bearer = bearerOf(request)
    if (bearer !== null) {
      const token = await db
        .selectFrom('access_tokens')
        .select('user_id')
        .where('token_hash', '=', hashToken(bearer))
        .executeTakeFirst()
      return token?.user_id ?? null
    }
    const hash = tokenHashOf(request, cookies)
    if (hash === null) return null
    const session = await db
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', hash)
      .executeTakeFirst()
    return session?.user_id ?? null
  }
  /** Admins may read the messages of projects that they have to decide on. */
  const disputedTexts = async (id: string | null) => {
    const { rows } = await sql<{ words: string }>`
      select p.title || ' ' || p.subject || ' ' || p.description as words
      from projects p join project_disputes d on d.project_id = p.id
      where exists (select 1 from users where id = ${id}::uuid and is_admin)`.execute(db)
    return rows.map(({ words }) => words)
  }
  /** What the two of a disputed project wrote to each other under its subject while it ran. */
  const disputedMessages = async (projectId: string, id: string | null) => {
    const { rows } = await sql<{ words: string }>`
      select m.subject || ' ' || m.content as words
      from projects p join project_disputes d on d.project_id = p.id
      join messages m on m.sender_id in (p.client_id, p.creator_id)
        and m.receiver_id in (p.client_id, p.creator_id) and subject_key(m.subject) = subject_key(p.subject)
        and m.created_at between p.created_at and coalesce(p.closed_at, 'infinity')
      where p.id = ${projectId}::uuid
        and exists (select 1 from users where id = ${id}::uuid and is_admin)`.execute(db)
    return rows.map(({ words }) => words)
  }
  /** The message that a case is about. */
  const reportedMessage = async (messageId: string, id: string | null) => {
    const { rows } = await sql<{ words: string }>`
      select m.subject || ' ' || m.content as words
      from messages m where m.id = ${messageId}::uuid
        and exists (select 1 from reports r where r.kind = 'message' and r.subject_id = m.id)
        and exists (select 1 from users where id = ${id}::uuid and is_admin)`.execute(db)
    return rows.map(({ words }) => words)
  }
  /** An admin who opens a report of a message may read that one. */
  const mayRead = async ({ method, routeOptions, params }: FastifyRequest, id: string | null) => {
    const { id: subjectId } = params as { id: string }
    if (DISPUTE_PATHS.has(routeOptions.url)) return disputedTexts(id)
    if (routeOptions.url === listDisputeMessages.path) return disputedMessages(subjectId, id)
    if (routeOptions.url === getCase.path) return reportedMessage(subjectId, id)
    if (method !== getReport.method || routeOptions.url !== getReport.path) return []
    const reportId = subjectId
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
    // Looks up the caller only if there is a secret.
    if (holdsSecret(text)) {
      const personId = await callerOf(request)
      const recipient = { personId, mayRead: await mayRead(request, personId) }
      recordLeaks(text, recipient, `${request.method} ${request.url}`)
    }
    return payload
  })
}
