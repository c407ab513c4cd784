import { queryOptions } from '@tanstack/react-query'
import type { Landing } from '@plinth/contract/portfolios/landing.ts'
import type { Category } from '@plinth/contract/portfolios/portfolios.ts'

const NOTHING: Landing = { skyline: [], doors: [], showcase: [], maker: null, discover: null }

/** The page brings it along and nothing asks for it; under the development server there is none. */
export const landingQuery = queryOptions({
  queryKey: ['landing'],
  queryFn: (): Landing => NOTHING,
})

export const landingCategoriesQuery = queryOptions({
  queryKey: ['/api/categories'],
  queryFn: (): Category[] => [],
})
