import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { PortfolioSort } from '@plinth/contract/choices.ts'
import {
  getPortfolio,
  listCategories,
  listLikedPortfolios,
  listPortfolios,
  listSavedPortfolios,
  listUserPortfolios,
  viewPortfolio,
  type PortfolioItem,
} from '@plinth/contract/portfolios/portfolios.ts'
import { call } from '../../lib/api/api.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { pagesOf, type PagesSource } from '../../lib/cache/pages.ts'
import { viewSource, makeReporter } from '../../lib/media/views.ts'

export interface WallFilter {
  categoryId: number | undefined
  search: string | undefined
  sort: PortfolioSort
}

const FEATURED = { featured: true, limit: 12 }

export const categoriesQuery = answerOf(listCategories)

export const featuredQuery = answerOf(listPortfolios, { query: FEATURED })

export type WorksSource = PagesSource<PortfolioItem>

/** The wall under a filter. The last filter's wall stays until the new one is there. */
export const wallQuery = (client: QueryClient, { categoryId, search, sort }: WallFilter) =>
  pagesOf(client, listPortfolios, {
    query: {
      categoryId,
      search: search === '' ? undefined : search,
      sort: sort === 'newest' ? undefined : sort,
    },
  })

/** One creator's works, newest first. */
export const creatorWorksQuery = (client: QueryClient, id: string) =>
  pagesOf(client, listUserPortfolios, { params: { id } })

/** What the viewer saved, the last saved first. */
export const savedWorksQuery = (client: QueryClient) => pagesOf(client, listSavedPortfolios, {})

/** What the viewer likes, the last liked first. */
export const likedWorksQuery = (client: QueryClient) => pagesOf(client, listLikedPortfolios, {})

export const workQuery = (id: string) => answerOf(getPortfolio, { params: { id } })

const POLL_MS = 700

/** A work of one's own, asked for until it hangs for everybody. */
export const hangingQuery = (id: string) =>
  queryOptions({
    ...workQuery(id),
    refetchInterval: ({ state }) => (state.data?.isListed === true ? false : POLL_MS),
  })

export const reportView = makeReporter((id) =>
  call(viewPortfolio, { params: { id }, body: { source: viewSource() } }),
)
