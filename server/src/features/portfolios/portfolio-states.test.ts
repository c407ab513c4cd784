import { BIN_DAYS, MAX_SCHEDULE_DAYS } from '@plinth/contract/limits.ts'
import {
  deletePortfolio,
  getPortfolio,
  updatePortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import {
  getWorkState,
  listUnshown,
  restorePortfolio,
  setWorkState,
  type UnshownState,
  type UnshownWork,
} from '@plinth/contract/portfolios/states.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const DAY_MS = 86_400_000

const t = testApp({ JOBS: 'off' })
let marit: Person
let leila: Person
beforeEach(async () => {
  marit = await t.person('Marit', { isCreator: true })
  leila = await t.person('Leila', { isCreator: true })
})

const set = (id: string, body: object, as: Person | undefined = marit) =>
  t.call(setWorkState, { as, params: { id }, body })
const asDraft = async (title = 'Untitled'): Promise<string> => {
  const id = await makeWork(t.deps, marit, { title, isListed: false })
  await sql`with m as (update media set state = 'ready' where owner_id = ${marit.id}::uuid),
    u as (update users set work_count = work_count - 1 where id = ${marit.id}::uuid)
    update portfolio_items set state = 'draft' where id = ${id}::uuid`.execute(t.deps.db)
  return id
}
const listed = async (state: UnshownState, as = marit): Promise<UnshownWork[]> => {
  const { status, body } = await t.call(listUnshown, { as, query: { state } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const idsIn = async (state: UnshownState, as = marit) =>
  (await listed(state, as)).map(({ work }) => work.id)
const statusFor = async (id: string, as?: Person) =>
  (await t.call(getPortfolio, { as, params: { id } })).status
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

describe('a draft', () => {
  it('is only its creator’s, who publishes it, and everybody sees it', async () => {
    const id = await asDraft('Moon Jar')
    expect(await idsIn('draft')).toEqual([id])
    expect(await idsIn('draft', leila)).toEqual([])
    expect([await statusFor(id), await statusFor(id, leila), await statusFor(id, marit)]).toEqual([
      404, 404, 200,
    ])
    const { status, body } = await set(id, { state: 'published' })
    expect({ status, state: body.work.state }).toEqual({ status: 200, state: 'published' })
    expect(await statusFor(id)).toBe(200)
    expect(await idsIn('draft')).toEqual([])
  })

  it('is scheduled for a time ahead, and becomes a draft again', async () => {
    const id = await asDraft()
    const publishAt = inDays(2)
    expect((await set(id, { state: 'scheduled', publishAt })).body).toMatchObject({
      work: { state: 'scheduled' },
      publishAt,
    })
    expect(await idsIn('scheduled')).toEqual([id])
    expect((await set(id, { state: 'draft' })).body).toMatchObject({ publishAt: null })
    const wrong = [undefined, inDays(-1), inDays(MAX_SCHEDULE_DAYS + 1)]
    for (const time of wrong) {
      const { status } = await set(id, { state: 'scheduled', publishAt: time })
      expect(status, time).toBe(400)
    }
    expect((await set(id, { state: 'published', publishAt })).status).toBe(400)
  })
})

describe('a published work', () => {
  it('is hidden and shown again, and does not become a draft', async () => {
    const id = await makeWork(t.deps, marit)
    expect((await set(id, { state: 'hidden' })).body.work).toMatchObject({ state: 'hidden' })
    expect(await statusFor(id)).toBe(404)
    expect(await idsIn('hidden')).toEqual([id])
    const one = (as?: Person) => t.call(getWorkState, { as, params: { id } })
    expect((await one(marit)).body).toMatchObject({
      work: { id },
      publishAt: null,
      deletedAt: null,
    })
    expect([(await one()).status, (await one(leila)).status]).toEqual([401, 404])
    expect((await set(id, { state: 'draft' })).status).toBe(409)
    expect((await set(id, { state: 'published' })).status).toBe(200)
    expect(await statusFor(id)).toBe(200)
    expect((await one(marit)).status).toBe(404)
  })

  it(`stays in the bin for ${BIN_DAYS} days and comes back as it was`, async () => {
    const id = await makeWork(t.deps, marit)
    expect((await t.call(deletePortfolio, { as: marit, params: { id } })).status).toBe(204)
    const [binned] = await listed('binned')
    expect(binned?.work.id).toBe(id)
    const days = (Date.parse(binned?.deletedAt ?? '') - Date.now()) / DAY_MS
    expect(days).toBeGreaterThan(BIN_DAYS - 0.01)
    expect(days).toBeLessThanOrEqual(BIN_DAYS)
    expect(await statusFor(id)).toBe(404)
    expect((await set(id, { state: 'published' })).status).toBe(409)
    const restored = await t.call(restorePortfolio, { as: marit, params: { id } })
    expect(restored.body.work).toMatchObject({ state: 'published', isListed: true })
    // A second press finds it restored and changes nothing.
    expect((await t.call(restorePortfolio, { as: marit, params: { id } })).status).toBe(200)
    expect(await statusFor(id)).toBe(200)
  })

  it('can be edited while it is hidden', async () => {
    const id = await makeWork(t.deps, marit)
    await set(id, { state: 'hidden' })
    const { body } = await t.call(updatePortfolio, {
      as: marit,
      params: { id },
      body: { title: 'Ember' },
    })
    expect(body).toMatchObject({ title: 'Ember', state: 'hidden' })
  })
})

describe('who may not', () => {
  it('needs a session, the creator and a work', async () => {
    const id = await makeWork(t.deps, marit)
    const draft = await asDraft()
    const visitor = { params: { id } }
    expect((await t.call(listUnshown, { query: { state: 'draft' } })).status).toBe(401)
    expect((await t.call(setWorkState, { ...visitor, body: { state: 'hidden' } })).status).toBe(401)
    expect((await t.call(restorePortfolio, visitor)).status).toBe(401)
    expect((await set(id, { state: 'hidden' }, leila)).status).toBe(403)
    expect((await set(draft, { state: 'published' }, leila)).status).toBe(404)
    expect((await set(newId(), { state: 'published' })).status).toBe(404)
    expect((await set(id, { state: 'binned' })).status).toBe(400)
    expect((await t.call(listUnshown, { as: marit, query: { state: 'published' } })).status).toBe(
      400,
    )
  })

  it('needs a creator’s rights to publish, but none to hide', async () => {
    const draft = await asDraft()
    const shown = await makeWork(t.deps, marit)
    await sql`update users set creator_granted = false where id = ${marit.id}::uuid`.execute(
      t.deps.db,
    )
    expect((await set(draft, { state: 'published' })).status).toBe(403)
    expect((await set(shown, { state: 'hidden' })).status).toBe(200)
  })
})

it('lists the latest change first, page by page', async () => {
  const ids: string[] = []
  for (let at = 0; at < 5; at += 1) {
    const id = await makeWork(t.deps, marit, { title: `Work ${at}` })
    await set(id, { state: 'hidden' })
    ids.unshift(id)
  }
  const first = await t.call(listUnshown, { as: marit, query: { state: 'hidden', limit: 3 } })
  const next = new URL(
    /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '',
    'http://plinth.test',
  )
  const rest = await t.call(listUnshown, {
    as: marit,
    query: { state: 'hidden', limit: 3, cursor: next.searchParams.get('cursor') ?? '' },
  })
  const found = [...first.body, ...rest.body] as UnshownWork[]
  expect(found.map(({ work }) => work.id)).toEqual(ids)
})
