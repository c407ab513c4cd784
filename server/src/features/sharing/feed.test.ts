import { parseFeed } from '@rowanmanning/feed-parser'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson } from '../../../test/app.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'

const t = testApp()
const ORIGIN = 'http://localhost:3000'
const TITLE = 'Moon <Jar> & "Co" ]]> \u0007bell'
let alice: NamedPerson
let work: string
let sensitive: string
let post: string

beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true, lastName: 'Adler' })
  const day = (n: number) => new Date(Date.UTC(2026, 9, n))
  sensitive = await makeWork(t.deps, alice, { title: 'Bare', createdAt: day(1), categoryId: 6 })
  await t.deps.db
    .updateTable('portfolio_items')
    .set({ sensitive_by_author: true })
    .where('id', '=', sensitive)
    .execute()
  work = await makeWork(t.deps, alice, {
    title: TITLE,
    description: 'Thrown.\n\nFired <script>alert(1)</script>\ntwice.',
    tags: ['raku', 'ash glaze'],
    categoryId: 6,
    createdAt: day(2),
  })
  post = await makePost(t.deps, alice, {
    title: 'In the kiln',
    tags: ['raku'],
    categoryId: 6,
    createdAt: day(3),
  })
  await makePost(t.deps, alice, { title: 'Hidden', isPublic: false, categoryId: 6 })
  await makeWork(t.deps, alice, { title: 'Unlisted', isListed: false, categoryId: 6 })
  // A post that shows the work again.
  const again = await makePost(t.deps, alice, { title: 'Again', portfolioId: work, categoryId: 6 })
  await t.deps.db.updateTable('posts').set({ type: 'portfolio' }).where('id', '=', again).execute()
  await t.deps.db
    .insertInto('portfolio_tags')
    .values({ tag: 'raku', created_at: day(2), item_id: work })
    .onConflict((on) => on.doNothing())
    .execute()
})

const get = (url: string, headers: Record<string, string> = {}) =>
  t.request({ method: 'GET', url, headers })
const places = (): [string, string, string[]][] => [
  [`/@${alice.handle}`, `${ORIGIN}/@${alice.handle}`, [post, work, sensitive]],
  ['/explore/crafting', `${ORIGIN}/explore?category=crafting`, [post, work, sensitive]],
  ['/explore/tag/raku', `${ORIGIN}/explore/tag/raku`, [post, work]],
]
const idsOf = (urls: (string | null | undefined)[]) => urls.map((url) => url?.split('/').at(-1))

describe('a feed', () => {
  it('is Atom with what RFC 4287 requires, newest first', async () => {
    const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'entry' })
    for (const [base, page, ids] of places()) {
      const { status, headers, body } = await get(`${base}/feed.atom`)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'application/atom+xml; charset=utf-8',
        'cache-control': 'public, max-age=300, s-maxage=30, stale-while-revalidate=60',
        'access-control-allow-origin': '*',
      })
      expect(XMLValidator.validate(body)).toBe(true)
      const { feed } = parser.parse(body)
      expect(feed['@_xmlns']).toBe('http://www.w3.org/2005/Atom')
      expect(feed).toMatchObject({ id: page, title: expect.any(String) })
      expect(Date.parse(feed.updated)).not.toBeNaN()
      const rels = feed.link.map((link: Record<string, string>) => [link['@_rel'], link['@_href']])
      expect(rels).toEqual([
        ['self', `${ORIGIN}${base}/feed.atom`],
        ['alternate', page],
      ])
      for (const entry of feed.entry) {
        for (const element of [
          'id',
          'title',
          'updated',
          'published',
          'author',
          'content',
          'link',
        ]) {
          expect(entry, element).toHaveProperty(element)
        }
        expect(entry.author.name).toBe('Alice Adler')
      }
      const read = parseFeed(body)
      expect(idsOf(read.items.map(({ url }) => url))).toEqual(ids)
      expect(read.items.find(({ url }) => url?.endsWith(work))).toMatchObject({
        title: 'Moon <Jar> & "Co" ]]> bell',
        published: new Date(Date.UTC(2026, 9, 2)),
        media: [expect.objectContaining({ url: expect.stringMatching(/^http.*\/960\.webp$/) })],
      })
    }
  })

  it('is JSON Feed 1.1, with the same entries', async () => {
    for (const [base, page, ids] of places()) {
      const { status, headers, body } = await get(`${base}/feed.json`)
      expect(status).toBe(200)
      expect(headers['content-type']).toBe('application/feed+json; charset=utf-8')
      const feed = JSON.parse(body)
      expect(feed).toMatchObject({
        version: 'https://jsonfeed.org/version/1.1',
        title: expect.any(String),
        home_page_url: page,
        feed_url: `${ORIGIN}${base}/feed.json`,
      })
      expect(idsOf(feed.items.map((item: { id: string }) => item.id))).toEqual(ids)
      for (const item of feed.items) {
        expect(item.content_html).toEqual(expect.any(String))
        expect(Date.parse(item.date_published)).not.toBeNaN()
        expect(item.authors).toEqual([{ name: 'Alice Adler', url: `${ORIGIN}/@${alice.handle}` }])
      }
    }
  })

  it('shows descriptions as text, and no sensitive picture', async () => {
    const { body } = await get(`/@${alice.handle}/feed.json`)
    const items = new Map<string, Record<string, unknown>>(
      JSON.parse(body).items.map((item: { id: string }) => [item.id.split('/').at(-1), item]),
    )
    expect(items.get(work)?.['content_html']).toMatch(
      /<p>Thrown\.<\/p><p>Fired &lt;script>alert\(1\)&lt;\/script><br>twice\.<\/p>$/,
    )
    expect(items.get(work)).toHaveProperty('image')
    expect(JSON.stringify(items.get(sensitive))).not.toContain('/media/')
    expect(items.get(sensitive)?.['content_html']).toContain('sensitive')
  })

  it('answers 304 while nothing has changed', async () => {
    const url = `/@${alice.handle}/feed.atom`
    const { headers } = await get(url)
    const [etag, modified] = [String(headers['etag']), String(headers['last-modified'])]
    expect((await get(url, { 'if-none-match': etag })).status).toBe(304)
    expect((await get(url, { 'if-none-match': `"x", W/${etag}` })).status).toBe(304)
    expect((await get(url, { 'if-modified-since': modified })).status).toBe(304)
    const before = new Date(Date.parse(modified) - 1_000).toUTCString()
    expect((await get(url, { 'if-modified-since': before })).status).toBe(200)
    expect((await get(url, { 'if-none-match': '"x"', 'if-modified-since': modified })).status).toBe(
      200,
    )
  })

  it('is found by an earlier handle and by other spellings', async () => {
    const eve = await t.person('Eveline', { isCreator: true })
    const earlier = eve.handle
    await t.deps.db
      .updateTable('users')
      .set({ handle: 'eve_of_today' })
      .where('id', '=', eve.id)
      .execute()
    for (const handle of [earlier, earlier.toUpperCase(), 'Eve_Of_Today']) {
      expect(await get(`/@${handle}/feed.json`)).toMatchObject({
        status: 301,
        headers: { location: '/@eve_of_today/feed.json' },
      })
    }
    const { body } = await get('/@eve_of_today/feed.atom')
    // A feed without entries is valid, too.
    expect(parseFeed(body).items).toEqual([])
  })

  it('is 404 for who is no creator or suspended, and for lists that do not exist', async () => {
    const bob = await t.person('Bobby')
    const dora = await t.person('Dorothea', { isCreator: true })
    await t.deps.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('id', '=', dora.id)
      .execute()
    for (const path of [
      `/@${bob.handle}`,
      `/@${dora.handle}`,
      '/@nobody_at_all',
      '/@%00',
      '/explore/carpentry',
      '/explore/tag/never-used',
      '/explore/tag/%00',
    ]) {
      for (const format of ['atom', 'json']) {
        expect((await get(`${path}/feed.${format}`)).status, path).toBe(404)
      }
    }
  })

  it('keeps nobody else’s entries when their author is suspended', async () => {
    const finn = await t.person('Finnegan', { isCreator: true })
    await makeWork(t.deps, finn, { title: 'Of Finn', categoryId: 5 })
    expect((await get('/explore/artwork/feed.json')).body).toContain('Of Finn')
    await t.deps.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('id', '=', finn.id)
      .execute()
    expect((await get('/explore/artwork/feed.json')).body).not.toContain('Of Finn')
  })
})
