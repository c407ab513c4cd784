import { LANDING_KEY, Landing } from '@plinth/contract/portfolios/landing.ts'
import {
  getPortfolio,
  listCategories,
  listPortfolios,
  PortfolioItem,
  PortfolioView,
} from '@plinth/contract/portfolios/portfolios.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { Check, Errors } from 'typebox/schema'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, startTestApp, type Person } from '../../../test/app.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'
import type { PageData, PageDefinition } from '../../http/shell/page.ts'
import type { Viewer } from '../../http/viewer.ts'
import { portfolioPages } from './portfolio-pages.ts'
import { refreshPortfolios } from './portfolio-refresh-queries.ts'

const t = testApp()
let alice: Person
let carol: Person
let id: string
const creators: Person[] = []

beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true, lastName: 'Adler' })
  carol = await t.person('Carol')
  id = await makeWork(t.deps, alice, {
    title: 'Moon <Jar> & "Co"',
    description: `${'A long description of a jar. '.repeat(12)}</script>`,
    tags: ['jar'],
    priceCents: 45_050,
    categoryId: 6,
  })
})

const viewerOf = (person: Person): Viewer => ({
  id: person.id,
  isCreator: false,
  role: null,
  isAdmin: false,
  sessionId: newId(),
  signedInAt: new Date(),
})
/** Separate pages, so that nothing cached by another test appears. */
function load(
  path: string,
  person: Person | null,
  params = {},
  query = {},
): Promise<PageData | null> {
  const page = portfolioPages(t.deps).find((one: PageDefinition) => one.path === path)
  if (page === undefined) throw new Error(path)
  return page.load({ viewer: person && viewerOf(person), params, query })
}
const FEATURED = JSON.stringify(queryKey(listPortfolios, { query: { featured: true, limit: 12 } }))
const bootOf = (data: PageData | null) =>
  new Map((data?.boot ?? []).map(([key, value]) => [JSON.stringify(key), value]))

async function landing(): Promise<Landing> {
  const value = bootOf(await load('/', null)).get(JSON.stringify(LANDING_KEY))
  const [, problems] = Errors(Landing, value)
  expect(problems).toEqual([])
  return value as Landing
}

describe('the landing page', () => {
  it('works without any content', async () => {
    const empty = await startTestApp()
    const [page] = portfolioPages(empty.deps)
    const data = await page?.load({ viewer: null, params: {}, query: {} })
    expect(data?.prerender).toBe(true)
    expect(bootOf(data ?? null).get(JSON.stringify(LANDING_KEY))).toEqual({
      skyline: [],
      doors: [],
      showcase: [],
      maker: null,
      discover: null,
    })
    await empty.close()
  })

  it('shows real works and people', async () => {
    for (let n = 0; n < 7; n += 1) {
      const creator = await t.person(`Creator${n}`, { isCreator: true })
      creators.push(creator)
      for (let work = 0; work < 3; work += 1) {
        await makeWork(t.deps, creator, {
          title: `${n} ${work}`,
          categoryId: 1 + ((n + work) % 5),
          tags: ['poster', `tag${n}`],
          priceCents: 10_050 + n * 100,
          height: work === 0 ? 1600 : 800,
          pop: n * 10 + work,
          ...(work < 2 ? { featuredAt: new Date(Date.UTC(2026, 0, 1 + n, work)) } : {}),
        })
      }
    }
    for (const creator of creators) {
      await t.request({ method: 'POST', url: `/api/users/${creator.id}/follow`, as: carol })
    }
    await refreshPortfolios(t.deps.db)
    const data = await landing()
    expect(data.skyline).toHaveLength(5)
    expect(new Set(data.skyline.map((work) => work.creatorId)).size).toBe(5)
    expect(data.skyline.every((work) => work.isFeatured && !work.isLiked)).toBe(true)
    expect(data.doors.map((door) => door.slug)).toEqual([
      'graphic-design',
      'photography',
      'videography',
      'editing',
      'artwork',
      'crafting',
    ])
    expect(data.doors.slice(0, 5).every(({ picture }) => picture.height > picture.width)).toBe(true)
    expect(data.showcase).toHaveLength(4)
    const shown = new Set(data.skyline.map((work) => work.id))
    expect(data.showcase.some((work) => shown.has(work.id))).toBe(false)
    expect(data.maker).toMatchObject({ workCount: 3, followers: 1 })
    expect(data.discover).toEqual({
      query: 'poster',
      workCount: 21,
      creatorCount: 7,
      fromPrice: 100.5,
    })
  })

  it('contains the categories and featured works, and is cached for a while', async () => {
    const page = portfolioPages(t.deps)[0]
    const [first, second] = await Promise.all([
      page?.load({ viewer: null, params: {}, query: {} }),
      page?.load({ viewer: null, params: {}, query: {} }),
    ])
    expect(second).toBe(first)
    const boot = bootOf(first ?? null)
    expect([...boot.keys()]).toEqual([
      JSON.stringify(queryKey(listCategories)),
      FEATURED,
      JSON.stringify(LANDING_KEY),
    ])
    expect(boot.get(FEATURED)).toHaveLength(12)
  })
})

describe("a member's home", () => {
  it('contains its lists as the API would return them', async () => {
    const data = await load('/', carol)
    expect(data?.prerender).toBe(true)
    const boot = bootOf(data)
    for (const [url, key] of [
      ['/api/categories', JSON.stringify(queryKey(listCategories))],
      ['/api/portfolios?featured=true&limit=12', FEATURED],
    ] as const) {
      const { body } = await t.request({ method: 'GET', url, as: carol })
      expect(boot.get(key)).toEqual(body)
    }
    const url = '/api/portfolios?limit=20'
    const answer = await t.request({ method: 'GET', url, as: carol })
    const page = boot.get(JSON.stringify(queryKey(listPortfolios, {}, 'first'))) as {
      items: PortfolioItem[]
      next: string
    }
    expect(page.items).toEqual(answer.body)
    expect(data?.preload?.[0]?.srcset).toMatch(/^\/media\/[^/]+\/320\.avif 352w, /)
    expect(String(answer.headers['link'])).toContain(encodeURIComponent(page.next))
  })
})

it.each([{ q: 'jar' }, { category: 'crafting' }, { view: 'for-you' }])(
  'a home that opens with %j preloads no featured work, because it shows none',
  async (query) => {
    expect((await load('/', carol, {}, query))?.preload).toEqual([])
    expect((await load('/', carol, {}, { view: 'portfolios' }))?.preload).not.toEqual([])
  },
)

describe("a work's page", () => {
  it('describes the work before any script has run', async () => {
    const data = await load('/portfolio/:id', null, { id })
    expect(data).toMatchObject({
      title: 'Moon <Jar> & "Co" by Alice Adler',
      image: { width: 960, height: 720, alt: 'Moon <Jar> & "Co"' },
      jsonLd: [
        {
          '@type': 'VisualArtwork',
          creator: { name: 'Alice Adler' },
          artform: 'Crafting',
          offers: { price: 450.5, priceCurrency: 'USD' },
        },
        { '@type': 'BreadcrumbList' },
      ],
    })
    expect(data?.description?.length).toBeLessThanOrEqual(201)
    expect(data?.description).toMatch(/^A long description/)
    expect(data?.jsonLd).toHaveProperty(
      [0, 'image', 'contentUrl'],
      expect.stringMatching(/^http:\/\/localhost:3000\/media\/[^/]+\/960\.webp$/),
    )
  })

  it('contains the work as the API would return it', async () => {
    const view = bootOf(await load('/portfolio/:id', carol, { id })).get(
      JSON.stringify(queryKey(getPortfolio, { params: { id } })),
    )
    expect(Check(PortfolioView, view)).toBe(true)
    const { body } = await t.request({ method: 'GET', url: `/api/portfolios/${id}`, as: carol })
    expect(view).toEqual(body)
  })

  it('is 404 for a work that does not exist', async () => {
    const hidden = await makeWork(t.deps, alice, { isListed: false })
    for (const missing of [hidden, newId(), 'x', "' or 1=1"]) {
      expect(await load('/portfolio/:id', carol, { id: missing })).toBeNull()
    }
    expect((await load('/portfolio/:id', alice, { id: hidden }))?.image).toBeUndefined()
  })
})
