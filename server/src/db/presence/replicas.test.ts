import {
  getPortfolio,
  listPortfolios,
  listUserPortfolios,
} from '@plinth/contract/portfolios/portfolios.ts'
import { listExplorePosts } from '@plinth/contract/posts/posts.ts'
import { searchFoundPeople } from '@plinth/contract/search/search.ts'
import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type Person, type TestApp } from '../../../test/app.ts'
import { makeWork } from '../../../test/content/works.ts'
import { startServerProcess } from '../../../test/server-process.ts'
import { startReplicated, type ReplicatedDatabase } from '../../../test/replica.ts'

const TIMEOUT_MS = 60_000
const SOON = { timeout: 15_000, interval: 100 }

let database: ReplicatedDatabase
let t: TestApp
let maker: Person

beforeAll(async () => {
  database = await startReplicated()
  t = await startTestApp({
    JOBS: 'off',
    DATABASE_URL: database.urls.primary,
    DATABASE_READ_URL: database.urls.replica,
    REPLICA_LAG_SECONDS: '30',
  })
  maker = await t.person('Maker', { isCreator: true })
  await database.caughtUp()
  await vi.waitUntil(() => stateOf() === 'ok', SOON)
}, TIMEOUT_MS)

afterAll(async () => {
  await t.close()
  await database.stop()
}, TIMEOUT_MS)

const stateOf = () => t.deps.replicas.reports()[0]?.state
const titles = (body: { title: string }[]) => body.map(({ title }) => title)
/** Past the second for which pages are shared. */
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1_100))

it(
  'shows members what they have just done, and visitors what the replica has',
  async () => {
    await database.pause()
    const id = await makeWork(t.deps, maker, { title: 'Not yet replayed' })
    await nextSecond()

    expect(titles((await t.call(listPortfolios)).body)).not.toContain('Not yet replayed')
    expect((await t.call(getPortfolio, { params: { id } })).status).toBe(404)
    for (let time = 0; time < 200; time += 1) {
      const own = await t.call(listUserPortfolios, { as: maker, params: { id: maker.id } })
      expect(titles(own.body)).toContain('Not yet replayed')
      expect(titles((await t.call(listPortfolios, { as: maker })).body)).toContain(
        'Not yet replayed',
      )
      expect((await t.call(getPortfolio, { as: maker, params: { id } })).status).toBe(200)
    }

    await database.goOn()
    await database.caughtUp()
    await nextSecond()
    expect(titles((await t.call(listPortfolios)).body)).toContain('Not yet replayed')
    expect((await t.call(getPortfolio, { params: { id } })).status).toBe(200)
  },
  TIMEOUT_MS,
)

it(
  'reads nothing of visitors at the primary while the replica keeps up',
  async () => {
    await expect.poll(stateOf, SOON).toBe('ok')
    const asked = vi.spyOn(t.deps.db, 'executeQuery')
    await nextSecond()
    for (const call of [
      () => t.call(listPortfolios, { query: { search: 'linen' } }),
      () => t.call(listExplorePosts),
      () => t.call(searchFoundPeople, { query: { search: 'maker' } }),
      () => t.request({ method: 'GET', url: '/sitemap.xml' }),
    ])
      expect((await call()).status).toBe(200)
    const texts = asked.mock.calls.map(([query]) => (query as CompiledQuery).sql)
    expect(texts.filter((text) => /portfolio_items|posts|people_docs/.test(text))).toEqual([])
    asked.mockRestore()
  },
  TIMEOUT_MS,
)

it(
  'leaves out a replica that lags, says so, and takes it back',
  async () => {
    const strict = await startTestApp({
      JOBS: 'off',
      DATABASE_URL: database.urls.primary,
      DATABASE_READ_URL: database.urls.replica,
      REPLICA_LAG_SECONDS: '1',
    })
    const state = () => strict.deps.replicas.reports()[0]?.state
    const metrics = async () =>
      String((await strict.request({ method: 'GET', url: '/metrics' })).body)
    try {
      await expect.poll(state, SOON).toBe('ok')
      await database.pause()
      await makeWork(t.deps, maker, { title: 'Behind' })
      await expect.poll(state, SOON).toBe('late')
      expect(titles((await strict.call(listPortfolios)).body)).toContain('Behind')
      expect(await metrics()).toMatch(/plinth_replica_up\{replica="127\.0\.0\.1:\d+"\} 0/)
      await database.goOn()
      await expect.poll(state, SOON).toBe('ok')
      expect(await metrics()).toMatch(/plinth_replica_up\{replica="127\.0\.0\.1:\d+"\} 1/)
    } finally {
      await strict.close()
    }
  },
  TIMEOUT_MS,
)

it(
  'is read from by a server that starts, which says so in its log',
  async () => {
    const server = await startServerProcess(t, {
      JOBS: 'off',
      DATABASE_READ_URL: database.urls.replica,
      LOG_LEVEL: 'info',
    })
    try {
      await expect
        .poll(server.log, SOON)
        .toMatch(/"state":"ok","lagSeconds":[\d.]+,"msg":"replica"/)
      expect((await fetch(`${server.origin}/api/portfolios`)).status).toBe(200)
    } finally {
      await server.stop()
    }
  },
  TIMEOUT_MS,
)

it(
  'serves visitors from the primary when the replica is gone',
  async () => {
    await nextSecond()
    await makeWork(t.deps, maker, { title: 'After the replica' })
    await database.replica.stop()
    // Also in the moment before the next check.
    const { status, body } = await t.call(listPortfolios)
    expect(status).toBe(200)
    expect(titles(body)).toContain('After the replica')
    expect((await t.call(listUserPortfolios, { params: { id: maker.id } })).status).toBe(200)
    await expect.poll(stateOf, SOON).toBe('gone')
  },
  TIMEOUT_MS,
)
