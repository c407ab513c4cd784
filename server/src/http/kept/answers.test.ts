import { connect, type Socket } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import {
  deletePortfolio,
  getPortfolio,
  likePortfolio,
  listPortfolios,
} from '@plinth/contract/portfolios/portfolios.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { sql } from 'kysely'
import { request } from 'undici'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testApp, type NamedPerson, type TestApp } from '../../../test/app.ts'
import { makeToken } from '../../../test/content/tokens.ts'
import { makeWork } from '../../../test/content/works.ts'
import { listen } from '../../../test/live-reader.ts'
import { startServerProcess } from '../../../test/server-process.ts'
import { SHOW_BOOT, testWeb } from '../../../test/web.ts'

const web = testWeb({
  html: '<head><!--head--></head><body><!--app--><!--boot--></body>',
  render: SHOW_BOOT,
})
const t = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off' }), { keepsAnswers: true })
const besides = (settings: Record<string, string> = {}, show: () => object = () => ({})) =>
  testApp(() => ({ DATABASE_URL: t.deps.env.databaseUrl, JOBS: 'off', ...settings, ...show() }), {
    keepsAnswers: true,
  })
const withPages = () => ({ WEB_DIST: web.dir })
const limited = besides({ RATE_LIMIT_PER_MINUTE: '5' })
const pages = besides({ RATE_LIMIT_PER_MINUTE: '5', TRUST_PROXY: 'on' }, withPages)
const roomy = besides({ RATE_LIMIT_PER_MINUTE: '50' }, withPages)
const proxied = besides({ RATE_LIMIT_PER_MINUTE: '5', TRUST_PROXY: 'on' })
const leaving = besides()
const closing = besides()
let maker: NamedPerson
let ann: NamedPerson
let id: string
let url: string

// Over a port, because `inject` hands requests to Fastify and never gets a kept answer.
beforeAll(async () => {
  for (const app of [t, limited, pages, roomy, proxied, leaving, closing]) await listen(app)
})
beforeEach(async () => {
  maker = await t.person('Marit', { isCreator: true })
  ann = await t.person('Ann')
  id = await makeWork(t.deps, maker, { title: 'Moon Jar' })
  url = endpointUrl(getPortfolio, { params: { id } })
})
afterEach(() => vi.restoreAllMocks())

/** Stops the clock of this process, or lets it stand so many milliseconds later. */
function stopClock(later = 0): void {
  const at = performance.now() + later
  vi.spyOn(performance, 'now').mockReturnValue(at)
}

async function ask(site: TestApp, path: string, options: Parameters<typeof request>[1] = {}) {
  const { statusCode, headers, body } = await request(site.app.listeningOrigin + path, options)
  const rawPayload = Buffer.from(await body.arrayBuffer())
  return { statusCode, headers, rawPayload, body: rawPayload.toString() }
}
const get = (headers: Record<string, string> = {}, as?: NamedPerson, path = url) =>
  ask(t, path, { headers: { ...headers, ...(as && { cookie: as.cookie }) } })
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

    stopClock(1_000)
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
    stopClock()
    await get()
    await rename('Tall Vase')
    for (let at = 0; at < 1_000; at += 1) await t.app.inject(`/terms?look=${at}`)
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
    for (const cookie of ['plinth=nobody', 'theme=dark;plinth=nobody', 'plinth="nobody"; plinth='])
      expect((await get({ cookie })).statusCode, cookie).toBe(401)
    const none = ['theme=dark', 'plinth=', 'theme=plinth', 'plinth-sign-in=state', 'my-plinth=1']
    for (const cookie of none) expect((await get({ cookie })).body, cookie).toContain('Moon Jar')
  })

  it('is never what a member got', async () => {
    await t.call(likePortfolio, { as: ann, params: { id }, body: { liked: true } })
    expect(JSON.parse((await get({}, ann)).body)).toMatchObject({ isLiked: true })
    expect(JSON.parse((await get()).body)).toMatchObject({ isLiked: false })
    expect(JSON.parse((await get({}, ann)).body)).toMatchObject({ isLiked: true })
  })

  it('is gone at once after a change, also one that came while it was read', async () => {
    await get()
    await t.call(deletePortfolio, { as: maker, params: { id } })
    expect((await get()).statusCode).toBe(404)
    expect((await get()).statusCode).toBe(404)
  })

  it('counts towards the limit of its address', async () => {
    const statuses = []
    for (let at = 0; at < 7; at += 1) statuses.push((await ask(limited, url)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  it('counts towards the address that a trusted proxy names', async () => {
    const statusFor = async (address: string) =>
      (await ask(proxied, url, { headers: { 'x-forwarded-for': address } })).statusCode
    const statuses = []
    for (let at = 0; at < 6; at += 1)
      statuses.push(await statusFor(`198.51.100.${at}, 203.0.113.9, 10.0.0.7`))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await statusFor('203.0.113.10')).toBe(200)
  })

  it('leaves requests whose address makes no sense to the route', async () => {
    const headers = { 'x-forwarded-for': 'nowhere' }
    await ask(proxied, url, { headers: { 'x-forwarded-for': '203.0.113.11' } })
    const kept = await ask(proxied, url, { headers })
    const made = await proxied.app.inject({ url, headers })
    expect(kept.statusCode).toBe(made.statusCode)
  })

  it('is not for HEAD', async () => {
    const { headers } = await get()
    await rename('Tall Vase')
    const head = await ask(t, url, { method: 'HEAD' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['etag']).not.toBe(headers['etag'])
  })

  it('closes the connection of a server that leaves', async () => {
    expect((await ask(leaving, url)).headers['connection']).toBe('keep-alive')
    leaving.app.leave()
    const { statusCode, headers } = await ask(leaving, url)
    expect([statusCode, headers['connection']]).toEqual([200, 'close'])
  })

  it('is a 503 while the server closes', async () => {
    await ask(closing, url)
    const { hostname, port } = new URL(closing.app.listeningOrigin)
    const socket = connect(Number(port), hostname)
    // A connection in the middle of a request stays open.
    const reached = new Promise((resolve) => closing.app.server.once('connection', resolve))
    socket.write(`GET ${url} HTTP/1.1\r\nhost: plinth\r\n`)
    const server = (await reached) as Socket
    await expect.poll(() => server.bytesRead).toBeGreaterThan(0)
    const closed = closing.app.close()
    await expect.poll(() => closing.app.server.listening).toBe(false)
    socket.write('\r\n')
    let answer = ''
    for await (const bytes of socket) answer += String(bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*\r\nconnection: close\r\n/i)
    await closed
  })

  it('is logged with its id and its path, and without its query', async () => {
    const server = await startServerProcess(t, { LOG_LEVEL: 'info' })
    // A page, because it is kept for longer than starting to answer may take on a busy machine.
    const visit = async () => {
      const answer = await fetch(`${server.origin}/terms?from=somewhere`)
      await answer.text()
      return answer.headers.get('x-request-id')
    }
    await visit()
    const requestId = await visit()
    const ofRequest = () =>
      server
        .log()
        .split('\n')
        .filter((line) => line.includes(`"reqId":"${requestId}"`))
    await expect.poll(ofRequest).toHaveLength(1)
    await server.stop()
    expect(JSON.parse(ofRequest()[0] ?? '')).toMatchObject({
      level: 30,
      req: { method: 'GET', path: '/terms' },
      res: { statusCode: 200 },
      responseTime: expect.any(Number),
      msg: 'request completed',
    })
    expect(server.log()).not.toContain('somewhere')
  })

  it('is in the figures of requests', async () => {
    const count = async (status: number) => {
      const { body } = await t.app.inject({ method: 'GET', url: '/metrics' })
      const labels = `{method="GET",route="/api/portfolios/:id",status="${status}"} `
      return Number(body.split(labels)[1]?.split('\n')[0] ?? 0)
    }
    const [before, unchanged] = [await count(200), await count(304)]
    const { headers } = await get()
    await get()
    await expect.poll(() => count(200)).toBe(before + 2)
    await get({ 'if-none-match': String(headers['etag']) })
    await expect.poll(() => count(304)).toBe(unchanged + 1)
  })
})

describe('a visitor’s page', () => {
  it('counts towards the limit of its address, kept or not, and so does one that is nowhere', async () => {
    // All servers count together, and other tests have used up what is left to this machine.
    const headers = { 'x-forwarded-for': '203.0.113.50' }
    const statusOf = async (path: string) => (await ask(pages, path, { headers })).statusCode
    const statuses = []
    for (let at = 0; at < 3; at += 1) statuses.push(await statusOf(`/portfolio/${id}`))
    for (let at = 0; at < 2; at += 1) statuses.push(await statusOf(`/nowhere/${at}`))
    expect(statuses).toEqual([200, 200, 200, 404, 404])
    const refused = await ask(pages, `/portfolio/${id}`, { headers })
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([
      429,
      'text/html; charset=utf-8',
    ])
    expect(refused.body).toContain('Too many requests')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await statusOf('/nowhere/2')).toBe(429)
  })

  it('says to nobody how much of a limit others have left', async () => {
    const path = `/portfolio/${id}?look=limits`
    for (const { headers } of [await ask(roomy, path), await ask(roomy, path)])
      expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  })

  it('is sent again as it was, with the headers of a page, until something is written', async () => {
    const path = `/portfolio/${id}`
    const first = await get({}, undefined, path)
    await rename('Tall Vase')
    const again = await get({}, undefined, path)
    expect(again.body).toBe(first.body)
    const { 'x-request-id': _, date: __, ...headers } = first.headers
    expect(again.headers).toMatchObject(headers)
    expect(again.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=30, /)
    const etag = String(first.headers.etag)
    expect((await get({ 'if-none-match': etag }, undefined, path)).statusCode).toBe(304)
    expect((await get({}, ann, path)).body).toContain('Tall Vase')
    await t.call(deletePortfolio, { as: maker, params: { id } })
    expect((await get({}, undefined, path)).statusCode).toBe(404)
  })
})
