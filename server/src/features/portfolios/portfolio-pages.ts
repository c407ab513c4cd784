import { LANDING_KEY } from '@plinth/contract/portfolios/landing.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  getPortfolio,
  listCategories,
  listPortfolios,
  listUserPortfolios,
  type PortfolioItem,
  type PortfolioView,
} from '@plinth/contract/portfolios/portfolios.ts'
import { getCaseStudy, type CaseStudy } from '@plinth/contract/portfolios/studies.ts'
import { listWall, type WallEntry } from '@plinth/contract/portfolios/walls.ts'
import { listTagPortfolios } from '@plinth/contract/posts/tags.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { memberPlaceOf } from '@plinth/contract/people/places.ts'
import { FEATURED_HEIGHTS, ledgeSizes, workSizes } from '@plinth/contract/media/sizes.ts'
import { preloadOf, previewImage } from '../../core/media/media-pages.ts'
import type { Who } from '../../core/session/viewer-sql.ts'
import type { Deps } from '../../deps.ts'
import { type PageData, type PageDefinition, shorten, signInPage } from '../../http/shell/page.ts'
import { readJson, type Json } from '../../http/json.ts'
import { readPage } from '../../http/paging.ts'
import { workReads } from './portfolio-card-queries.ts'
import { findPage } from './portfolio-item-queries.ts'
import { findLanding } from './portfolio-landing-queries.ts'
import { findCategories, findTagWorks, findUserWorks, findWorks } from './portfolio-list-queries.ts'
import { workJsonLd } from './work-view.ts'
import { findWall } from './wall/wall-queries.ts'

const FEATURED = { featured: true, limit: 12 }
const NEWEST = { limit: PAGE_SIZE }
/** The works on a profile's ledge. */
const MOST_LIKED = { sort: 'popular', limit: 3 } as const
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
type Query = Readonly<Record<string, unknown>>
const VISITORS: Who = { viewerId: null }
/** How long the landing page's works are cached. */
const LANDING_AGE_MS = 10_000

const TITLE = 'Plinth'
const DESCRIPTION =
  'Graphic design, photography, video, editing, artwork and craft by people you can follow and hire.'

/** What a link to the landing page shows elsewhere. */
const SHARE_IMAGE = {
  path: '/plinth-share.jpg',
  width: 1_200,
  height: 630,
  alt: 'Plinth: work worth looking up to. Five works of different makers on a lit shelf.',
}

const parse = <T>(json: Json | null): T => readJson<T>(json ?? 'null')

/** The public landing page, a member's home, and one work under its own address. */
export function portfolioPages(deps: Deps): PageDefinition[] {
  const landing = cachedFor(LANDING_AGE_MS, () => loadLanding(deps))
  return [
    {
      path: '/',
      load: async ({ viewer, query }) => {
        if (viewer !== null) return loadHome(deps, { viewerId: viewer.id }, query)
        const place = memberPlaceOf('/', query)
        return place === null ? landing() : signInPage(place.title)
      },
    },
    {
      path: '/portfolio/:id',
      load: async ({ viewer, params }) => {
        const id = params['id'] ?? ''
        const page = await loadWork(deps, { viewerId: viewer?.id ?? null }, id)
        return page && { ...page, prerender: viewer === null }
      },
    },
  ]
}

/** The page is rendered on the server with its pictures in it, so it preloads nothing. */
async function loadLanding(deps: Deps): Promise<PageData> {
  const [landing, categories, featured] = await Promise.all([
    deps.replicas.read(findLanding),
    deps.replicas.read((at) => findCategories(at, VISITORS)),
    deps.replicas.read((db) => findWorks({ ...deps, db }, VISITORS, FEATURED)),
  ])
  return {
    title: TITLE,
    description: DESCRIPTION,
    image: SHARE_IMAGE,
    prerender: true,
    boot: [
      [queryKey(listCategories), parse(categories.json)],
      [
        queryKey(listPortfolios, { query: FEATURED }),
        parse<PortfolioItem[]>(featured.json).filter((work) => !work.isSensitive),
      ],
      [LANDING_KEY, landing],
    ],
  }
}

/** Anything in the address that shows something else than the featured works first. */
const hidesLedge = (query: Query) =>
  ['q', 'category'].some((name) => query[name] !== undefined) ||
  (query['view'] ?? 'portfolios') !== 'portfolios'

async function loadHome(deps: Deps, who: Who, query: Query): Promise<PageData> {
  const [categories, featured, newest] = await Promise.all([
    findCategories(deps.db, who),
    findWorks(deps, who, FEATURED),
    findWorks(deps, who, NEWEST),
  ])
  const first = hidesLedge(query)
    ? undefined
    : parse<PortfolioItem[]>(featured.json).find((work) => !work.isSensitive)
  return {
    title: TITLE,
    description: DESCRIPTION,
    preload: first ? preloadOf(first.picture, ledgeSizes(first.picture, FEATURED_HEIGHTS)) : [],
    screen: 'home',
    // The other tabs load their own data.
    prerender: (query['view'] ?? 'portfolios') === 'portfolios',
    boot: [
      [queryKey(listCategories), parse(categories.json)],
      [queryKey(listPortfolios, { query: FEATURED }), parse(featured.json)],
      [queryKey(listPortfolios, {}, 'first'), readPage(newest)],
    ],
  }
}

async function loadWork(deps: Deps, who: Who, id: string): Promise<PageData | null> {
  if (!UUID.test(id)) return null
  const found = await findPage(workReads(deps), who, id)
  if (found.view === null) return null
  const work = parse<PortfolioView>(found.view)
  const study = parse<CaseStudy | null>(found.study)
  const { title, creator, category, picture, isSensitive } = work
  const name = `${creator.firstName} ${creator.lastName}`.trim()
  // A sensitive picture is blurred on the page, so a link preview must not show it.
  const image = isSensitive ? undefined : previewImage(picture, title)
  return {
    title: `${title} by ${name}`,
    description: shorten(work.description) || `${category.name} by ${name} on Plinth.`,
    ...(image ? { image } : {}),
    ...(isSensitive ? {} : playedOf(work)),
    // A sound shows its waveform and no picture.
    preload: isSensitive || work.audio ? [] : preloadOf(picture, workSizes(picture)),
    jsonLd: workJsonLd(work, study, { publicUrl: deps.env.publicUrl, image }),
    isReserved: work.isReserved,
    isEmbeddable: work.isListed && !isSensitive,
    screen: ['work', study === null ? 'work-plain' : 'study'],
    boot: [
      [queryKey(getPortfolio, { params: { id } }), work],
      ...(study === null
        ? []
        : ([[queryKey(getCaseStudy, { params: { id } }), study]] satisfies PageData['boot'])),
    ],
  }
}

/** What a link preview may play. */
function playedOf({ picture, video, audio }: PortfolioView): Pick<PageData, 'video' | 'audio'> {
  const { url, contentType } = video ?? audio ?? { url: null, contentType: null }
  if (url === null || contentType === null) return {}
  if (video === null) return { audio: { path: url, contentType } }
  const { width, height } = picture
  return { video: { path: url, contentType, width, height } }
}

/** The categories, for screens that filter by them. */
export const categoriesBoot = async ({ db }: Deps, who: Who): Promise<PageData['boot']> => [
  [queryKey(listCategories), parse((await findCategories(db, who)).json)],
]

/** The newest works with a tag, for the tag's page. */
export async function tagWorksBoot(deps: Deps, who: Who, tag: string): Promise<PageData['boot']> {
  const page = await findTagWorks(workReads(deps), who, tag, NEWEST)
  return [[queryKey(listTagPortfolios, { params: { tag } }, 'first'), readPage(page)]]
}

/** The first page of somebody's wall, for their profile page. */
export const userWorksBoot =
  (deps: Deps) =>
  async (who: Who, id: string): Promise<PageData['boot']> => {
    const page = await findWall(workReads(deps), who, id, NEWEST)
    if (page.json === null) return []
    const first = readPage(page)
    const boot: PageData['boot'] = [[queryKey(listWall, { params: { id } }, 'first'), first]]
    const [entry] = first.items as WallEntry[]
    if (page.nextCursor === null || entry?.isArranged !== false) return boot
    // Among more works than these the screen asks for the most liked.
    const liked = await findUserWorks(workReads(deps), who, id, MOST_LIKED)
    const key = queryKey(listUserPortfolios, { params: { id }, query: MOST_LIKED })
    return [...boot, [key, parse<PortfolioItem[]>(liked.json)]]
  }

/** Caches the result of `load` for this time. Callers in the meantime share it; an error is not cached. */
function cachedFor<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let cached: { value: Promise<T>; until: number } | null = null
  return () => {
    if (cached === null || cached.until < performance.now()) {
      const entry = { value: load(), until: performance.now() + ms }
      cached = entry
      entry.value.catch(() => {
        if (cached === entry) cached = null
      })
    }
    return cached.value
  }
}
