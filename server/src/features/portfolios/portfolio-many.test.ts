import { MAX_TAGS } from '@plinth/contract/limits.ts'
import { MAX_BULK, type BulkOutcome } from '@plinth/contract/moderation/bulk.ts'
import { changeManyWorks, moveManyWorks } from '@plinth/contract/portfolios/many.ts'
import {
  getPortfolio,
  listCategories,
  type Category,
  type PortfolioItem,
} from '@plinth/contract/portfolios/portfolios.ts'
import { listUnshown, type UnshownState } from '@plinth/contract/portfolios/states.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makeWork, type WorkOptions } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let marit: Person
let leila: Person
beforeEach(async () => {
  marit = await t.person('Marit', { isCreator: true })
  leila = await t.person('Leila', { isCreator: true })
})

const works = (count: number, options: WorkOptions = {}) =>
  Promise.all(Array.from({ length: count }, () => makeWork(t.deps, marit, options)))
const change = (ids: string[], changed: object, as: Person | undefined = marit) =>
  t.call(changeManyWorks, { as, body: { ids, change: changed } })
const move = (ids: string[], act: string, more: object = {}, as: Person | undefined = marit) =>
  t.call(moveManyWorks, { as, body: { ids, act, ...more } })
const resultsOf = ({ status, body }: { status: number; body: unknown }) => {
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as BulkOutcome[]).map(({ result }) => result)
}
const read = async (id: string): Promise<PortfolioItem> =>
  (await t.call(getPortfolio, { as: marit, params: { id } })).body
const idsIn = async (state: UnshownState): Promise<string[]> =>
  (await t.call(listUnshown, { as: marit, query: { state } })).body.map(
    ({ work }: { work: PortfolioItem }) => work.id,
  )
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('editing many works', () => {
  it('sets category, price, origin and reservation of all, and adds tags to those of each', async () => {
    const [first = ''] = await works(1, { tags: ['blue'] })
    const [second = ''] = await works(1, { tags: ['jar', 'clay'] })
    const answer = await change([first, second], {
      category: 'artwork',
      addTags: ['#Clay', 'kiln'],
      startingPrice: 120,
      origin: 'hand',
      isReserved: false,
    })
    expect(answer.body).toEqual([
      { id: first, result: 'done', message: null },
      { id: second, result: 'done', message: null },
    ])
    const same = {
      category: { slug: 'artwork' },
      startingPrice: 120,
      origin: { kind: 'hand' },
      isReserved: false,
    }
    expect(await read(first)).toMatchObject({ ...same, tags: ['blue', 'Clay', 'kiln'] })
    expect(await read(second)).toMatchObject({ ...same, tags: ['jar', 'clay', 'kiln'] })
    // The same again changes nothing more.
    await change([first], { addTags: ['clay'] })
    expect((await read(first)).tags).toEqual(['blue', 'Clay', 'kiln'])
    expect(resultsOf(await change([first], { startingPrice: null }))).toEqual(['done'])
    expect(await read(first)).toMatchObject({ startingPrice: null, category: { slug: 'artwork' } })
  })

  it('moves the counters of the categories with the works', async () => {
    const counts = async () =>
      Object.fromEntries(
        ((await t.call(listCategories)).body as Category[]).map(({ slug, workCount }) => [
          slug,
          workCount,
        ]),
      ) as Record<string, number>
    const ids = await works(3, { categoryId: 1 })
    const before = await counts()
    await change(ids, { category: 'crafting' })
    const after = await counts()
    expect((after['crafting'] ?? 0) - (before['crafting'] ?? 0)).toBe(3)
  })

  it('judges each by itself: what is somebody else’s, gone or full of tags stops nothing', async () => {
    const tags = Array.from({ length: MAX_TAGS }, (_, at) => `tag${at}`)
    const [full = ''] = await works(1, { tags })
    const [good = ''] = await works(1)
    const other = await makeWork(t.deps, leila)
    const gone = newId()
    const { body } = await change([full, other, gone, good], { addTags: ['new'] })
    expect(body).toEqual([
      { id: full, result: 'not_allowed', message: `A work can have up to ${MAX_TAGS} tags.` },
      { id: other, result: 'not_allowed', message: 'This isn’t your work.' },
      { id: gone, result: 'not_allowed', message: 'There is nothing here.' },
      { id: good, result: 'done', message: null },
    ])
    expect((await read(full)).tags).toEqual(tags)
    expect((await read(other)).tags).toEqual([])
    expect((await read(good)).tags).toEqual(['new'])
  })

  it('refuses a visitor and what is no change', async () => {
    const ids = await works(1)
    expect(
      (await t.call(changeManyWorks, { body: { ids, change: { isReserved: true } } })).status,
    ).toBe(401)
    const wrong: [string[], object][] = [
      [[], { isReserved: true }],
      [Array.from({ length: MAX_BULK + 1 }, newId), { isReserved: true }],
      [[...ids, ...ids], { isReserved: true }],
      [['x'], { isReserved: true }],
      [ids, {}],
      [ids, { title: 'One title for all' }],
      [ids, { category: 'pottery' }],
      [ids, { startingPrice: 0.001 }],
      [ids, { startingPrice: 10.999 }],
      [ids, { origin: 'ai_assisted' }],
      [ids, { origin: 'hand', originParts: 'the sky' }],
      [ids, { addTags: ['x'.repeat(51)] }],
    ]
    for (const [list, changed] of wrong) {
      expect((await change(list, changed)).status, JSON.stringify(changed)).toBe(400)
    }
  })
})

describe('moving many works', () => {
  it('hides, shows, bins, restores and deletes for good', async () => {
    const ids = await works(3)
    const done = ids.map(() => 'done')
    expect(resultsOf(await move(ids, 'hide'))).toEqual(done)
    expect((await idsIn('hidden')).toSorted()).toEqual(ids.toSorted())
    expect(resultsOf(await move(ids, 'publish'))).toEqual(done)
    expect(await idsIn('hidden')).toEqual([])
    expect(resultsOf(await move(ids, 'bin'))).toEqual(done)
    expect(resultsOf(await move(ids, 'bin'))).toEqual(ids.map(() => 'decided'))
    expect((await idsIn('binned')).length).toBe(3)
    const [kept = '', ...left] = ids
    expect(resultsOf(await move([kept], 'restore'))).toEqual(['done'])
    expect(await read(kept)).toMatchObject({ state: 'published', isListed: true })
    expect(resultsOf(await move(left, 'delete'))).toEqual(['done', 'done'])
    expect(await idsIn('binned')).toEqual([])
    const { rows } =
      await sql`select id from portfolio_items where creator_id = ${marit.id}::uuid`.execute(
        t.deps.db,
      )
    expect(rows).toEqual([{ id: kept }])
  })

  it('schedules drafts for one time, and makes them drafts again', async () => {
    const ids = await works(2)
    await sql`update users set work_count = 0 where id = ${marit.id}::uuid`.execute(t.deps.db)
    await sql`update portfolio_items set state = 'draft', is_listed = false
      where creator_id = ${marit.id}::uuid`.execute(t.deps.db)
    const publishAt = inDays(3)
    expect(resultsOf(await move(ids, 'schedule', { publishAt }))).toEqual(['done', 'done'])
    const { body } = await t.call(listUnshown, { as: marit, query: { state: 'scheduled' } })
    expect(body).toMatchObject([{ publishAt }, { publishAt }])
    expect(resultsOf(await move(ids, 'unschedule'))).toEqual(['done', 'done'])
    expect((await idsIn('draft')).length).toBe(2)
  })

  it('judges each by itself: one that is shown is not deleted for good, one of others not at all', async () => {
    const [shown = '', binned = ''] = await works(2)
    const other = await makeWork(t.deps, leila)
    await move([binned], 'bin')
    const { body } = await move([shown, other, binned], 'delete')
    expect(body).toEqual([
      { id: shown, result: 'not_allowed', message: 'Move this work to your bin first.' },
      { id: other, result: 'not_allowed', message: 'This isn’t your work.' },
      { id: binned, result: 'done', message: null },
    ])
    expect((await read(shown)).isListed).toBe(true)
    expect((await read(other)).isListed).toBe(true)
    expect(resultsOf(await move([shown], 'unschedule'))).toEqual(['not_allowed'])
  })

  it('does not let an admin move what is not theirs', async () => {
    const admin = await t.person('Admin', { isAdmin: true })
    const ids = await works(1)
    for (const act of ['hide', 'bin', 'delete'])
      expect(resultsOf(await move(ids, act, {}, admin)), act).toEqual(['not_allowed'])
    expect((await read(ids[0] ?? '')).isListed).toBe(true)
  })

  it('keeps its creator’s rights: who is no creator any more hides, but does not publish', async () => {
    const ids = await works(1)
    await sql`update users set creator_granted = false where id = ${marit.id}::uuid`.execute(
      t.deps.db,
    )
    expect(resultsOf(await move(ids, 'hide'))).toEqual(['done'])
    expect(resultsOf(await move(ids, 'publish'))).toEqual(['not_allowed'])
  })

  it('refuses a visitor, an unknown act and a time that fits no act', async () => {
    const ids = await works(1)
    expect((await t.call(moveManyWorks, { body: { ids, act: 'hide' } })).status).toBe(401)
    expect((await move(ids, 'burn')).status).toBe(400)
    expect((await move([], 'hide')).status).toBe(400)
    expect((await move(ids, 'schedule')).status).toBe(400)
    expect((await move(ids, 'publish', { publishAt: inDays(1) })).status).toBe(400)
    expect((await move(ids, 'schedule', { publishAt: 'tomorrow' })).status).toBe(400)
  })
})
