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
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { preloadOf, previewImage } from '../../core/media/media-pages.ts'
import type { Who } from '../../core/session/viewer-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { PageData, PageDefinition } from '../../http/pages.ts'
import { shorten } from '../../http/shorten.ts'
import type { FoundPage } from '../../http/paging.ts'
import { findView } from './portfolio-item-queries.ts'
import { findLanding } from './portfolio-landing-queries.ts'
import { findCategories } from './portfolio-list-queries.ts'
import { findUserWorks, findWorks } from './portfolio-lists.ts'
import { workJsonLd } from './portfolio-head.ts'

const FEATURED = { featured: true, limit: 12 }
const NEWEST = { limit: PAGE_SIZE }
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const VISITORS: Who = { viewerId: null }
/** How old the landing page's works may be. */
const LANDING_AGE_MS = 10_000

const TITLE = 'Plinth'
const DESCRIPTION =
  'Graphic design, photography, video, editing, artwork and craft by people you can follow and hire.'

const parse = <T>(json: string | null): T => JSON.parse(json ?? 'null') as T

/** The public landing page, a member's home, and one work under its own address. */
export function portfolioPages({ db, env }: Deps): PageDefinition[] {
  const landing = keptFor(LANDING_AGE_MS, () => loadLanding(db))
  return [
    {
      path: '/',
      load: ({ viewer }) => (viewer === null ? landing() : loadHome(db, { viewerId: viewer.id })),
    },
    {
      path: '/portfolio/:id',
      load: ({ viewer, params }) =>
        loadWork(db, { viewerId: viewer?.id ?? null }, params['id'] ?? '', env.publicUrl),
    },
  ]
}

/** Nothing to preload: the page is rendered here, so its pictures stand in it. */
async function loadLanding(db: Database): Promise<PageData> {
  const [landing, categories, featured] = await Promise.all([
    findLanding(db),
    findCategories(db, VISITORS),
    findWorks(db, VISITORS, FEATURED),
  ])
  return {
    title: TITLE,
    description: DESCRIPTION,
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

/** Sizes as the ledge on the screen has them, so that the same file is fetched. */
async function loadHome(db: Database, who: Who): Promise<PageData> {
  const [categories, featured, newest] = await Promise.all([
    findCategories(db, who),
    findWorks(db, who, FEATURED),
    findWorks(db, who, NEWEST),
  ])
  const first = parse<PortfolioItem[]>(featured.json).find((work) => !work.isSensitive)
  return {
    title: TITLE,
    description: DESCRIPTION,
    preload: first
      ? preloadOf(
          first.picture,
          `${Math.round((350 * first.picture.width) / first.picture.height)}px`,
        )
      : [],
    screen: 'home',
    boot: [
      [queryKey(listCategories), parse(categories.json)],
      [queryKey(listPortfolios, { query: FEATURED }), parse(featured.json)],
      [queryKey(listPortfolios, {}, 'first'), pageOf(newest)],
    ],
  }
}

/** As the screen keeps a page of a list that goes on. */
const pageOf = ({ json, nextCursor }: FoundPage) => ({
  items: parse<PortfolioItem[]>(json),
  next: nextCursor,
})

async function loadWork(
  db: Database,
  who: Who,
  id: string,
  publicUrl: string,
): Promise<PageData | null> {
  const { json } = UUID.test(id) ? await findView(db, who, id) : { json: null }
  if (json === null) return null
  const work = parse<PortfolioView>(json)
  const { title, creator, category, picture, isSensitive } = work
  const name = `${creator.firstName} ${creator.lastName}`.trim()
  // What is blurred here is not shown to whoever gets a link.
  const image = isSensitive ? undefined : previewImage(picture, title)
  return {
    title: `${title} by ${name}`,
    description: shorten(work.description) || `${category.name} by ${name} on Plinth.`,
    ...(image ? { image } : {}),
    ...(isSensitive ? {} : playedOf(work)),
    preload: isSensitive ? [] : preloadOf(picture, '(max-width: 720px) 100vw, 60vw'),
    jsonLd: workJsonLd(work, name, { publicUrl, image: image?.path }),
    screen: 'work',
    boot: [[queryKey(getPortfolio, { params: { id } }), work]],
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

/** The first page of somebody's works, for the page about them. */
export const userWorksBoot =
  ({ db }: Deps) =>
  async (who: Who, id: string): Promise<PageData['boot']> => {
    const page = await findUserWorks(db, who, id, NEWEST)
    if (page.json === null) return []
    return [[queryKey(listUserPortfolios, { params: { id } }, 'first'), pageOf(page)]]
  }

/** Calls `load` at most once in that time; those who come meanwhile share its answer. */
function keptFor<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; until: number } | null = null
  return () => {
    if (kept === null || kept.until < performance.now()) {
      const fresh = { value: load(), until: performance.now() + ms }
      kept = fresh
      fresh.value.catch(() => {
        if (kept === fresh) kept = null
      })
    }
    return kept.value
  }
}
