import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { failedJob } from '../test/content/jobs.ts'
import { newId } from './db/id.ts'
import { testApp } from '../test/app.ts'
import { readMatrix, walkRow, type Case, type Cell } from '../test/matrix.ts'

/** The rows of the matrix about the staff's daily tools. */
const t = testApp({ JOBS: 'off' })

const rowOf = async (table: string, id: string): Promise<object | undefined> => {
  const { rows } = await sql<object>`
    select * from ${sql.table(table)} where id = ${id}`.execute(t.deps.db)
  return rows[0]
}
const send = (cell: Cell, method: 'PUT' | 'POST', url: string, payload: object, as = admin(cell)) =>
  t.request({ method, url, as, payload })
const admin = ({ world }: Cell) => world.people.admin
const WHY = { reason: 'spam', note: 'Seen.' }

const answer = () => ({ name: newId(), body: 'Hello.' })
const notesOf = ({ world }: Cell) => `/api/admin/users/${world.other.id}/notes`
/** Makes something and returns its id. */
async function made(cell: Cell, url: string, payload: object, as = admin(cell)): Promise<string> {
  const headers = { 'idempotency-key': newId() }
  const { body } = await t.request({ method: 'POST', url, as, payload, headers })
  return body.id
}

const CASES: Record<string, Case> = {
  C01: {
    ask: ({ world }) => ({ payload: { ids: [world.postId], isApproved: false } }),
    proof: async ({ world }) =>
      expect(await rowOf('posts', world.postId)).toMatchObject({ is_approved: false }),
  },
  C02: {
    ask: ({ world }) => ({
      params: { kind: 'portfolio' },
      payload: { ids: [world.workId], ...WHY },
    }),
    proof: async ({ world }) =>
      expect(await rowOf('portfolio_items', world.workId)).toMatchObject({
        taken_down_reason: 'Spam: Seen.',
      }),
  },
  C03: {
    ask: async (cell) => {
      const { postId } = cell.world
      await send(cell, 'PUT', `/api/admin/taken-down/post/${postId}`, WHY)
      return { params: { kind: 'post' }, payload: { ids: [postId] } }
    },
    proof: async ({ world }) =>
      expect(await rowOf('posts', world.postId)).toMatchObject({ taken_down_at: null }),
  },
  C04: {
    ask: async (cell) => {
      const { postId, other } = cell.world
      const report = { kind: 'post', id: postId, reason: 'spam' }
      const { body } = await send(cell, 'POST', '/api/reports', report, other)
      return { payload: { ids: [body.id], outcome: 'no_action', note: 'Fine.' } }
    },
    proof: async (_, { body }) =>
      expect(await rowOf('reports', body[0].id)).toMatchObject({ outcome: 'no_action' }),
  },
  C05: {
    ask: ({ world }) => ({
      payload: { ids: [world.other.id], suspended: true, reason: 'Spam' },
    }),
    proof: async ({ world }) =>
      expect(await rowOf('users', world.other.id)).toMatchObject({ suspended_reason: 'Spam' }),
  },
  C06: { ask: () => ({}), proof: (_, { body }) => expect(Array.isArray(body)).toBe(true) },
  C07: {
    ask: () => ({ payload: answer() }),
    proof: async (_, { body }) =>
      expect(await rowOf('canned_answers', body.id)).toMatchObject({ body: 'Hello.' }),
  },
  C08: {
    ask: async (cell) => ({
      params: { id: await made(cell, '/api/admin/answers', answer()) },
      payload: { ...answer(), body: 'Bye.' },
    }),
    proof: async (_, { body }) =>
      expect(await rowOf('canned_answers', body.id)).toMatchObject({ body: 'Bye.' }),
  },
  C09: {
    ask: async (cell) => ({ params: { id: await made(cell, '/api/admin/answers', answer()) } }),
    proof: async (_, __, { params }) =>
      expect(await rowOf('canned_answers', params?.['id'] ?? '')).toBeUndefined(),
  },
  C10: {
    ask: async (cell) => {
      await made(cell, notesOf(cell), { text: 'Called.' })
      return { params: { id: cell.world.other.id } }
    },
    proof: (_, { body }) => expect(body).toMatchObject([{ text: 'Called.' }]),
  },
  C11: { ask: ({ as }) => ({ params: { id: as?.id ?? newId() } }) },
  C12: {
    ask: ({ world }) => ({
      params: { id: world.other.id },
      payload: { text: 'Called.' },
      headers: { 'idempotency-key': newId() },
    }),
    proof: async ({ world }, { body }) =>
      expect(await rowOf('user_notes', body.id)).toMatchObject({ user_id: world.other.id }),
  },
  C13: {
    ask: async (cell) => {
      const helper = await t.person('Helper', { role: 'support' })
      return { params: { id: await made(cell, notesOf(cell), { text: 'Called.' }, helper) } }
    },
  },
  C14: {
    ask: ({ world }) => ({
      params: { id: world.other.id },
      payload: { assigneeId: world.people.admin.id },
    }),
    proof: async ({ world }) => {
      const { rows } = await sql`select assignee_id from user_assignments
        where user_id = ${world.other.id}`.execute(t.deps.db)
      expect(rows).toEqual([{ assignee_id: world.people.admin.id }])
    },
  },
  C15: { ask: () => ({}), proof: (_, { body }) => expect(body.partitions).not.toEqual([]) },
  C16: { ask: () => ({}), proof: (_, { body }) => expect(Array.isArray(body)).toBe(true) },
  C17: {
    ask: async () => ({ payload: { queue: 'media.sweep', id: await failedJob(t, 'media.sweep') } }),
    proof: (_, { body }) => expect(body).toEqual({ count: 1 }),
  },
  C18: { ask: () => ({}) },
  C19: { ask: () => ({}), proof: (_, { body }) => expect(Array.isArray(body.periods)).toBe(true) },
  C20: { ask: () => ({}), proof: (_, { body }) => expect(Array.isArray(body)).toBe(true) },
  C21: { ask: () => ({}), proof: (_, { body }) => expect(body.everyone).toBeGreaterThan(0) },
  C22: { ask: () => ({ payload: { subject: 'News', text: 'Hello.' } }) },
  C23: {
    ask: () => ({
      payload: { subject: 'News', text: 'Hello.', audience: 'everyone' },
      headers: { 'idempotency-key': newId() },
    }),
  },
  C24: {
    ask: async () => {
      await sql`delete from announcements`.execute(t.deps.db)
      const id = newId()
      await sql`insert into announcements (id, subject, text, audience)
        values (${id}::uuid, 'News', 'Hello.', 'everyone')`.execute(t.deps.db)
      return { params: { id } }
    },
    proof: async (_, { body }) =>
      expect(await rowOf('announcements', body.id)).toMatchObject({ state: 'stopped' }),
  },
}

describe('who may do what', () => {
  const rows = readMatrix().filter(({ id }) => id in CASES)
  it.each(rows.map((row) => [`${row.id} ${row.method} ${row.path}: ${row.what}`, row] as const))(
    '%s',
    (_, row) => walkRow(t, row, CASES[row.id] as Case),
  )
})
