import { Readable } from 'node:stream'
import { createBoard } from '@plinth/contract/boards/boards.ts'
import { createSeries } from '@plinth/contract/portfolios/series.ts'
import { showWall } from '@plinth/contract/portfolios/walls.ts'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { sql } from 'kysely'
import { parseSitemap, parseSitemapIndex } from 'sitemap'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson } from '../../../test/app.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { findBatch, findParts, findTagParts, findTags } from './sitemap-queries.ts'

const t = testApp()
const ORIGIN = 'http://localhost:3000'
let alice: NamedPerson
let series: string
let board: string
const works: Record<string, string> = {}
const posts: Record<string, string> = {}

const setWork = (id: string, values: object) =>
  t.deps.db.updateTable('portfolio_items').set(values).where('id', '=', id).execute()

beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true })
  const dora = await t.person('Dora', { isCreator: true })
  await t.person('Bob')
  works['shown'] = await makeWork(t.deps, alice, { title: 'Jar', tags: ['Ash & <Co>', "o'clock"] })
  works['sensitive'] = await makeWork(t.deps, alice)
  works['unlisted'] = await makeWork(t.deps, alice, { isListed: false })
  works['takenDown'] = await makeWork(t.deps, alice)
  works['gone'] = await makeWork(t.deps, dora)
  posts['shown'] = await makePost(t.deps, alice)
  posts['private'] = await makePost(t.deps, alice, { isPublic: false })
  posts['waiting'] = await makePost(t.deps, alice, { isApproved: false })
  posts['gone'] = await makePost(t.deps, dora)
  const { db } = t.deps
  await setWork(works['sensitive'], { sensitive_by_author: true })
  await setWork(works['takenDown'], {
    taken_down_at: new Date(),
    taken_down_reason: 'spam',
    is_listed: false,
  })
  await db
    .insertInto('portfolio_tags')
    .values(
      ['ash & <co>', "o'clock"].map((tag) => ({
        tag,
        created_at: new Date(),
        item_id: works['shown'] ?? '',
      })),
    )
    .onConflict((on) => on.doNothing())
    .execute()
  await db
    .updateTable('users')
    .set({ suspended_at: new Date() })
    .where('id', '=', dora.id)
    .execute()
})

beforeAll(async () => {
  const make = async (title: string, workId: string | undefined): Promise<string> =>
    (await t.call(createSeries, { as: alice, body: { title, workIds: [workId] } })).body.id
  series = await make('Shown', works['shown'])
  await t.call(showWall, { as: alice })
  await make('Not shown yet', works['sensitive'])
  const makeBoard = async (visibility: 'private' | 'link' | 'public', workId?: string) => {
    const body = { title: visibility, visibility, workId }
    return (await t.call(createBoard, { as: alice, body })).body.id
  }
  board = await makeBoard('public', works['shown'])
  await makeBoard('public')
  await makeBoard('link', works['shown'])
  await makeBoard('private', works['shown'])
  await sql`update boards set taken_down_at = now(), taken_down_reason = 'spam'
    where id = ${await makeBoard('public', works['shown'])}::uuid`.execute(t.deps.db)
})

const get = async (path: string): Promise<string> => {
  const { status, body, headers } = await t.request({ method: 'GET', url: path })
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  })
  expect(XMLValidator.validate(body)).toBe(true)
  return body
}
const part = async (name: string) =>
  parseSitemap(Readable.from(await get(`/sitemap-${name}-1.xml`)))
const urlsOf = async (name: string) => (await part(name)).map(({ url }) => url)

describe('the sitemap', () => {
  it('is an index of its parts', async () => {
    const index = await parseSitemapIndex(Readable.from(await get('/sitemap.xml')))
    expect(index.map(({ url }) => url)).toEqual(
      ['pages', 'works', 'people', 'posts', 'series', 'boards', 'tags'].map(
        (one) => `${ORIGIN}/sitemap-${one}-1.xml`,
      ),
    )
  })

  it('lists what everybody may see, and nothing else', async () => {
    expect(await urlsOf('works')).toEqual(
      ['shown', 'sensitive'].map((name) => `${ORIGIN}/portfolio/${works[name]}`),
    )
    expect(await urlsOf('posts')).toEqual([`${ORIGIN}/post/${posts['shown']}`])
    expect(await urlsOf('series')).toEqual([`${ORIGIN}/series/${series}`])
    expect(await urlsOf('boards')).toEqual([`${ORIGIN}/boards/${board}`])
    expect(await urlsOf('people')).toEqual([`${ORIGIN}/@${alice.handle}`])
    expect(await urlsOf('tags')).toEqual([
      `${ORIGIN}/explore/tag/ash%20%26%20%3Cco%3E`,
      `${ORIGIN}/explore/tag/o%27clock`,
    ])
    const pages = await urlsOf('pages')
    expect(pages).toContain(`${ORIGIN}/explore?category=photography`)
    expect(pages).toContain(`${ORIGIN}/ai`)
  })

  it('says when a work changed, and shows its picture unless it is sensitive', async () => {
    const [shown, sensitive] = await part('works')
    expect(shown?.lastmod).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect(shown?.img).toEqual([
      expect.objectContaining({ url: expect.stringMatching(/\/media\/[^/]+\/960\.webp$/) }),
    ])
    expect(sensitive?.img).toEqual([])
  })

  it('has only elements of the protocol, in its order, with whole addresses', async () => {
    const parser = new XMLParser({ ignoreAttributes: false })
    for (const name of ['pages', 'works', 'people', 'posts', 'series', 'boards', 'tags']) {
      const { urlset } = parser.parse(await get(`/sitemap-${name}-1.xml`))
      expect(urlset['@_xmlns']).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
      for (const url of [urlset.url].flat()) {
        const keys = Object.keys(url)
        expect(['loc', 'lastmod', 'image:image'].filter((key) => keys.includes(key))).toEqual(keys)
        expect(url.loc.length).toBeLessThan(2_048)
        expect(URL.canParse(url.loc)).toBe(true)
      }
    }
  })

  it('answers 404 for a part that is not there', async () => {
    for (const name of ['works-2', 'works-0', 'users-1', 'pages-2', 'tags-9999', 'works-99999']) {
      const { status } = await t.request({ method: 'GET', url: `/sitemap-${name}.xml` })
      expect(status, name).toBe(404)
    }
  })
})

describe('its parts', () => {
  it('begin after as many addresses as fit, and hold each once', async () => {
    const { db } = t.deps
    const creator = await t.person('Eve', { isCreator: true })
    for (let n = 0; n < 5; n += 1) await makeWork(t.deps, creator)
    const parts = await findParts(db, 'works', 3)
    expect(parts).toHaveLength(3)
    const ids = await Promise.all(
      parts.map(async (from) => {
        const rows = await findBatch(db, 'works', { from, isAfter: false, limit: 3 })
        return rows.map(({ id }) => id)
      }),
    )
    expect(ids.map(({ length }) => length)).toEqual([3, 3, 1])
    expect(new Set(ids.flat()).size).toBe(7)
    const tags = await findTagParts(db, 1)
    expect(tags).toEqual(['ash & <co>', "o'clock"])
    expect(await findTags(db, tags[1] ?? '', 1)).toEqual(["o'clock"])
  })
})
