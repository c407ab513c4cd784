import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { getSeries, listSeriesWorks, type Series } from '@plinth/contract/portfolios/series.ts'
import { previewImage } from '../../../core/media/media-pages.ts'
import { breadcrumbs, nameOf, personJsonLd, personPath } from '../../../core/users/person-view.ts'
import { findReservation } from '../../../core/users/reservation-queries.ts'
import type { Deps } from '../../../deps.ts'
import { readJson } from '../../../http/json.ts'
import { isId, readPage } from '../../../http/paging.ts'
import { shorten, type PageData, type PageDefinition } from '../../../http/shell/page.ts'
import { workReads } from '../portfolio-card-queries.ts'
import { findSeries, findSeriesWorks } from './series-queries.ts'

/** The page of a series, as everybody sees it. */
export const seriesPages = (deps: Deps): PageDefinition[] => [
  {
    path: '/series/:id',
    load: async ({ viewer, params }) => {
      const id = (params['id'] ?? '').toLowerCase()
      if (!isId(id)) return null
      const works = workReads(deps)
      const who = { viewerId: viewer?.id ?? null }
      const [{ json }, page] = await Promise.all([
        findSeries(works, who, id),
        findSeriesWorks(works, who, { side: 'shown', seriesId: id }, { limit: PAGE_SIZE }),
      ])
      if (json === null || page.json === null) return null
      const series = readJson<Series>(json)
      const first = readPage(page)
      return {
        ...describe(series, first.items as PortfolioItem[], deps.env.publicUrl),
        isReserved: await findReservation(deps.db, series.creator.id),
        screen: 'series',
        prerender: viewer === null,
        boot: [
          [queryKey(getSeries, { params: { id } }), series],
          [queryKey(listSeriesWorks, { params: { id } }, 'first'), first],
        ],
      }
    },
  },
]

/** What a link to it shows elsewhere, and https://schema.org/CollectionPage. */
function describe(
  { id, title, description, creator, workCount, coverId, createdAt }: Series,
  works: readonly PortfolioItem[],
  publicUrl: string,
): Omit<PageData, 'boot'> {
  const name = nameOf(creator)
  const page = `/series/${id}`
  const href = (path: string) => new URL(path, publicUrl).href
  const cover = works.find((work) => work.id === coverId) ?? works[0]
  // A sensitive picture is blurred on the page, so a link preview must not show it.
  const image =
    cover === undefined || cover.isSensitive ? undefined : previewImage(cover.picture, title)
  return {
    title: `${title} by ${name}`,
    description:
      shorten(description) ||
      `A series of ${workCount} ${workCount === 1 ? 'work' : 'works'} by ${name} on Plinth.`,
    ...(image ? { image } : {}),
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'CollectionPage',
        name: title,
        url: href(page),
        ...(description === '' ? {} : { description }),
        ...(image ? { image: href(image.path) } : {}),
        author: personJsonLd(creator, publicUrl),
        dateCreated: createdAt,
        hasPart: works.map((work) => ({
          '@type': 'CreativeWork',
          name: work.title,
          url: href(`/portfolio/${work.id}`),
        })),
      },
      breadcrumbs(publicUrl, [
        ['Explore', '/explore'],
        [name, personPath(creator)],
        [title, page],
      ]),
    ],
  }
}
