import { blockUser } from '@plinth/contract/people/blocks.ts'
import { MAX_SERIES } from '@plinth/contract/limits.ts'
import {
  createSeries,
  deleteSeries,
  getSeries,
  listSeriesWorks,
  updateSeries,
} from '@plinth/contract/portfolios/series.ts'
import { setWorkState } from '@plinth/contract/portfolios/states.ts'
import {
  arrangeEntry,
  getWall,
  listArranged,
  listArrangedSeries,
  listWall,
  showWall,
  undoArranging,
  type WallEntry,
} from '@plinth/contract/portfolios/walls.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { idsOf, walkIds } from '../../../../test/content/lists.ts'
import { makeWork } from '../../../../test/content/works.ts'
import { newId } from '../../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let marit: Person
let ben: Person
let works: Record<string, string>

beforeEach(async () => {
  marit = await t.person('Marit', { isCreator: true })
  ben = await t.person('Ben', { isCreator: true })
  works = {}
  for (const [at, title] of ['a', 'b', 'c', 'd', 'e'].entries())
    works[title] = await makeWork(t.deps, marit, {
      title,
      priceCents: at === 0 ? null : 10_000 + at * 1_000,
      createdAt: new Date(Date.now() - at * 60_000),
    })
})

const idOf = (title: string) => works[title] ?? ''
const make = async (...titles: string[]): Promise<string> => {
  const body = { title: 'One jar at a time', description: 'Three jars', workIds: titles.map(idOf) }
  const answer = await t.call(createSeries, { as: marit, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.id
}
const short = (entries: WallEntry[]): string =>
  entries
    .map(({ series, works: some }) => {
      const titles = some.map(({ title }) => title).join('')
      return series === null ? titles : `(${titles})`
    })
    .join(' ')
const shown = async () => short((await t.call(listWall, { params: { id: marit.id } })).body)
const draft = async () => short((await t.call(listArranged, { as: marit })).body)
const titles = async (id: string, as: Person | undefined = marit) =>
  (await t.call(listArrangedSeries, { as, params: { id } })).body
    .map(({ title }: { title: string }) => title)
    .join('')
const arrange = (id: string, body: object) =>
  t.call(arrangeEntry, { as: marit, params: { id }, body })
const show = () => t.call(showWall, { as: marit })
const view = (id: string, as?: Person) => t.call(getSeries, { as, params: { id } })
const hide = (title: string) =>
  t.call(setWorkState, { as: marit, params: { id: idOf(title) }, body: { state: 'hidden' } })

describe('a series', () => {
  it('stands where the first of its works stood, once the wall is shown', async () => {
    const id = await make('d', 'b')
    expect(await draft()).toBe('a (db) c e')
    expect(await titles(id)).toBe('db')
    expect(await shown()).toBe('a b c d e')
    expect((await view(id)).status).toBe(404)
    expect((await view(id, marit)).status).toBe(404)
    await show()
    expect(await shown()).toBe('a (db) c e')
    const { body } = await t.call(listWall, { params: { id: marit.id } })
    expect(body[1]).toMatchObject({
      id,
      pin: null,
      series: { title: 'One jar at a time', workCount: 2, fromPrice: 110, coverId: null },
    })
    expect((await view(id)).body).toMatchObject({
      id,
      title: 'One jar at a time',
      description: 'Three jars',
      workCount: 2,
      fromPrice: 110,
      creator: { id: marit.id },
    })
    for (const limit of [1, 20])
      expect(await walkIds(t, listSeriesWorks, { params: { id }, query: { limit } })).toEqual([
        idOf('d'),
        idOf('b'),
      ])
  })

  it('is arranged within, filled and emptied', async () => {
    const id = await make('b', 'c')
    await arrange(idOf('e'), { seriesId: id })
    expect(await titles(id)).toBe('bce')
    await arrange(idOf('e'), { after: null })
    expect(await titles(id)).toBe('ebc')
    await arrange(idOf('c'), { after: idOf('e') })
    expect(await titles(id)).toBe('ecb')
    expect((await arrange(idOf('c'), { after: idOf('a') })).status).toBe(404)
    expect((await arrange(idOf('c'), { pin: 1 })).status).toBe(409)
    await arrange(idOf('c'), { seriesId: null })
    expect(await draft()).toBe('a (eb) c d')
    await arrange(idOf('a'), { pin: 1 })
    await arrange(idOf('a'), { seriesId: id })
    expect(await draft()).toBe('(eba) c d')
    await arrange(id, { after: idOf('d') })
    expect(await draft()).toBe('c d (eba)')
    expect((await arrange(id, { pin: 1 })).status).toBe(409)
    expect((await arrange(id, { seriesId: id })).status).toBe(409)
    for (let move = 0; move < 8; move += 1) await t.call(undoArranging, { as: marit })
    expect(await draft()).toBe('a b c d e')
    expect((await t.call(getWall, { as: marit })).body).toMatchObject({ moves: 0, seriesCount: 0 })
  })

  it('has a cover and words of its own, which visitors see at once', async () => {
    const id = await make('b', 'c', 'd', 'e')
    await show()
    const change = (body: object, as: Person | undefined = marit) =>
      t.call(updateSeries, { as, params: { id }, body })
    expect((await change({ title: 'Jars', coverId: idOf('d') })).body).toMatchObject({
      title: 'Jars',
      description: 'Three jars',
      coverId: idOf('d'),
    })
    expect(await shown()).toBe('a (dbc)')
    expect((await change({ coverId: idOf('a') })).status).toBe(404)
    expect((await change({ coverId: null })).body.coverId).toBeNull()
    expect((await change({ title: '  ' })).status).toBe(400)
    expect((await change({ title: 'x'.repeat(101) })).status).toBe(400)
    expect((await change({ title: 'Mine' }, ben)).status).toBe(404)
    expect((await t.call(updateSeries, { params: { id }, body: { title: 'A' } })).status).toBe(401)
  })

  it('leaves its works on the wall when it is deleted, at once', async () => {
    const id = await make('b', 'd')
    await show()
    await arrange(idOf('c'), { seriesId: id })
    for (const [as, status] of [
      [undefined, 401],
      [ben, 404],
      [marit, 204],
      [marit, 404],
    ] as const)
      expect((await t.call(deleteSeries, { as, params: { id } })).status).toBe(status)
    expect(await shown()).toBe('a b d c e')
    expect(await draft()).toBe('a b d c e')
    expect((await view(id)).status).toBe(404)
    expect((await t.call(getWall, { as: marit })).body).toMatchObject({ moves: 1, canUndo: false })
  })

  it('is shown while it has a listed work, and counts those', async () => {
    const id = await make('b', 'c')
    await show()
    await hide('b')
    expect((await view(id)).body).toMatchObject({ workCount: 1, fromPrice: 120 })
    expect(await shown()).toBe('a (c) d e')
    await hide('c')
    expect((await view(id)).status).toBe(404)
    expect((await t.call(listSeriesWorks, { params: { id } })).status).toBe(404)
    expect(await shown()).toBe('a d e')
    expect(await draft()).toBe('a () d e')
  })

  it('is closed to whom its creator blocked, and to all once the creator is gone', async () => {
    const id = await make('b', 'c')
    await show()
    await t.call(blockUser, { as: marit, params: { id: ben.id } })
    for (const endpoint of [getSeries, listSeriesWorks]) {
      expect((await t.call(endpoint, { as: ben, params: { id } })).status).toBe(404)
      expect((await t.call(endpoint, { params: { id } })).status).toBe(200)
    }
    await sql`update users set suspended_at = now() where id = ${marit.id}`.execute(t.deps.db)
    for (const endpoint of [getSeries, listSeriesWorks])
      expect((await t.call(endpoint, { params: { id } })).status).toBe(404)
  })

  it('is made of own published works, and by members', async () => {
    const other = await makeWork(t.deps, ben)
    const body = { title: 'A', workIds: [idOf('a')] }
    await hide('e')
    for (const [as, input, status] of [
      [undefined, body, 401],
      [marit, { ...body, workIds: [] }, 400],
      [marit, { ...body, workIds: [idOf('a'), idOf('a')] }, 400],
      [marit, { ...body, title: ' ' }, 400],
      [marit, { ...body, workIds: [idOf('a'), other] }, 404],
      [marit, { ...body, workIds: [newId()] }, 404],
      [marit, { ...body, workIds: [idOf('e')] }, 404],
      [ben, body, 404],
    ] as const)
      expect((await t.call(createSeries, { as, body: input })).status).toBe(status)
    expect((await t.call(listArrangedSeries, { params: { id: newId() } })).status).toBe(401)
    const id = await make('a')
    expect((await t.call(listArrangedSeries, { as: ben, params: { id } })).status).toBe(404)
  })

  it('is one of so many', async () => {
    await make('a')
    await sql`
      insert into series (id, creator_id, title)
      select gen_random_uuid(), ${marit.id}::uuid, 'One' from generate_series(2, ${MAX_SERIES}::int)`.execute(
      t.deps.db,
    )
    const body = { title: 'One more', workIds: [idOf('b')] }
    expect(await t.call(createSeries, { as: marit, body })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect(idsOf(await t.call(listArranged, { as: marit }))).toContain(idOf('b'))
  })

  it('is made once, however often it is sent', async () => {
    const send = () =>
      t.call(createSeries, {
        as: marit,
        body: { title: 'Once', workIds: [idOf('a'), idOf('b')] },
        headers: { 'idempotency-key': 'one-series-0001' },
      })
    const [one, two] = [await send(), await send()]
    expect(two.body.id).toBe(one.body.id)
    expect((await t.call(getWall, { as: marit })).body).toMatchObject({ seriesCount: 1, moves: 1 })
  })
})
