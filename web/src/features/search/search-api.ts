import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import {
  everythingInput,
  exploredInput,
  facetsInput,
  foundPeopleInput,
  foundPostsInput,
  foundWorksInput,
  type SearchAddress,
  type WorkFilters,
} from '@plinth/contract/search/addresses.ts'
import {
  getWorkFacets,
  searchEverything,
  searchFoundPeople,
  searchPosts,
  suggest,
} from '@plinth/contract/search/search.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { pagesOf } from '../../lib/cache/pages.ts'

/** How long results stay fresh; older ones are read again when they are next opened. */
const FRESH = { staleTime: 2 * 60_000 }

/** How many works fit the filters, and what else there would be. The old counts stay until the new ones are there. */
export const facetsQuery = (filters: WorkFilters) =>
  queryOptions({
    ...answerOf(getWorkFacets, facetsInput(filters)),
    ...FRESH,
    placeholderData: keepPreviousData,
  })

/** The same for the works of a search. */
export const foundFacetsQuery = (address: SearchAddress) =>
  queryOptions({
    ...answerOf(getWorkFacets, everythingInput(address)),
    ...FRESH,
    placeholderData: keepPreviousData,
  })

/** The works of explore. */
export const exploredQuery = (client: QueryClient, address: SearchAddress) =>
  pagesOf(client, listPortfolios, exploredInput(address), FRESH)

/** The best results of all three parts, with counts. The old ones stay until the new ones are there. */
export const everythingQuery = (address: SearchAddress) =>
  queryOptions({
    ...answerOf(searchEverything, everythingInput(address)),
    ...FRESH,
    placeholderData: keepPreviousData,
  })

export const foundWorksQuery = (client: QueryClient, address: SearchAddress) =>
  pagesOf(client, listPortfolios, foundWorksInput(address), FRESH)

export const foundPeopleQuery = (client: QueryClient, address: SearchAddress) =>
  pagesOf(client, searchFoundPeople, foundPeopleInput(address), FRESH)

export const foundPostsQuery = (client: QueryClient, address: SearchAddress) =>
  pagesOf(client, searchPosts, foundPostsInput(address), FRESH)

/** People, works and tags for what somebody types. An answer that is no longer wanted is not waited for. */
export const suggestQuery = (words: string) =>
  queryOptions({
    ...answerOf(suggest, { query: { search: words === '' ? undefined : words } }),
    ...FRESH,
    placeholderData: keepPreviousData,
  })
