import { queryOptions } from '@tanstack/react-query'
import type { Landing } from '@plinth/contract/portfolios/landing.ts'
import type { Category, listCategories } from '@plinth/contract/portfolios/portfolios.ts'
import { localKey, queryKey } from '@plinth/contract/http/query-key.ts'

/** Named here, so that the page need not fetch the contract of works. */
const CATEGORIES: Pick<typeof listCategories, 'method' | 'path'> = {
  method: 'GET',
  path: '/api/categories',
}

const NOTHING: Landing = { skyline: [], doors: [], showcase: [], maker: null, discover: null }

/** The page brings it along and nothing asks for it; under the development server there is none. */
export const landingQuery = queryOptions({
  queryKey: localKey('landing'),
  queryFn: (): Landing => NOTHING,
})

export const landingCategoriesQuery = queryOptions({
  queryKey: queryKey(CATEGORIES),
  queryFn: (): Category[] => [],
})
