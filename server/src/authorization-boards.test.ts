import type { BoardVisibility } from '@plinth/contract/boards/boards.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../test/app.ts'
import { readMatrix, walkRow, type Case, type Cell } from '../test/matrix.ts'

/** The rows of the matrix about boards: the owner has one, to which the follower was asked. */
const t = testApp({ JOBS: 'off' })

interface Options {
  role?: 'view' | 'edit'
  visibility?: BoardVisibility
  isTakenDown?: boolean
}

/** A board of the owner with their own work on it. */
const board =
  (
    options: Options = {},
    more: { payload?: unknown; params?: Record<string, string> } = {},
  ): Case['ask'] =>
  async (cell) => {
    const { role = 'edit', visibility = 'private', isTakenDown = false } = options
    const { owner, follower } = cell.world.people
    const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
      t.request({ method, url, as: owner, payload })
    const made = await send('POST', '/api/boards', {
      title: 'A dining room',
      visibility,
      workId: cell.world.workId,
    })
    const { id, itemId } = made.body
    await send('PUT', `/api/boards/${id}/people/${follower.id}`, { role })
    if (isTakenDown)
      await sql`update boards set taken_down_at = now(), taken_down_reason = 'Spam'
        where id = ${id}::uuid`.execute(t.deps.db)
    return { ...more, params: { id, itemId, ...more.params } }
  }
/** The same, with another post to put on it. */
const withPost =
  (options: Options): Case['ask'] =>
  (cell, variant) =>
    board(options, { payload: { postId: cell.world.postId } })(cell, variant)
const withPerson =
  (who: (cell: Cell) => { id: string }, payload?: unknown): Case['ask'] =>
  (cell, variant) =>
    board({}, { params: { userId: who(cell).id }, ...(payload === undefined ? {} : { payload }) })(
      cell,
      variant,
    )

/** Boards of the owner of all kinds, for a call about the owner. */
const ofTheOwner: Case['ask'] = async (cell, variant) => {
  for (const options of [
    { visibility: 'public' },
    { visibility: 'link' },
    {},
    { visibility: 'public', isTakenDown: true },
  ] satisfies Options[])
    await board(options)(cell, variant)
  return { params: { id: cell.world.people.owner.id } }
}

/** A call of staff or a report, which names its kind. */
const withKind =
  (options: Options, payload?: (id: string) => object): Case['ask'] =>
  async (cell, variant) => {
    const { params } = await board(options)(cell, variant)
    const id = params?.['id'] ?? ''
    return { params: { kind: 'board', id }, ...(payload ? { payload: payload(id) } : {}) }
  }
const PUBLIC = { visibility: 'public' } as const
const DOWN = { visibility: 'public', isTakenDown: true } as const

const isItsBoard: Case['proof'] = (_, { body }, { params }) =>
  expect(body).toMatchObject({ id: params?.['id'], title: 'A dining room' })
const isItsWork: Case['proof'] = ({ world }, { body }) =>
  expect(body).toMatchObject([{ work: { id: world.workId } }])

const CASES: Record<string, Case> = {
  B01: { ask: () => ({}), proof: (_, { body }) => expect(body).toEqual([]) },
  B02: {
    ask: () => ({}),
    proof: (_, { body }) => expect(body).toMatchObject({ own: 0, shared: 0 }),
  },
  B03: {
    ask: ({ world }) => ({ payload: { title: 'New', workId: world.workId } }),
    proof: ({ as }, { body }) =>
      expect(body).toMatchObject({ itemCount: 1, owner: { id: as?.id } }),
  },
  B04: { ask: board(), proof: isItsBoard },
  B05: { ask: board({ visibility: 'link' }), proof: isItsBoard },
  B06: { ask: board(), proof: isItsWork },
  B07: { ask: board({ visibility: 'link' }), proof: isItsWork },
  B08: { ask: board({}, { payload: { title: 'Another room' } }) },
  B09: { ask: board() },
  B10: { ask: withPost({}) },
  B11: { ask: withPost({ role: 'view', visibility: 'link' }) },
  B12: { ask: board({}, { payload: { note: 'The back wall', isAgainst: true, after: null } }) },
  B13: { ask: board() },
  B14: { ask: withPerson(({ world }) => world.other, { role: 'view' }) },
  B15: { ask: withPerson(({ world }) => world.people.follower) },
  B26: {
    ask: ofTheOwner,
    proof: (_, { body }) => expect(body).toMatchObject([{ visibility: 'public' }]),
  },
  B27: { ask: board(PUBLIC), proof: isItsBoard },
  B28: { ask: board(DOWN), proof: isItsBoard },
  B29: { ask: board(DOWN), proof: isItsWork },
  B30: { ask: board({}, { payload: { visibility: 'public' } }) },
  B31: { ask: board(DOWN, { payload: { visibility: 'link' } }) },
  B32: { ask: withKind(PUBLIC, (id) => ({ kind: 'board', id, reason: 'spam' })) },
  B33: { ask: withKind(PUBLIC, () => ({ reason: 'spam', note: 'Links to a shop.' })) },
  B34: { ask: withKind(DOWN) },
}

describe('who may do what', () => {
  const rows = readMatrix().filter(({ id }) => id in CASES)
  it.each(rows.map((row) => [`${row.id} ${row.method} ${row.path}: ${row.what}`, row] as const))(
    '%s',
    (_, row) => walkRow(t, row, CASES[row.id] as Case),
  )
})
