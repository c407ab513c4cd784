import { describe, expect, it } from 'vitest'
import { testApp } from '../test/app.ts'
import { readMatrix, walkRow, type Case } from '../test/matrix.ts'

/** The rows of the matrix about the states of works, and about changing many of them at once. */
const t = testApp({ JOBS: 'off' })

/** What happened to the one work, as the answer to its creator says it, and to everybody else. */
const isJudged: Case['proof'] = ({ actor, world }, { body }) =>
  expect(body).toMatchObject([
    { id: world.workId, result: actor === 'owner' ? 'done' : 'not_allowed' },
  ])
const onlyOwner: Case['changes'] = ({ actor }) => actor === 'owner'

const CASES: Record<string, Case> = {
  N01: {
    ask: async ({ world }) => {
      const url = `/api/portfolios/${world.workId}/state`
      const payload = { state: 'hidden' }
      await t.request({ method: 'PUT', url, as: world.people.owner, payload })
      return {}
    },
    proof: ({ actor, world }, { body }) =>
      expect(body).toMatchObject(actor === 'owner' ? [{ work: { id: world.workId } }] : []),
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
  N02: { ask: ({ world }) => ({ params: { id: world.workId }, payload: { state: 'hidden' } }) },
  N03: {
    ask: async ({ world }) => {
      const url = `/api/portfolios/${world.workId}`
      await t.request({ method: 'DELETE', url, as: world.people.owner })
      return { params: { id: world.workId } }
    },
  },
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
}

describe('who may do what', () => {
  const rows = readMatrix().filter(({ id }) => id in CASES)
  it.each(rows.map((row) => [`${row.id} ${row.method} ${row.path}: ${row.what}`, row] as const))(
    '%s',
    (_, row) => walkRow(t, row, CASES[row.id] as Case),
  )
})
