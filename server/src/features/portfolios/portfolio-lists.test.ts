import {
  listCategories,
  listPortfolios,
  listUserPortfolios,
} from '@plinth/contract/portfolios/portfolios.ts'
import { newId } from '../../db/id.ts'
import { testApp, type Person } from '../../../test/app.ts'
import { idsOf, nextOf, walk } from '../../../test/content/lists.ts'
import { makeWork } from '../../../test/content/works.ts'
import { beforeAll, describe, expect, it } from 'vitest'

const t = testApp()
let alice: Person
let bob: Person
let carol: Person
const ids: string[] = []

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))

beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true, lastName: 'Adler' })
  bob = await t.person('Bob', { isCreator: true, lastName: 'Brandt' })
  carol = await t.person('Carol')
  // Three at the same instant, three with the same popularity, all with the same two prices.
  for (let n = 0; n < 14; n += 1) {
    ids.push(
      await makeWork(t.deps, n % 3 === 0 ? bob : alice, {
        title: `Work ${n}`,
        categoryId: n % 2 === 0 ? 1 : 2,
        createdAt: at(Math.floor(n / 3)),
        pop: Math.floor(n / 3) / 3,
        priceCents: n === 0 ? 45_000 : n === 1 ? 45_050 : null,
        tags: ['one', 'Two'],
        ...(n % 4 === 0 ? { featuredAt: at(100 + Math.floor(n / 8)) } : {}),
      }),
    )
  }
  await makeWork(t.deps, alice, { title: 'Not ready', isListed: false, createdAt: at(30) })
})

/** A list page by page, of which only the last may be short. */
async function pageByPage(query: object, limit: number): Promise<string[]> {
  const pages = await walk(t, listPortfolios, { query: { ...query, limit } })
  for (const { body } of pages.slice(0, -1)) expect(body).toHaveLength(limit)
  return pages.flatMap(idsOf)
}

describe('a list of works', () => {
  it('has the newest first and only listed works', async () => {
    const answer = await t.call(listPortfolios)
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toContain('public, ')
    expect(answer.body).toHaveLength(14)
    expect(answer.body[0].title).toBe('Work 13')
    expect(answer.body[0]).toMatchObject({
      creatorId: alice.id,
      creator: {
        id: alice.id,
        firstName: 'Alice',
        lastName: 'Adler',
        isCreator: true,
        location: null,
      },
      category: { id: 2, name: 'Photography', slug: 'photography' },
      picture: { state: 'ready', width: 1200, height: 900, renditions: [320, 640, 960] },
      tags: ['one', 'Two'],
      isLiked: false,
      isSaved: false,
      likes: 0,
      likeCount: 0,
    })
    expect(answer.body[0].imageUrl).toBe(`/media/${answer.body[0].picture.id}/960.webp`)
    expect(answer.body[0].createdAt).toMatch(/^2026-01-01T12:04:00(\.0+)?(Z|[+-]\d\d:\d\d)$/)
  })

  it('writes prices in dollars', async () => {
    const { body } = await t.call(listPortfolios)
    const prices = new Map(
      body.map((item: { id: string; startingPrice: number }) => [item.id, item.startingPrice]),
    )
    expect(prices.get(ids[0])).toBe(450)
    expect(prices.get(ids[1])).toBe(450.5)
    expect(prices.get(ids[2])).toBeNull()
  })

  const lists: [string, object][] = [
    ['newest', {}],
    ['newest of a category', { categoryId: 1 }],
    ['popular', { sort: 'popular' }],
    ['popular of a category', { sort: 'popular', categoryId: 2 }],
    ['featured', { featured: true }],
    ['featured of a category', { featured: true, categoryId: 1 }],
    ['search', { search: 'work' }],
    ['search, popular', { search: 'work', sort: 'popular' }],
    ['search, newest', { search: 'work', sort: 'newest' }],
    ['search, featured', { search: 'work', featured: true }],
    ['search of signs', { search: '?! % _' }],
    ['search of stop words', { search: 'the' }],
  ]
  it.each(lists)('has the same works page by page as all at once: %s', async (_, query) => {
    const whole = idsOf(await t.call(listPortfolios, { query: { ...query, limit: 100 } }))
    expect(whole.length).toBeGreaterThanOrEqual(3)
    expect(new Set(whole).size).toBe(whole.length)
    for (const limit of [1, 2, 3, 5, whole.length, 21]) {
      expect(await pageByPage(query, limit)).toEqual(whole)
    }
  })

  it('repeats and skips nothing when works are published in between', async () => {
    const before = idsOf(await t.call(listPortfolios, { query: { limit: 100 } }))
    const first = await t.call(listPortfolios, { query: { limit: 5 } })
    const hung = await makeWork(t.deps, bob, { createdAt: at(50) })
    const rest: string[] = []
    for (let cursor = nextOf(first); cursor !== null;) {
      const page = await t.call(listPortfolios, { query: { limit: 5, cursor } })
      rest.push(...idsOf(page))
      cursor = nextOf(page)
    }
    expect([...idsOf(first), ...rest]).toEqual(before)
    await t.request({ method: 'DELETE', url: `/api/portfolios/${hung}`, as: bob })
  })

  it('sorts by popularity, by featuring and within a category', async () => {
    const popular = await t.call(listPortfolios, { query: { sort: 'popular' } })
    expect(idsOf(popular)).toEqual([...ids].reverse())
    const featured = await t.call(listPortfolios, { query: { featured: true } })
    expect(idsOf(featured)).toEqual([ids[12], ids[8], ids[4], ids[0]])
    expect(featured.body.every((item: { isFeatured: boolean }) => item.isFeatured)).toBe(true)
    const category = await t.call(listPortfolios, { query: { categoryId: 2 } })
    expect(category.body).toHaveLength(7)
    expect((await t.call(listPortfolios, { query: { categoryId: 999 } })).body).toEqual([])
  })

  it("shows the viewer their own likes and saves and nobody else's", async () => {
    await t.request({ method: 'POST', url: `/api/portfolios/${ids[3]}/like`, as: carol })
    await t.request({ method: 'POST', url: `/api/portfolios/${ids[4]}/save`, as: carol })
    const marksOf = async (as?: Person) => {
      const { body } = await t.call(listPortfolios, { as })
      return body
        .filter((item: { isLiked: boolean; isSaved: boolean }) => item.isLiked || item.isSaved)
        .map((item: { id: string; isLiked: boolean }) => [item.id, item.isLiked])
    }
    expect(await marksOf(carol)).toEqual([
      [ids[4], false],
      [ids[3], true],
    ])
    expect(await marksOf(alice)).toEqual([])
    expect(await marksOf()).toEqual([])
  })

  it.each<[string, string]>([
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=abc', 'limit'],
    ['?sort=oldest', 'sort'],
    ['?categoryId=x', 'categoryId'],
    ['?categoryId=99999', 'categoryId'],
    ['?featured=perhaps', 'featured'],
    ['?cursor=abc', 'cursor'],
    ['?cursor=WyJuZXdlc3QiLCJ4IiwxXQ', 'cursor'],
    ['?colour=red', 'colour'],
    ['?search=%00', 'search'],
    [`?search=${'x'.repeat(101)}`, 'search'],
  ])('answers 400 to %s', async (query, field) => {
    const answer = await t.request({ method: 'GET', url: `/api/portfolios${query}` })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual([field])
  })

  it('refuses a cursor of another order and one that the database could not read', async () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const id = ids[0]
    for (const value of [
      ['popular', 1, id],
      ['newest', 1.5, id],
      ['newest', 1e300, id],
      ['newest', -1, id],
      ['newest', 1, "' or 1=1"],
      ['newest', 1],
      ['newest', 1, id, 1],
    ]) {
      const { status } = await t.call(listPortfolios, { query: { cursor: encode(value) } })
      expect(status).toBe(400)
    }
    for (const key of [1e300, 1e-300]) {
      const query = { sort: 'popular', cursor: encode(['popular', key, id]) }
      expect((await t.call(listPortfolios, { query })).status).toBe(400)
    }
  })

  it('answers 401 to a session that has ended, not the page for visitors', async () => {
    const headers = { cookie: 'plinth=gone' }
    for (const endpoint of [listPortfolios, listCategories]) {
      const answer = await t.call(endpoint, { headers })
      expect(answer.status).toBe(401)
      expect(answer.body.code).toBe('auth.required')
    }
  })
})

describe("one creator's works", () => {
  const list = (id: string, as?: Person, query = {}) =>
    t.call(listUserPortfolios, { params: { id }, as, query })

  it('are shown to everybody; those whose picture is not ready to their creator only', async () => {
    for (const viewer of [undefined, carol, bob]) {
      const { body } = await list(alice.id, viewer)
      expect(body).toHaveLength(9)
      expect(body.every((item: { creatorId: string }) => item.creatorId === alice.id)).toBe(true)
    }
    const own = await list(alice.id, alice)
    expect(own.body).toHaveLength(10)
    expect(own.body[0]).toMatchObject({ title: 'Not ready', picture: { state: 'processing' } })
    expect(own.body[0].imageUrl).toMatch(/original\.jpg\?/)
  })

  it('come page by page', async () => {
    const whole = idsOf(await list(alice.id, alice))
    const first = await list(alice.id, alice, { limit: 7 })
    const second = await list(alice.id, alice, { limit: 7, cursor: nextOf(first) })
    expect([...idsOf(first), ...idsOf(second)]).toEqual(whole)
    expect(second.headers['link']).toBeUndefined()
    expect((await list(alice.id, alice, { limit: 10 })).headers['link']).toBeUndefined()
  })

  it('come with the most liked first, page by page', async () => {
    const dora = await t.person('Dora', { isCreator: true })
    for (const pop of [1, 3, 2])
      await makeWork(t.deps, dora, { title: `${pop}`, categoryId: 6, pop, createdAt: at(pop) })
    const titles = (page: { body: { title: string }[] }) => page.body.map(({ title }) => title)
    const first = await list(dora.id, carol, { sort: 'popular', limit: 2 })
    expect(titles(first)).toEqual(['3', '2'])
    const query = { sort: 'popular', limit: 2, cursor: nextOf(first) }
    expect(titles(await list(dora.id, carol, query))).toEqual(['1'])
    // A cursor is only good for its own order.
    expect((await list(dora.id, carol, { ...query, sort: 'newest' })).status).toBe(400)
    expect((await list(dora.id, carol, { sort: 'dearest' })).status).toBe(400)
  })

  it('are an empty list for somebody without any', async () => {
    expect((await list(carol.id)).body).toEqual([])
  })

  it('are 404 for unknown or suspended people', async () => {
    const dora = await t.person('Dora', { isCreator: true })
    await makeWork(t.deps, dora)
    await t.deps.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('id', '=', dora.id)
      .execute()
    for (const id of [newId(), dora.id]) expect((await list(id)).status).toBe(404)
    expect((await list(dora.id, dora)).status).toBe(401)
    for (const id of ['x', '1', `urn:uuid:${alice.id}`]) expect((await list(id)).status).toBe(400)
    await t.deps.db.deleteFrom('portfolio_items').where('creator_id', '=', dora.id).execute()
  })
})

describe('the categories', () => {
  it('come in order, with the number of listed works in each', async () => {
    const { status, body } = await t.call(listCategories)
    expect(status).toBe(200)
    expect(body.map((category: { slug: string }) => category.slug)).toEqual([
      'graphic-design',
      'photography',
      'videography',
      'editing',
      'artwork',
      'crafting',
    ])
    const [first, second] = body
    // One work of the first category was unlisted when its creator was suspended.
    expect([first.workCount, second.workCount]).toEqual([7, 7])
    expect((await t.request({ method: 'GET', url: '/api/categories?x=1' })).status).toBe(400)
  })
})
