import { readFileSync } from 'node:fs'
import path from 'node:path'
import cookie from '@fastify/cookie'
import { getPortfolio, listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson, type TestApp } from '../../test/app.ts'
import { makeWork } from '../../test/content/works.ts'
import { createMediaClient } from '../../test/media/media-client.ts'
import { makePicture } from '../../test/media/pictures.ts'
import { SHOW_BOOT, testWeb } from '../../test/web.ts'
import { tagOf } from '../gateways/purge.ts'
import { REFUSED_CRAWLERS, isTrainingCrawler } from './crawlers.ts'
import { pageCaching, registerCaching } from './caching.ts'
import { cookieNames } from './viewer.ts'

const web = testWeb({
  html: '<head><!--head--></head><body><!--app--><!--boot--></body>',
  render: SHOW_BOOT,
})
const unknown = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off' }))
/** The same site behind a cache. */
const behind = (style: string) =>
  testApp(() => ({
    DATABASE_URL: unknown.deps.env.databaseUrl,
    PLINTH_DATA: unknown.dataDir,
    WEB_DIST: web.dir,
    JOBS: 'off',
    CACHE_PURGE_URL: 'http://127.0.0.1:9',
    CACHE_PURGE_STYLE: style,
    CACHE_PURGE_TOKEN: 'a-token-of-a-cache',
  }))
const nginx = behind('nginx')
const varnish = behind('varnish')
const fastly = behind('fastly')
const cloudflare = behind('cloudflare')

const SHARED = 's-maxage=30, stale-while-revalidate=60'
const MOMENT = 's-maxage=1'
const YEAR = 'max-age=31536000'

let marit: NamedPerson
let work: string
let file: string
beforeAll(async () => {
  marit = await unknown.person('Marit', { isCreator: true })
  work = await makeWork(unknown.deps, marit, { title: 'Moon Jar' })
  const { id } = await createMediaClient(unknown, marit).upload(await makePicture('image/png'))
  await sql`update media set is_private = false where id = ${id}::uuid`.execute(unknown.deps.db)
  file = `/media/${id}/original.png`
})
const get = async (t: TestApp, url: string, headers: Record<string, string> = {}) => {
  const { statusCode: status, headers: got, body } = await t.app.inject({ url, headers })
  return { status, headers: got, body, control: String(got['cache-control']) }
}
const nobody = { authorization: 'Basic c3RhZ2luZzpzdGFnaW5n' }

describe('a visitor’s page', () => {
  it('may be kept by shared caches for a moment, and by browsers with its ETag', async () => {
    const t = unknown
    for (const url of [`/portfolio/${work}`, '/', '/explore', '/limits']) {
      const { status, headers, control } = await get(t, url)
      expect([url, status, control]).toEqual([url, 200, `public, max-age=0, ${SHARED}`])
      expect(headers.vary).toBe('Cookie, Authorization, accept-encoding')
      expect(headers['set-cookie']).toBeUndefined()
      const etag = String(headers.etag)
      const again = await get(t, url, { 'if-none-match': etag })
      expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag])
      expect(again.control).toBe(control)
      // A cache would take over the type, and show the page as text.
      expect(again.headers['content-type']).toBeUndefined()
      expect((await get(t, url, { 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  it('is nobody else’s with a session, one that has ended, or a password', async () => {
    const t = varnish
    const url = `/portfolio/${work}`
    const etag = String((await get(t, url)).headers.etag)
    for (const who of [{ cookie: marit.cookie }, { cookie: 'plinth=gone' }, nobody]) {
      const answer = await get(t, url, { ...who, 'if-none-match': etag })
      expect([answer.status, answer.control]).toEqual([200, 'private, no-store'])
      expect([answer.headers.etag, answer.headers['xkey']]).toEqual([undefined, undefined])
    }
    for (const other of [{ cookie: 'theme=dark' }, { cookie: 'plinth=' }, { accept: 'text/plain' }])
      expect((await get(t, url, other)).control).toContain('public')
  })

  it('is kept by nobody when it is an error or leads elsewhere', async () => {
    const t = unknown
    for (const url of ['/nowhere', '/settings', `/@${marit.handle.toUpperCase()}`, '/explore/']) {
      const { status, headers, control } = await get(t, url)
      expect([url, status >= 300, control]).toEqual([url, true, 'private, no-store'])
      expect(headers.etag).toBeUndefined()
    }
  })
})

describe('a tag', () => {
  it('is in every answer that shows the work, as the cache reads it', async () => {
    for (const [app, name, separator] of [
      [varnish, 'xkey', ' '],
      [fastly, 'surrogate-key', ' '],
      [cloudflare, 'cache-tag', ','],
    ] as const) {
      const t = app
      for (const url of [
        `/portfolio/${work}`,
        `/@${marit.handle}`,
        '/explore',
        `/@${marit.handle}/feed.atom`,
        endpointUrl(getPortfolio, { params: { id: work } }),
        endpointUrl(listPortfolios),
      ]) {
        const { headers, control } = await get(t, url)
        const tags = String(headers[name]).split(separator)
        expect([url, tags.includes(tagOf(work))]).toEqual([url, true])
        expect([url, control.endsWith(SHARED)]).toEqual([url, true])
      }
      const id = file.split('/')[2] ?? ''
      const { headers, control } = await get(t, file)
      expect([headers[name], control]).toEqual([tagOf(id), `public, ${YEAR}, immutable`])
    }
  })

  it('is nowhere where nobody reads it', async () => {
    for (const app of [unknown, nginx]) {
      const t = app
      for (const url of [`/portfolio/${work}`, endpointUrl(listPortfolios), file]) {
        const { headers } = await get(t, url)
        for (const name of ['xkey', 'surrogate-key', 'cache-tag'])
          expect([url, headers[name]]).toEqual([url, undefined])
      }
    }
  })

  it('is replaced by a short life where it cannot be used', async () => {
    const t = nginx
    expect((await get(t, `/portfolio/${work}`)).control).toBe(`public, max-age=0, ${MOMENT}`)
    expect((await get(t, endpointUrl(listPortfolios))).control).toBe(
      `public, max-age=10, ${MOMENT}`,
    )
    // Too many for a header.
    const idsTo = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      ).join(' ')
    for (const [count, lifetime] of [
      [500, SHARED],
      [501, MOMENT],
    ] as const) {
      const headers = pageCaching('fastly', idsTo(count))
      expect(headers['cache-control']).toBe(`public, max-age=0, ${lifetime}`)
      expect(headers['surrogate-key']?.split(' ').length).toBe(count > 500 ? undefined : count)
    }
  })
})

describe('a file', () => {
  it('is kept by a cache that is told what to forget, and for an hour by others', async () => {
    const t = unknown
    // Every upload is kept out of AI training until its owner says otherwise, and that cache would not ask who reads it.
    expect((await get(t, file)).control).toBe(`private, ${YEAR}, immutable`)
    await sql`update media set is_reserved = false`.execute(t.deps.db)
    expect((await get(t, file)).control).toBe(`public, ${YEAR}, s-maxage=3600, immutable`)
    expect((await get(t, file, nobody)).control).toBe(`private, ${YEAR}, immutable`)
    expect((await get(nginx, file)).control).toBe(`public, ${YEAR}, immutable`)
  })

  it('is the same for members, whose cookie is not read', async () => {
    const t = varnish
    const [one, other] = [await get(t, file), await get(t, file, { cookie: marit.cookie })]
    expect(other.control).toBe(one.control)
    expect(other.body).toBe(one.body)
  })

  it('is kept by browsers only when its address has a query, which a purge does not name', async () => {
    for (const app of [nginx, varnish]) {
      const t = app
      for (const query of ['?download', '?expires=1&signature=x'])
        expect((await get(t, file + query)).control).toBe(`private, ${YEAR}, immutable`)
    }
  })

  it('is not public before anything shows it, nor for a crawler that is refused', async () => {
    const t = varnish
    const desk = createMediaClient(t, marit)
    const { id, url } = await desk.upload(await makePicture('image/png'))
    expect((await get(t, url, { 'user-agent': 'GPTBot/1.1' })).control).toBe('no-store')
    expect((await get(t, `/media/${id}/original.png`)).control).toBe('no-store')
    const { picture } = await desk.read(id)
    expect((await get(t, picture.originalUrl)).control).toBe('private, max-age=300')
  })
})

describe('a text outside the contract', () => {
  it('has an ETag, and the life of a list if it shows something', async () => {
    const t = unknown
    const feed = `/@${marit.handle}/feed.atom`
    for (const [url, control] of [
      [feed, `public, max-age=300, ${SHARED}`],
      ['/sitemap.xml', 'public, max-age=3600'],
      ['/robots.txt', 'public, max-age=3600'],
    ] as const) {
      const { headers, control: got } = await get(t, url)
      expect([url, got]).toEqual([url, control])
      const again = await get(t, url, { 'if-none-match': String(headers.etag) })
      expect([url, again.status, again.body]).toEqual([url, 304, ''])
      expect(again.headers['content-type']).toBeUndefined()
      expect(again.control).toContain(control)
    }
    for (const who of [{ cookie: marit.cookie }, nobody])
      expect((await get(t, feed, who)).control).toBe('private, max-age=300')
  })
})

it('never lets a shared cache keep what sets a cookie or what a password opens', async () => {
  const app = Fastify()
  await app.register(cookie)
  registerCaching(app, { cookies: cookieNames('http://localhost:3000'), style: 'varnish' })
  app.get('/cookie', (_, reply) =>
    reply.setCookie('a', 'b').header('cache-control', 'public, max-age=60').send('text'),
  )
  app.get('/bytes', (_, reply) =>
    reply.header('cache-control', 'public, max-age=60, s-maxage=9').send(Buffer.from('bytes')),
  )
  const control = async (url: string, headers = {}) =>
    (await app.inject({ url, headers })).headers['cache-control']
  expect(await control('/cookie')).toBe('private, no-store')
  expect(await control('/bytes')).toBe('public, max-age=60, s-maxage=9')
  expect(await control('/bytes', nobody)).toBe('private, max-age=60')
  await app.close()
})

it.each(['nginx.conf.template', 'varnish.vcl.template', 'cloudflare.json'])(
  'lets Plinth itself answer crawlers for AI training, behind %s',
  (name) => {
    const folder = path.join(import.meta.dirname, '../../../deploy/cache')
    const text = readFileSync(path.join(folder, name), 'utf8').toLowerCase()
    const names = REFUSED_CRAWLERS.filter((one) => isTrainingCrawler(one))
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((one) => !text.includes(one.toLowerCase()))).toEqual([])
  },
)
