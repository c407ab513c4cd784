import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../test/app.ts'
import { readMatrix, walkRow, type Case, type Cell } from '../test/matrix.ts'

/** The rows of the matrix about walls and banners: the owner has one work, and a series of it where a row is about one. */
const t = testApp({ JOBS: 'off' })

type More = { payload?: unknown; params?: Record<string, string> }

const send = (cell: Cell, url: string, payload?: object) =>
  t.request({
    method: 'POST',
    url,
    as: cell.world.people.owner,
    ...(payload === undefined ? {} : { payload }),
  })

const series =
  ({ isShown = true, ...more }: More & { isShown?: boolean } = {}): Case['ask'] =>
  async (cell) => {
    const body = { title: 'One jar at a time', workIds: [cell.world.workId] }
    const { id } = (await send(cell, '/api/series', body)).body
    if (isShown) await send(cell, '/api/wall/show')
    return { ...more, params: { id, ...more.params } }
  }

/** The owner has pinned their work. */
const pinned: Case['ask'] = async ({ world }) => {
  await t.request({
    method: 'PATCH',
    url: `/api/wall/entries/${world.workId}`,
    as: world.people.owner,
    payload: { pin: 1 },
  })
  return {}
}

const isItsSeries: Case['proof'] = (_, { body }, { params }) =>
  expect(body).toMatchObject({ id: params?.['id'], workCount: 1 })
const isItsWork: Case['proof'] = ({ world }, { body }) =>
  expect(body).toMatchObject([{ id: world.workId }])

const CASES: Record<string, Case> = {
  A01: {
    ask: ({ world }) => ({ params: { id: world.people.owner.id } }),
    proof: ({ world }, { body }) => expect(body).toMatchObject([{ id: world.workId, pin: null }]),
  },
  A02: {
    variants: ['suspended', 'blocking'],
    isMeant: (actor, variant) =>
      variant === 'suspended' ? actor !== 'owner' : actor !== 'visitor' && actor !== 'owner',
    ask: async ({ as, world }, variant) => {
      const { owner } = world.people
      if (variant === 'suspended')
        await sql`update users set suspended_at = now() where id = ${owner.id}`.execute(t.deps.db)
      else
        await sql`insert into blocks (blocker_id, blocked_id) values (${owner.id}, ${as?.id})`.execute(
          t.deps.db,
        )
      return { params: { id: owner.id } }
    },
  },
  A03: { ask: () => ({}), proof: (_, { body }) => expect(body).toMatchObject({ moves: 0 }) },
  A04: {
    ask: () => ({}),
    proof: ({ actor, world }, { body }) =>
      expect(body).toMatchObject(actor === 'owner' ? [{ id: world.workId }] : []),
  },
  A05: {
    ask: ({ world }) => ({ params: { id: world.workId }, payload: { pin: 1 } }),
    proof: (_, { body }) => expect(body).toMatchObject({ pinCount: 1, moves: 1 }),
  },
  A06: {
    ask: async (cell, variant) => {
      const asked = await series()(cell, variant)
      const seriesId = asked.params?.['id']
      const { owner } = cell.world.people
      const out = { method: 'PATCH', url: `/api/wall/entries/${cell.world.workId}` } as const
      await t.request({ ...out, as: owner, payload: { seriesId: null } })
      return { params: { id: cell.world.workId }, payload: { seriesId } }
    },
  },
  A07: {
    ask: pinned,
    proof: (_, { body }) => expect(body).toMatchObject({ pinCount: 0, moves: 0 }),
  },
  A08: {
    ask: pinned,
    proof: ({ actor }, { body }) =>
      expect(body).toMatchObject({ isShown: true, pinCount: actor === 'owner' ? 1 : 0 }),
  },
  A09: { ask: series({ isShown: false }), proof: isItsWork },
  A10: {
    ask: ({ world }) => ({ payload: { title: 'Jars', workIds: [world.workId] } }),
    proof: ({ as }, { body }) => expect(body).toMatchObject({ creator: { id: as?.id } }),
  },
  A11: { ask: series(), proof: isItsSeries },
  A12: { ask: series({ isShown: false }) },
  A13: { ask: series(), proof: isItsWork },
  A14: { ask: series({ isShown: false }) },
  A15: {
    ask: series({ payload: { title: 'Two jars' } }),
    proof: (_, { body }) => expect(body).toMatchObject({ title: 'Two jars' }),
  },
  A16: { ask: series() },
  A17: {
    ask: ({ world }) => ({ payload: { workId: world.workId } }),
    proof: ({ world }, { body }) =>
      expect(body).toMatchObject({ banner: { workId: world.workId } }),
  },
  A18: {
    ask: () => ({ payload: { workId: null } }),
    changes: () => false,
    proof: (_, { body }) => expect(body).toEqual({ banner: null }),
  },
}

describe('who may do what', () => {
  const rows = readMatrix().filter(({ id }) => id in CASES)
  it.each(rows.map((row) => [`${row.id} ${row.method} ${row.path}: ${row.what}`, row] as const))(
    '%s',
    (_, row) => walkRow(t, row, CASES[row.id] as Case),
  )
})
