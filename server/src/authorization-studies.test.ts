import { getDraft } from '@plinth/contract/portfolios/drafts.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../test/app.ts'
import { readMatrix, walkRow, type Case } from '../test/matrix.ts'
import { newId } from './db/id.ts'

/** The rows of the matrix about case studies: of the owner's work, which names the follower. */
const t = testApp({ JOBS: 'off' })

interface Options {
  isPublished?: boolean
  isHidden?: boolean
}

const study =
  (
    { isPublished = false, isHidden = false }: Options = {},
    more: { payload?: (saved: object) => unknown } = {},
  ): Case['ask'] =>
  async ({ world }) => {
    const { owner, follower } = world.people
    const id = world.workId
    const send = (method: 'POST' | 'PUT', path: string, payload: object) =>
      t.request({ method, url: `/api/portfolios/${id}/${path}`, as: owner, payload })
    const { title, description, coverId } = (await t.call(getDraft, { as: owner, params: { id } }))
      .body
    const line = { id: newId(), personId: follower.id, role: 'Lettering' }
    const blocks = [{ id: newId(), type: 'credits', people: [line] }]
    const content = { title, description, coverId, blocks }
    await send('PUT', 'draft', { ...content, base: 0 })
    if (isPublished) await send('POST', 'draft/publish', { revision: 1 })
    if (isHidden) await send('PUT', 'state', { state: 'hidden' })
    const [credit] = (await t.request({ method: 'GET', url: '/api/credits', as: follower })).body
    const payload = more.payload?.(content)
    return {
      params: { id, revision: '1', creditId: credit?.id ?? '' },
      ...(payload === undefined ? {} : { payload }),
    }
  }

const isItsPage: Case['proof'] = ({ world, actor }, { body }) => {
  expect(body).toMatchObject({ workId: world.workId, blocks: [{ type: 'credits' }] })
  // Nobody but the creator sees who has not answered.
  expect(Object.keys(body.people)).toHaveLength(actor === 'owner' ? 1 : 0)
}

const CASES: Record<string, Case> = {
  D01: { ask: study({ isPublished: true }), proof: isItsPage },
  D02: { ask: study({ isPublished: true, isHidden: true }), proof: isItsPage },
  D03: { ask: study() },
  D04: {
    ask: study(),
    proof: ({ world }, { body }) =>
      expect(body).toMatchObject({ revision: 1, item: { id: world.workId } }),
  },
  D05: {
    ask: study({}, { payload: (saved) => ({ ...saved, title: 'Another', base: 1 }) }),
    proof: (_, { body }) => expect(body).toMatchObject({ revision: 2 }),
  },
  D06: {
    ask: study({}, { payload: () => ({ revision: 1 }) }),
    proof: ({ world }, { body }) =>
      expect(body).toMatchObject({ id: world.workId, hasCaseStudy: true }),
  },
  D07: { ask: study(), proof: (_, { body }) => expect(body).toMatchObject([{ revision: 1 }]) },
  D08: { ask: study(), proof: (_, { body }) => expect(body).toMatchObject({ revision: 1 }) },
  D09: {
    ask: study({ isPublished: true }),
    proof: ({ actor }, { body }) => expect(body).toHaveLength(actor === 'follower' ? 1 : 0),
  },
  D10: {
    ask: async (cell, variant) => {
      const asked = await study({ isPublished: true })(cell, variant)
      return {
        params: { id: asked.params?.['creditId'] ?? '' },
        payload: { state: 'accepted' },
      }
    },
    proof: (_, { body }) => expect(body).toMatchObject({ state: 'accepted' }),
  },
}

describe('who may do what', () => {
  const rows = readMatrix().filter(({ id }) => id in CASES)
  it.each(rows.map((row) => [`${row.id} ${row.method} ${row.path}: ${row.what}`, row] as const))(
    '%s',
    (_, row) => walkRow(t, row, CASES[row.id] as Case),
  )
})
