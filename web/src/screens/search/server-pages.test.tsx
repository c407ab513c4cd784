import { createMemoryHistory, createRoute } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { listPortfolios, type PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import {
  everythingInput,
  exploredInput,
  facetsInput,
  readSearchAddress,
} from '@plinth/contract/search/addresses.ts'
import {
  getWorkFacets,
  searchEverything,
  type SearchResults,
  type WorkFacets,
} from '@plinth/contract/search/search.ts'
import { expect, it } from 'vitest'
import { App } from '../../app.tsx'
import { makeQueryClient, seed } from '../../lib/cache/query-client.ts'
import type { memberTree } from '../../member-routes.tsx'
import { makeRootRoute } from '../../root-route.tsx'
import { makeRouter } from '../../router.tsx'
import { ExploreScreen } from '../explore.tsx'
import { SearchScreen } from '../search.tsx'

const rootRoute = makeRootRoute()
const tree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: '/explore', component: ExploreScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/search', component: SearchScreen }),
]) as unknown as typeof memberTree

/** A visitor's page as the server renders it from its boot data. */
async function render(url: string, boot: Parameters<typeof seed>[1]): Promise<string> {
  const queryClient = makeQueryClient({ forServer: true })
  seed(queryClient, [[queryKey(getViewer), null], ...boot])
  const history = createMemoryHistory({ initialEntries: [url] })
  const router = makeRouter({ tree, queryClient, history, isServer: true })
  await router.load()
  const markup = renderToString(<App router={router} queryClient={queryClient} />)
  queryClient.clear()
  return markup.replaceAll('<!-- -->', '')
}

const addressOf = (url: string) =>
  readSearchAddress(Object.fromEntries(new URL(url, 'http://plinth').searchParams))

const picture: PortfolioItem['picture'] = {
  id: 'm',
  width: 4,
  height: 5,
  thumbhash: null,
  alt: '',
  state: 'ready',
  renditions: [],
  signature: '',
  originalUrl: '/media/m/original.jpg',
  isAnimated: false,
  hasTiles: false,
}
const carol = {
  id: 'c',
  handle: 'carol',
  firstName: 'Carol',
  lastName: 'Reed',
  profileImageUrl: null,
  location: 'Bergen, Norway',
  isCreator: true,
}
const work: PortfolioItem = {
  id: 'a',
  title: 'Moon Jar',
  description: '',
  imageUrl: '',
  fileType: 'image',
  picture,
  video: null,
  audio: null,
  document: null,
  creatorId: 'c',
  creator: carol,
  rating: null,
  category: { id: 6, name: 'Crafting', slug: 'crafting' },
  startingPrice: 450,
  likes: 3,
  likeCount: 3,
  saveCount: 1,
  views: 9,
  viewCount: 9,
  tags: [],
  origin: null,
  isFeatured: false,
  state: 'published',
  isListed: true,
  hasCaseStudy: false,
  isSensitive: false,
  isTakenDown: false,
  isReserved: true,
  isLiked: false,
  isSaved: false,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const facets: WorkFacets = {
  workCount: 22,
  creatorCount: 8,
  categories: [{ categoryId: 6, workCount: 22 }],
  prices: { lowest: 75, highest: 2_400 },
  places: [{ place: 'Bergen', workCount: 2 }],
  without: [],
}

it('draws explore with its filters as links and a plain form', async () => {
  const url = '/explore?category=crafting&min=75&max=600'
  const address = addressOf(url)
  const page = await render(url, [
    [queryKey(getWorkFacets, facetsInput(address)), facets],
    [queryKey(listPortfolios, exploredInput(address), 'first'), { items: [work], next: 'abc' }],
  ])
  expect(page).toContain('Moon Jar')
  expect(page).toContain('22 works')
  expect(page).toContain('by 8 makers')
  expect(page).toContain('$75 to $600')
  expect(page).toContain('href="/explore?category=crafting&amp;min=75&amp;max=600&amp;sort=newest"')
  expect(page).toContain('href="/explore?category=editing&amp;min=75&amp;max=600"')
  const plain = /<noscript>(.*?)<\/noscript>/.exec(page)?.[1]
  expect(plain).toContain('action="/explore"')
  expect(plain).toMatch(/<option value="crafting" selected="">/)
  expect(page).toMatch(/href="\/explore\?[^"]*cursor=abc"[^>]*>Next page/)
})

it('says what to drop when nothing fits', async () => {
  const url = '/explore?place=Bergen'
  const address = addressOf(url)
  const page = await render(url, [
    [
      queryKey(getWorkFacets, facetsInput(address)),
      { ...facets, workCount: 0, without: [{ filter: 'place', workCount: 22 }] },
    ],
    [queryKey(listPortfolios, exploredInput(address), 'first'), { items: [], next: null }],
  ])
  expect(page).toContain('No work fits all of this.')
  expect(page).toContain('Without Bergen there are 22.')
  expect(page).toMatch(/href="\/explore"[^>]*>Drop Bergen/)
})

const results: SearchResults = {
  taken: 'ceramics',
  corrections: [{ typed: 'cermaics', taken: 'ceramics' }],
  workCount: 200,
  personCount: 1,
  postCount: 0,
  works: [work],
  people: [
    {
      ...carol,
      craft: 'Crafting',
      isFollowing: false,
      followsViewer: false,
      bio: 'Stoneware and ceramics.',
      fromPrice: 280,
      workCount: 2,
    },
  ],
  posts: [],
  tags: [{ tag: 'kiln', workCount: 2 }],
  close: [],
}

it('draws a search with what it corrected, its parts and their counts', async () => {
  const url = '/search?q=cermaics'
  const address = addressOf(url)
  const page = await render(url, [
    [queryKey(searchEverything, everythingInput(address)), results],
    [queryKey(getWorkFacets, everythingInput(address)), facets],
  ])
  expect(page).toMatch(/<h1[^>]*>ceramics<\/h1>/)
  expect(page).toMatch(
    /No results for <a [^>]*href="\/search\?q=cermaics&amp;exact=true"[^>]*>“cermaics”<\/a>\. Showing <strong[^>]*>“ceramics”<\/strong> instead\./,
  )
  expect(page).toMatch(/>All<span[^>]*>201\+<\/span>/)
  expect(page).toContain('Show all 200+')
  expect(page).toContain('@carol')
  expect(page).toContain('Bergen, Norway. From $280')
  expect(page).toContain('href="/explore/tag/kiln"')
  expect(page).not.toMatch(/<h2[^>]*>Posts/)
})
