import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import {
  listPortfolios,
  deletePortfolio,
  likePortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testApp, type NamedPerson } from '../../../test/app.ts'
import { makeWork } from '../../../test/content/works.ts'
import { SHOW_BOOT, testWeb } from '../../../test/web.ts'
import { createKeptPages } from './kept-pages.ts'

describe('what is kept', () => {
  let data = { text: 'one' }
  let [loads, draws] = [0, 0]
  const source = (status = 200) => ({
    load: async () => {
      loads += 1
      return { ...data }
    },
    draw: async ({ text }: { text: string }) => {
      draws += 1
      return { status, headers: {}, shared: null, html: `<p>${text}</p>`.repeat(200) }
    },
  })
  const counts = () => ({ loads, draws })

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
    data = { text: 'one' }
    ;[loads, draws] = [0, 0]
  })
  afterEach(() => vi.useRealTimers())

  it('is read once in five seconds, and drawn again only when it has changed', async () => {
    const kept = createKeptPages()
    await Promise.all([kept.find('/', source()), kept.find('/', source())])
    await kept.find('/', source())
    expect(counts()).toEqual({ loads: 1, draws: 1 })

    vi.advanceTimersByTime(5_000)
    await kept.find('/', source())
    expect(counts()).toEqual({ loads: 2, draws: 1 })

    vi.advanceTimersByTime(5_000)
    data = { text: 'two' }
    const { bytes } = await (await kept.find('/', source())).page.bodies(undefined)
    expect(bytes.toString()).toContain('two')
    expect(counts()).toEqual({ loads: 3, draws: 2 })
  })

  it('is drawn again after half a minute, because times are in words', async () => {
    const kept = createKeptPages()
    await kept.find('/', source())
    vi.advanceTimersByTime(30_000)
    await kept.find('/', source())
    expect(counts()).toEqual({ loads: 2, draws: 2 })
  })

  it('is read again after a change, even if an older read has not ended', async () => {
    const kept = createKeptPages()
    const { promise, resolve } = Promise.withResolvers<{ text: string }>()
    const before = kept.find('/', { ...source(), load: () => promise })
    kept.clear()
    data = { text: 'after' }
    await kept.find('/', source())
    resolve({ text: 'before' })
    await before
    const { bytes } = await (await kept.find('/', source())).page.bodies(undefined)
    expect(bytes.toString()).toContain('after')
  })

  it('has each address for itself', async () => {
    const kept = createKeptPages()
    await kept.find('/a', source())
    data = { text: 'two' }
    const { bytes } = await (await kept.find('/b', source())).page.bodies(undefined)
    expect(bytes.toString()).toContain('two')
  })

  it('does not include pages that are not there, or failures', async () => {
    const kept = createKeptPages()
    await kept.find('/nowhere', source(404))
    await kept.find('/nowhere', source(404))
    expect(counts()).toEqual({ loads: 2, draws: 2 })
    const failing = { ...source(), load: () => Promise.reject(new Error('no database')) }
    await expect(kept.find('/', failing)).rejects.toThrow('no database')
    await kept.find('/', source())
    expect(loads).toBe(3)
  })

  it('is read for a few addresses at a time, so that a burst leaves the database to others', async () => {
    const kept = createKeptPages()
    let [reading, most] = [0, 0]
    const slow = {
      load: async () => {
        reading += 1
        most = Math.max(most, reading)
        await new Promise(setImmediate)
        reading -= 1
        return {}
      },
      draw: async () => ({ status: 200, headers: {}, shared: null, html: '' }),
    }
    await Promise.all(Array.from({ length: 50 }, (_, at) => kept.find(`/${at}`, slow)))
    expect(most).toBe(4)
  })

  it('does not grow without end', async () => {
    const kept = createKeptPages()
    await kept.find('/first', source())
    for (let at = 0; at < 1_000; at += 1) await kept.find(`/${at}`, source())
    await kept.find('/999', source())
    expect(loads).toBe(1_001)
    await kept.find('/first', source())
    expect(loads).toBe(1_002)
  })

  it('is sent in the encoding that the browser takes', async () => {
    const { bodies } = (await createKeptPages().find('/', source())).page
    const [plain, br, gzip] = await Promise.all([
      bodies('identity, br;q=0'),
      bodies('gzip, deflate, br, zstd'),
      bodies('gzip'),
    ])
    expect([plain.encoding, br.encoding, gzip.encoding]).toEqual([undefined, 'br', 'gzip'])
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true)
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
    // Whoever takes no compression gets the same bytes again.
    const [one, other] = await Promise.all([bodies(undefined), bodies('')])
    expect(one).toBe(other)
    expect(one.bytes.equals(plain.bytes)).toBe(true)
  })
})

describe('the pages of visitors', () => {
  const CSS = '.wall{color:red}'
  const web = testWeb({
    html: '<head><!--head--><link rel="stylesheet" crossorigin href="/assets/first.css"></head><body><!--app--><!--boot--></body>',
    render: SHOW_BOOT,
    sheets: { 'assets/first.css': CSS, 'assets/work.css': '.work{color:blue}' },
    screens: { work: { styles: ['assets/work.css'], scripts: ['assets/work.js'] } },
  })
  const t = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off' }))
  const open = (url: string, as?: NamedPerson) =>
    t.request({ method: 'GET', url, ...(as && { as }) })

  it('are the same bytes for everybody and never a member’s', async () => {
    const marit = await t.person('Marit', { isCreator: true })
    const bob = await t.person('Bob', { lastName: 'Nobodyelse' })
    const url = `/portfolio/${await makeWork(t.deps, marit, { title: 'Moon Jar' })}`
    const own = await open(url, bob)
    expect(own.body).toContain('Nobodyelse')
    const [one, two] = [await open(url), await open(url)]
    expect(one.body).toBe(two.body)
    expect(one.headers['content-security-policy']).toBe(two.headers['content-security-policy'])
    expect(one.body).toContain('Moon Jar')
    expect(one.body).not.toContain('Nobodyelse')
    expect(one.body).not.toContain(bob.id)
    expect((await open(url, bob)).body).toContain('Nobodyelse')
    expect(own.headers['cache-control']).toBe('private, no-store')
    expect(one.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=30, /)
  })

  it('are shown to whoever’s session has ended', async () => {
    const { body, status } = await open('/', { id: '', handle: '', cookie: 'plinth=nobody' })
    expect(status).toBe(200)
    expect(body).toBe((await open('/')).body)
  })

  it('lose at once what is deleted, and count a like within seconds', async () => {
    const marit = await t.person('Marit', { isCreator: true })
    const bob = await t.person('Bob')
    const id = await makeWork(t.deps, marit, { title: 'Slab Vase' })
    const url = `/portfolio/${id}`
    expect((await open(url)).body).toContain('"likeCount":0')
    await t.call(likePortfolio, { as: bob, params: { id }, body: { liked: true } })
    await vi.waitFor(async () => expect((await open(url)).body).toContain('"likeCount":1'), 10_000)
    await t.call(deletePortfolio, { as: marit, params: { id } })
    expect((await open(url)).status).toBe(404)
    expect((await t.call(listPortfolios)).body).not.toContainEqual(expect.objectContaining({ id }))
  })

  it('show within seconds what another process has changed', async () => {
    const marit = await t.person('Marit', { isCreator: true })
    const id = await makeWork(t.deps, marit, { title: 'Slab Vase' })
    await open(`/portfolio/${id}`)
    await sql`update portfolio_items set title = 'Tall Vase' where id = ${id}`.execute(t.deps.db)
    await vi.waitFor(
      async () => expect((await open(`/portfolio/${id}`)).body).toContain('Tall Vase'),
      10_000,
    )
  })

  it('have their styles inside, which the policy knows by their hashes', async () => {
    const marit = await t.person('Marit', { isCreator: true })
    const url = `/portfolio/${await makeWork(t.deps, marit, { title: 'Moon Jar' })}`
    const { body, headers } = await open(url)
    const html = String(body)
    const policy = String(headers['content-security-policy'])
    const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
    const styles = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, css = '']) => css)
    expect(styles.toSorted()).toEqual(['.work{color:blue}', CSS].toSorted())
    const scripts = [...html.matchAll(/<script(?![^>]*json)[^>]*>([^]*?)<\/script>/g)]
    expect(scripts).toHaveLength(1)
    for (const text of [...styles, scripts[0]?.[1] ?? ''])
      expect(policy).toContain(`'sha256-${hashOf(text)}'`)
    expect(policy).not.toMatch(/nonce|script-src[^;]*unsafe/)
    expect(html).toContain('<link rel="stylesheet" href="/assets/work.css" disabled>')
    // Members' other pages link to the same sheets, which their browsers have.
    const { body: linked } = await open(url, marit)
    expect(linked).not.toContain('<style>')
    expect(linked).toContain('<link rel="stylesheet" href="/assets/first.css">')
  })
})
