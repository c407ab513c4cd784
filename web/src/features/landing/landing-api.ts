import { queryOptions } from '@tanstack/react-query'
import type { Landing } from '@plinth/contract/portfolios/landing.ts'
import type { Category, listCategories } from '@plinth/contract/portfolios/portfolios.ts'
import { localKey, queryKey } from '@plinth/contract/http/query-key.ts'

/** Repeated here, so that the page does not load the contract of works. */
const CATEGORIES: Pick<typeof listCategories, 'method' | 'path'> = {
  method: 'GET',
  path: '/api/categories',
}

const NOTHING: Landing = { skyline: [], doors: [], showcase: [], maker: null, discover: null }

/** The page contains this data and nothing fetches it. The development server has none. */
export const landingQuery = queryOptions({
  queryKey: localKey('landing'),
  queryFn: (): Landing => NOTHING,
})

export const landingCategoriesQuery = queryOptions({
  queryKey: queryKey(CATEGORIES),
  queryFn: (): Category[] => [],
})
