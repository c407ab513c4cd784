import { describe, expect, it } from 'vitest'
import { testApp, type Person } from '../test/app.ts'
import { readMatrix, walkRow, type Case, type Cell } from '../test/matrix.ts'
import { newId } from './db/id.ts'

/** The rows of the matrix about briefs: from a board of the owner, to which the follower was asked. */
const t = testApp({ JOBS: 'off' })

interface Options {
  role?: 'view' | 'edit'
  visibility?: 'private' | 'link'
}

/** A board of the owner with their own work on it. */
async function makeBoard(
  { world }: Cell,
  { role = 'edit', visibility = 'private' }: Options = {},
): Promise<{ id: string; itemId: string }> {
  const { owner, follower } = world.people
  const send = (method: 'POST' | 'PUT' | 'GET', url: string, payload?: object) =>
    t.request({ method, url, as: owner, ...(payload === undefined ? {} : { payload }) })
  const fields = { title: 'A dining room', visibility, workId: world.workId }
  const { id } = (await send('POST', '/api/boards', fields)).body
  await send('PUT', `/api/boards/${id}/people/${follower.id}`, { role })
  const [{ id: itemId }] = (await send('GET', `/api/boards/${id}/items`)).body
  return { id, itemId }
}

const fieldsOf = (itemId: string, creators: readonly Person[]) => ({
  content: 'Plates for forty seats.',
  budget: '$1000-$2500',
  timeline: '2-3 months',
  neededBy: null,
  sendsNotes: true,
  itemIds: [itemId],
  creatorIds: creators.map(({ id }) => id),
})

/** A board, and a brief from it to the one creator who is not asking. */
const board =
  (options: Options = {}, payload?: 'draft' | 'brief'): Case['ask'] =>
  async (cell) => {
    const { id, itemId } = await makeBoard(cell, options)
    const fields = fieldsOf(itemId, [cell.world.people.creator2])
    if (payload === undefined) return { params: { id } }
    return {
      params: { id },
      payload: payload === 'draft' ? fields : { ...fields, clientId: newId() },
    }
  }

/** A brief that the follower has sent to creator2, and to somebody who has blocked them meanwhile. */
const sent =
  (of: 'brief' | 'message' = 'brief'): Case['ask'] =>
  async (cell) => {
    const { follower, creator2 } = cell.world.people
    const { id, itemId } = await makeBoard(cell)
    const closed = await t.person('Closed', { isCreator: true })
    const block = (method: 'PUT' | 'DELETE') =>
      t.request({ method, url: `/api/users/${follower.id}/block`, as: closed })
    await block('PUT')
    const brief = await t.request({
      method: 'POST',
      url: `/api/boards/${id}/briefs`,
      as: follower,
      payload: { ...fieldsOf(itemId, [creator2, closed]), clientId: newId() },
    })
    expect(brief.status, JSON.stringify(brief.body)).toBe(201)
    await block('DELETE')
    if (of === 'brief') return { params: { id: brief.body.id } }
    const inbox = await t.request({ method: 'GET', url: '/api/messages', as: creator2 })
    return { params: { id: inbox.body[0].id } }
  }

const isItsBrief: Case['proof'] = (_, { body }) =>
  expect(body).toMatchObject({ title: 'A dining room', content: 'Plates for forty seats.' })

const CASES: Record<string, Case> = {
  B16: {
    ask: board(),
    proof: ({ world }, { body }) =>
      expect(body).toMatchObject({ items: [{ work: { id: world.workId } }], draft: null }),
  },
  B17: { ask: board({ role: 'view', visibility: 'link' }) },
  B18: { ask: board({}, 'draft') },
  B19: { ask: board({}, 'brief'), proof: isItsBrief },
  B20: { ask: board({ role: 'view', visibility: 'link' }, 'brief'), proof: isItsBrief },
  B21: { ask: board(), proof: (_, { body }) => expect(body).toEqual([]) },
  B22: { ask: sent(), proof: isItsBrief },
  B23: {
    ask: sent(),
    proof: (_, { body }) =>
      expect(body).toMatchObject({ answers: [{ state: 'waiting' }, { state: 'waiting' }] }),
  },
  B24: { ask: sent() },
  B25: {
    ask: sent('message'),
    proof: ({ world }, { body }) =>
      expect(body).toMatchObject({ references: [{ id: world.workId }], otherCount: 0 }),
  },
}

describe('who may do what', () => {
  const rows = readMatrix().filter(({ id }) => id in CASES)
  it.each(rows.map((row) => [`${row.id} ${row.method} ${row.path}: ${row.what}`, row] as const))(
    '%s',
    (_, row) => walkRow(t, row, CASES[row.id] as Case),
  )
})
