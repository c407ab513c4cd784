import {
  likePortfolio,
  listLikedPortfolios,
  listSavedPortfolios,
  savePortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import { listWall } from '@plinth/contract/portfolios/walls.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { idsOf, walkIds } from '../../../test/content/lists.ts'
import { makeWork } from '../../../test/content/works.ts'
import { userWorksBoot } from './portfolio-pages.ts'

const t = testApp()
let alice: Person
let bob: Person
/** In the order they were saved in. */
const ids: string[] = []

beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true })
  bob = await t.person('Bob')
  const works = []
  for (let n = 0; n < 7; n += 1) works.push(await makeWork(t.deps, alice, { title: `Work ${n}` }))
  // Not in the order of publishing, and three at the same instant.
  for (const [n, at] of [3, 0, 6, 1, 2, 5, 4].entries()) {
    const id = works[at] ?? ''
    await t.call(savePortfolio, { as: bob, params: { id } })
    await t.deps.db
      .updateTable('portfolio_saves')
      .set({ created_at: new Date(Date.UTC(2026, 0, 1, 12, Math.min(n, 4))) })
      .where('item_id', '=', id)
      .execute()
    ids.push(id)
  }
})

const list = (as: Person | undefined, query: object = {}) =>
  t.call(listSavedPortfolios, { as, query })

it('has the last saved first, in the same form as every list of works', async () => {
  const answer = await list(bob)
  expect(answer.status).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(idsOf(answer).slice(3)).toEqual(ids.slice(0, 4).reverse())
  expect(idsOf(answer).slice(0, 3).sort()).toEqual(ids.slice(4).sort())
  const url = '/api/portfolios?limit=100'
  const everywhere = (await t.request({ method: 'GET', url, as: bob })).body
  expect(answer.body).toHaveLength(7)
  for (const item of answer.body) {
    expect(item.isSaved).toBe(true)
    expect(everywhere).toContainEqual(item)
  }
  expect(JSON.stringify(answer.body)).not.toContain('@example.com')
})

it('of liked works is sorted by the time of the like', async () => {
  const liked = [ids[5] ?? '', ids[0] ?? '', ids[2] ?? '']
  for (const id of liked) await t.call(likePortfolio, { as: bob, params: { id } })
  const whole = await t.call(listLikedPortfolios, { as: bob })
  expect(idsOf(whole)).toEqual(liked.toReversed())
  // Also saved.
  expect(whole.body[0]).toMatchObject({ isLiked: true, isSaved: true, likeCount: 1 })
  for (const limit of [1, 2])
    expect(await walkIds(t, listLikedPortfolios, { as: bob, query: { limit } })).toEqual(
      liked.toReversed(),
    )
  expect((await t.call(listLikedPortfolios, { as: alice })).body).toEqual([])
  expect((await t.call(listLikedPortfolios, {})).status).toBe(401)
  const saved = await t.call(listSavedPortfolios, { as: bob, query: { limit: 1 } })
  const cursor = new URL(
    /<([^>]+)>/.exec(String(saved.headers['link']))?.[1] ?? '',
    'http://x',
  ).searchParams.get('cursor')
  expect((await t.call(listLikedPortfolios, { as: bob, query: { cursor } })).status).toBe(400)
})

it('has the same works page by page as all at once', async () => {
  const whole = idsOf(await list(bob))
  for (const limit of [1, 2, 3, 6, 7]) {
    expect(await walkIds(t, listSavedPortfolios, { as: bob, query: { limit } })).toEqual(whole)
  }
})

it('contains only the viewer’s own saves, loses what they undo, and hides unlisted works from others', async () => {
  expect((await list(alice)).body).toEqual([])
  const [first = ''] = ids
  await t.call(savePortfolio, { as: bob, params: { id: first }, body: { saved: false } })
  expect(idsOf(await list(bob))).not.toContain(first)
  const hidden = await makeWork(t.deps, alice, { isListed: false })
  await t.call(savePortfolio, { as: alice, params: { id: hidden } })
  expect(idsOf(await list(alice))).toEqual([hidden])
  await t.deps.db
    .insertInto('portfolio_saves')
    .values({ user_id: bob.id, item_id: hidden })
    .execute()
  expect(idsOf(await list(bob))).not.toContain(hidden)
})

it('is for members and refuses unknown parameters', async () => {
  for (const headers of [{}, { cookie: 'plinth=gone' }]) {
    const { status, body } = await t.call(listSavedPortfolios, { headers })
    expect([status, body.code]).toEqual([401, 'auth.required'])
  }
  const cursor = Buffer.from(JSON.stringify(['newest', 1, ids[0]])).toString('base64url')
  for (const query of [
    { limit: 0 },
    { limit: 101 },
    { cursor },
    { cursor: 'x' },
    { search: 'x' },
  ]) {
    expect((await list(bob, query)).status).toBe(400)
  }
})

it('gives a profile page the first of the wall as the API would return them', async () => {
  const boot = userWorksBoot(t.deps)
  const url = `/api/users/${alice.id}/wall?limit=20`
  const { body } = await t.request({ method: 'GET', url, as: bob })
  expect(await boot({ viewerId: bob.id }, alice.id)).toEqual([
    [queryKey(listWall, { params: { id: alice.id } }, 'first'), { items: body, next: null }],
  ])
  expect(await boot({ viewerId: null }, '01890000-0000-7000-8000-000000000000')).toEqual([])
})
