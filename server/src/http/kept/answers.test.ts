import { brotliDecompressSync } from 'node:zlib'
import {
  deletePortfolio,
  getPortfolio,
  likePortfolio,
  listPortfolios,
} from '@plinth/contract/portfolios/portfolios.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testApp, type NamedPerson } from '../../../test/app.ts'
import { makeToken } from '../../../test/content/tokens.ts'
import { makeWork } from '../../../test/content/works.ts'
import { SHOW_BOOT, testWeb } from '../../../test/web.ts'

const web = testWeb({
  html: '<head><!--head--></head><body><!--app--><!--boot--></body>',
  render: SHOW_BOOT,
})
const t = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off' }), { keepsAnswers: true })
const limited = testApp(
  () => ({ DATABASE_URL: t.deps.env.databaseUrl, JOBS: 'off', RATE_LIMIT_PER_MINUTE: '5' }),
  { keepsAnswers: true },
)
let maker: NamedPerson
let ann: NamedPerson
let id: string
let url: string

beforeEach(async () => {
  maker = await t.person('Marit', { isCreator: true })
  ann = await t.person('Ann')
  id = await makeWork(t.deps, maker, { title: 'Moon Jar' })
  url = endpointUrl(getPortfolio, { params: { id } })
})
afterEach(() => vi.useRealTimers())

const get = (headers: Record<string, string> = {}, as?: NamedPerson, path = url) =>
  t.app.inject({
    method: 'GET',
    url: path,
    headers: { ...headers, ...(as && { cookie: as.cookie }) },
  })
/** Changes the title without anybody knowing, so that an answer shows whether it was kept. */
const rename = (title: string) =>
  sql`update portfolio_items set title = ${title} where id = ${id}::uuid`.execute(t.deps.db)

describe('an answer to visitors', () => {
  it('is sent again as it was, with an id of its own, for a second', async () => {
    const first = await get()
    await rename('Tall Vase')
    const again = await get()
    expect(again.body).toBe(first.body)
    const { 'x-request-id': one, date: _, ...headers } = first.headers
    const { 'x-request-id': other, date: __, ...same } = again.headers
    expect(one).not.toBe(other)
    expect({ ...same, vary: headers['vary'] }).toEqual(headers)
    expect(again.headers['vary']).toBe('Cookie, Authorization, accept-encoding')

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 })
    expect((await get()).body).toContain('Tall Vase')
  })

  it('may be read by pages of other sites, whoever asked first', async () => {
    await get()
    await rename('Tall Vase')
    const { body, headers } = await get({ origin: 'https://elsewhere.example' })
    expect(body).toContain('Moon Jar')
    expect(headers['access-control-allow-origin']).toBe('*')
  })

  it('makes room for others', async () => {
    // So that it does not end by its age.
    vi.useFakeTimers({ toFake: ['Date'] })
    await get()
    await rename('Tall Vase')
    for (let at = 0; at < 1_000; at += 1) await get({}, undefined, `/terms?look=${at}`)
    expect((await get()).body).toContain('Tall Vase')
  })

  it('is sent in the encoding that the client takes', async () => {
    const plain = await get({}, undefined, endpointUrl(listPortfolios))
    const { headers, rawPayload } = await get(
      { 'accept-encoding': 'br' },
      undefined,
      endpointUrl(listPortfolios),
    )
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(rawPayload).toString()).toBe(plain.body)
    expect(headers['content-length']).toBe(String(rawPayload.length))
  })

  it('is a 304 for whoever has it', async () => {
    const { headers } = await get()
    const again = await get({ 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
  })

  it('is not for members, nor for anybody with a token or an ended session', async () => {
    await get()
    await rename('Tall Vase')
    const { headers } = await makeToken(t.deps, ann, ['works:read'])
    expect((await get({}, ann)).body).toContain('Tall Vase')
    expect((await get(headers)).body).toContain('Tall Vase')
    expect((await get({ cookie: 'plinth=nobody' })).statusCode).toBe(401)
    expect((await get({ cookie: 'theme=dark' })).body).toContain('Moon Jar')
  })

  it('is never what a member got', async () => {
    await t.call(likePortfolio, { as: ann, params: { id }, body: { liked: true } })
    expect((await get({}, ann)).json()).toMatchObject({ isLiked: true })
    expect((await get()).json()).toMatchObject({ isLiked: false })
    expect((await get({}, ann)).json()).toMatchObject({ isLiked: true })
  })

  it('is gone at once after a change, also one that came while it was read', async () => {
    await get()
    await t.call(deletePortfolio, { as: maker, params: { id } })
    expect((await get()).statusCode).toBe(404)
    expect((await get()).statusCode).toBe(404)
  })

  it('counts towards the limit of its address', async () => {
    const statuses = []
    for (let at = 0; at < 7; at += 1)
      statuses.push((await limited.app.inject({ method: 'GET', url })).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  it('is in the figures of requests', async () => {
    const count = async () => {
      const { body } = await t.app.inject({ method: 'GET', url: '/metrics' })
      return Number(
        /requests_total\{method="GET",route="\/api\/portfolios\/:id",status="200"\} (\d+)/.exec(
          body,
        )?.[1] ?? 0,
      )
    }
    const before = await count()
    await get()
    await get()
    expect(await count()).toBe(before + 2)
  })
})

describe('a visitor’s page', () => {
  it('is sent again as it was, with the headers of a page, until something is written', async () => {
    const path = `/portfolio/${id}`
    const first = await get({}, undefined, path)
    await rename('Tall Vase')
    const again = await get({}, undefined, path)
    expect(again.body).toBe(first.body)
    const { 'x-request-id': _, date: __, ...headers } = first.headers
    expect(again.headers).toMatchObject(headers)
    expect(again.headers['cache-control']).toBe('private, no-store')
    expect((await get({}, ann, path)).body).toContain('Tall Vase')
    await t.call(deletePortfolio, { as: maker, params: { id } })
    expect((await get({}, undefined, path)).statusCode).toBe(404)
  })
})
