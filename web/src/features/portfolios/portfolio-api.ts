import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import type { PortfolioSort } from '@plinth/contract/choices.ts'
import { endpointUrl } from '@plinth/contract/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { getMedia } from '@plinth/contract/media.ts'
import {
  getPortfolio,
  listCategories,
  listPortfolios,
  listSavedPortfolios,
  listUserPortfolios,
  viewPortfolio,
  type PortfolioItem,
} from '@plinth/contract/portfolios.ts'
import { call, callPage, type Page } from '../../lib/api.ts'

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

type Wall = InfiniteData<Page<PortfolioItem>, string | null>

/** What the page itself carried for a list, unless a change has made it old since. */
function firstPageOf(client: QueryClient, url: string): Wall | undefined {
  const seeded = client.getQueryState<Page<PortfolioItem>>([url])
  if (!seeded?.data || seeded.isInvalidated) return undefined
  return { pages: [seeded.data], pageParams: [null] }
}

type ReadPage = (query: {
  limit: number
  cursor: string | undefined
  signal: AbortSignal
}) => Promise<Page<PortfolioItem>>

/** A list of works, page by page, kept under its address. */
const pagesOf = (client: QueryClient, url: string, read: ReadPage) =>
  infiniteQueryOptions({
    queryKey: [url, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      read({ limit: PAGE_SIZE, cursor: pageParam ?? undefined, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    initialData: () => firstPageOf(client, url),
    placeholderData: keepPreviousData,
  })
export type WorksSource = ReturnType<typeof pagesOf>

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

/** An upload, asked for until its sizes are made or could not be. */
export const mediaQuery = (id: string) =>
  queryOptions({
    queryKey: [endpointUrl(getMedia, { params: { id } })],
    queryFn: ({ signal }) => call(getMedia, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.status === 'error' || state.data?.state === 'ready' || state.data?.state === 'failed'
        ? false
        : POLL_MS,
    gcTime: 0,
  })

const reported = new Set<string>()

/** Tells the server once per visit. A view that goes uncounted is nobody's trouble. */
export function reportView(id: string): void {
  if (reported.has(id)) return
  reported.add(id)
  call(viewPortfolio, { params: { id } }).catch(() => reported.delete(id))
}
