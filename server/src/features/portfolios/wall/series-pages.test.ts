import { queryKey } from '@plinth/contract/http/query-key.ts'
import { createSeries, getSeries, listSeriesWorks } from '@plinth/contract/portfolios/series.ts'
import { setWorkState } from '@plinth/contract/portfolios/states.ts'
import { showWall } from '@plinth/contract/portfolios/walls.ts'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { makeWork } from '../../../../test/content/works.ts'
import { newId } from '../../../db/id.ts'
import { seriesPages } from './series-pages.ts'

const t = testApp({ JOBS: 'off' })
let marit: Person
let works: string[]
let id: string

beforeEach(async () => {
  marit = await t.person('Marit', { isCreator: true, lastName: 'Solheim' })
  works = [
    await makeWork(t.deps, marit, { title: 'Ember & Rye' }),
    await makeWork(t.deps, marit, { title: 'Fennel Field' }),
  ]
  const body = { title: 'One <jar> at a time', workIds: works }
  id = (await t.call(createSeries, { as: marit, body })).body.id
})

const load = (seriesId = id) => {
  const [page] = seriesPages(t.deps)
  return page?.load({ viewer: null, params: { id: seriesId }, query: {} })
}
const jsonLdOf = (data: Awaited<ReturnType<typeof load>>) =>
  data?.jsonLd as readonly Record<string, unknown>[]

it('describes a series that is shown, with its works, and starts with their data', async () => {
  expect(await load()).toBeNull()
  await t.call(showWall, { as: marit })
  const data = await load(id.toUpperCase())
  expect(data).toMatchObject({
    title: 'One <jar> at a time by Marit Solheim',
    description: 'A series of 2 works by Marit Solheim on Plinth.',
    image: { width: 960, alt: 'One <jar> at a time' },
    screen: 'series',
    prerender: true,
  })
  expect(jsonLdOf(data)[0]).toMatchObject({
    '@type': 'CollectionPage',
    name: 'One <jar> at a time',
    hasPart: [{ name: 'Ember & Rye' }, { name: 'Fennel Field' }],
  })
  const boot = new Map(data?.boot.map(([key, value]) => [JSON.stringify(key), value]))
  const params = { params: { id } }
  expect(boot.get(JSON.stringify(queryKey(getSeries, params)))).toMatchObject({ workCount: 2 })
  expect(boot.get(JSON.stringify(queryKey(listSeriesWorks, params, 'first')))).toMatchObject({
    items: [{ id: works[0] }, { id: works[1] }],
    next: null,
  })
})

it('shows no sensitive picture of it elsewhere', async () => {
  await t.call(showWall, { as: marit })
  await sql`update portfolio_items set sensitive_by_author = true where id = ${works[0]}`.execute(
    t.deps.db,
  )
  const data = await load()
  expect(data?.image).toBeUndefined()
  expect(jsonLdOf(data)[0]?.['image']).toBeUndefined()
})

it('is not there without listed works, or for what is no series', async () => {
  await t.call(showWall, { as: marit })
  for (const work of works)
    await t.call(setWorkState, { as: marit, params: { id: work }, body: { state: 'hidden' } })
  for (const one of [id, newId(), 'nonsense']) expect(await load(one)).toBeNull()
  expect((await t.request({ method: 'GET', url: `/series/${id}` })).status).toBe(404)
})
