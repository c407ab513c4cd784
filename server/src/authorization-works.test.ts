import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../test/app.ts'
import { readMatrix, walkRow, type Case, type Cell } from '../test/matrix.ts'
import { makeWork } from '../test/content/works.ts'

/** The rows of the matrix about works that are not on the wall. */
const t = testApp({ JOBS: 'off' })

type Away = 'draft' | 'scheduled' | 'hidden' | 'binned'

/** A work of the owner that was taken to this state. */
async function workIn({ world }: Pick<Cell, 'world'>, state: string): Promise<string> {
  const id = await makeWork(t.deps, world.people.owner, { title: 'Unshown' })
  await sql`
    update portfolio_items set state = ${state}, is_listed = false,
      publish_at = case when ${state}::text = 'scheduled' then now() + interval '1 day' end,
      binned_from = case when ${state}::text = 'binned' then 'published' end
    where id = ${id}`.execute(t.deps.db)
  return id
}

const work = (variants: readonly Away[], payload?: object): Case => ({
  variants,
  ask: async (cell, variant) => ({
    params: { id: await workIn(cell, variant) },
    ...(payload === undefined ? {} : { payload }),
  }),
})
const ALL: readonly Away[] = ['draft', 'scheduled', 'hidden', 'binned']
const stateOf = async (id: string | undefined): Promise<string | undefined> => {
  const { rows } = await sql<{ state: string }>`
    select state from portfolio_items where id = ${id ?? null}`.execute(t.deps.db)
  return rows[0]?.state
}
const becomes =
  (state: string): NonNullable<Case['proof']> =>
  async (_, __, { params }) =>
    expect(await stateOf(params?.['id'])).toBe(state)

/** What happened to the one work, as the answer to its creator says it, and to everybody else. */
const isJudged: Case['proof'] = ({ actor, world }, { body }) =>
  expect(body).toMatchObject([
    { id: world.workId, result: actor === 'owner' ? 'done' : 'not_allowed' },
  ])
const onlyOwner: Case['changes'] = ({ actor }) => actor === 'owner'

const CASES: Record<string, Case> = {
  U01: {
    ...work(ALL),
    proof: (_, { body }, __, variant) => expect(body).toMatchObject({ state: variant }),
  },
  U02: {
    ask: async (cell) => {
      await workIn(cell, 'draft')
      return {}
    },
    proof: ({ actor }, { body }) => expect(body).toHaveLength(actor === 'owner' ? 1 : 0),
  },
  U03: { ...work(['draft', 'scheduled'], { state: 'published' }), proof: becomes('published') },
  U04: {
    ask: ({ world }) => ({ params: { id: world.workId }, payload: { state: 'hidden' } }),
    proof: becomes('hidden'),
  },
  U05: { ...work(['binned']), proof: becomes('published') },
  U06: { ...work(['draft', 'scheduled']), proof: becomes('binned') },
  U07: {
    variants: ['hidden', 'binned'],
    ask: async (cell, variant) => ({
      params: { id: `${await workIn(cell, variant)}?forGood=true` },
    }),
    proof: async (_, __, { params }) =>
      expect(await stateOf(params?.['id']?.split('?')[0])).toBeUndefined(),
  },
  U08: {
    ...work(ALL, { title: 'Changed' }),
    proof: (_, { body }, __, variant) =>
      expect(body).toMatchObject({ title: 'Changed', state: variant }),
  },
  U09: work(ALL, { liked: true }),
  N04: {
    ask: ({ world }) => ({ payload: { ids: [world.workId], change: { category: 'artwork' } } }),
    proof: isJudged,
    changes: onlyOwner,
  },
  N05: {
    ask: ({ world }) => ({ payload: { ids: [world.workId], act: 'hide' } }),
    proof: isJudged,
    changes: onlyOwner,
  },
  N06: {
    ask: async ({ world }) => {
      const url = `/api/portfolios/${world.workId}/state`
      const payload = { state: 'hidden' }
      await t.request({ method: 'PUT', url, as: world.people.owner, payload })
      return { params: { id: world.workId } }
    },
    proof: ({ world }, { body }) => expect(body).toMatchObject({ work: { id: world.workId } }),
  },
}

describe('who may do what', () => {
  const rows = readMatrix().filter(({ id }) => id in CASES)
  it.each(rows.map((row) => [`${row.id} ${row.method} ${row.path}: ${row.what}`, row] as const))(
    '%s',
    (_, row) => walkRow(t, row, CASES[row.id] as Case),
  )
})
