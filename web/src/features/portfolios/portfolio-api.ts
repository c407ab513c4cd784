import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { PortfolioSort } from '@plinth/contract/choices.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
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
import { call, callPage } from '../../lib/api/api.ts'
import { lookSource } from '../../lib/media/look-source.ts'
import { pagesOf, type PagesSource } from '../../lib/pages-of.ts'
import { makeReporter } from '../../lib/media/report-once.ts'

export interface WallFilter {
  categoryId: number | undefined
  search: string | undefined
  sort: PortfolioSort
}

const FEATURED = { featured: true, limit: 12 }

export const categoriesQuery = queryOptions({
  queryKey: [listCategories.path],
  queryFn: ({ signal }) => call(listCategories, { signal }),
})

export const featuredQuery = queryOptions({
  queryKey: [endpointUrl(listPortfolios, { query: FEATURED })],
  queryFn: ({ signal }) => call(listPortfolios, { query: FEATURED, signal }),
})

export type WorksSource = PagesSource<PortfolioItem>

/** The wall under a filter. The last filter's wall stays until the new one is there. */
export function wallQuery(client: QueryClient, { categoryId, search, sort }: WallFilter) {
  const filter = {
    categoryId,
    search: search === '' ? undefined : search,
    sort: sort === 'newest' ? undefined : sort,
  }
  const url = endpointUrl(listPortfolios, { query: { ...filter, limit: PAGE_SIZE } })
  return pagesOf(client, url, ({ signal, ...paging }) =>
    callPage(listPortfolios, { query: { ...filter, ...paging }, signal }),
  )
}

/** One creator's works, newest first. */
export function creatorWorksQuery(client: QueryClient, id: string) {
  const params = { id }
  const url = endpointUrl(listUserPortfolios, { params, query: { limit: PAGE_SIZE } })
  return pagesOf(client, url, ({ signal, ...query }) =>
    callPage(listUserPortfolios, { params, query, signal }),
  )
}

/** What the viewer saved, the last saved first. */
export function savedWorksQuery(client: QueryClient) {
  const url = endpointUrl(listSavedPortfolios, { query: { limit: PAGE_SIZE } })
  return pagesOf(client, url, ({ signal, ...query }) =>
    callPage(listSavedPortfolios, { query, signal }),
  )
}

/** What the viewer likes, the last liked first. */
export function likedWorksQuery(client: QueryClient) {
  const url = endpointUrl(listLikedPortfolios, { query: { limit: PAGE_SIZE } })
  return pagesOf(client, url, ({ signal, ...query }) =>
    callPage(listLikedPortfolios, { query, signal }),
  )
}

export const workQuery = (id: string) =>
  queryOptions({
    queryKey: [endpointUrl(getPortfolio, { params: { id } })],
    queryFn: ({ signal }) => call(getPortfolio, { params: { id }, signal }),
  })

const POLL_MS = 700

/** A work of one's own, asked for until it hangs for everybody. */
export const hangingQuery = (id: string) =>
  queryOptions({
    ...workQuery(id),
    refetchInterval: ({ state }) => (state.data?.isListed === true ? false : POLL_MS),
  })

export const reportView = makeReporter((id) =>
  call(viewPortfolio, { params: { id }, body: { source: lookSource() } }),
)
