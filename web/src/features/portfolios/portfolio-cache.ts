import type { QueryClient, QueryKey } from '@tanstack/react-query'
import {
  getPortfolio,
  listCategories,
  listLikedPortfolios,
  listPortfolios,
  listSavedPortfolios,
  listUserPortfolios,
  type PortfolioItem,
} from '@plinth/contract/portfolios/portfolios.ts'
import { getTag, listTagPortfolios } from '@plinth/contract/posts/tags.ts'
import type { QueryEndpoint } from '@plinth/contract/http/query-key.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import { markOld, readAgain, matches, type Where } from '../../lib/cache/writes.ts'
import { makeEntityCache } from '../../lib/cache/entity-cache.ts'

// Repeated here, so that the first load does not contain this part of the contract.
const reading = (path: string): QueryEndpoint => ({ method: 'GET', path })
const searchEverything = reading('/api/search')
const listWall = reading('/api/users/:id/wall')
const listSeriesWorks = reading('/api/series/:id/works')
const getWorkFacets = reading('/api/portfolios/facets')

const SAVED_LISTS = [listLikedPortfolios, listSavedPortfolios]
/** Lists that a new work joins. */
const OPEN_LISTS = [
  listPortfolios,
  listUserPortfolios,
  listWall,
  listSeriesWorks,
  listTagPortfolios,
  searchEverything,
]

const works = makeEntityCache<PortfolioItem>({
  heldBy: [getPortfolio, ...SAVED_LISTS, ...OPEN_LISTS],
  single: getPortfolio,
  requiredField: 'likeCount',
  // Of a search in all three parts, and of what stands on a wall.
  within: ['works', 'close'],
})
/** Changes a work everywhere it is cached: in lists, on ledges and by itself. */
export const {
  patch: patchWork,
  keepOnly: keepOnlyWorks,
  find: findWork,
  patchWhere: patchWorksWhere,
  findWhere: findWorkWhere,
} = works

export type WorkChange =
  | { type: 'create' }
  | { type: 'update'; id: string }
  | { type: 'delete'; id: string }
  | { type: 'like'; id: string }
  | { type: 'save'; id: string }

/** Responses that contain a number of works: categories, profiles and tags. */
const COUNTS = [listCategories, getWorkFacets, getProfile, getTag]

/** Nothing refetches by itself. This table lists what becomes stale after each change. */
const STALE_AFTER: Record<WorkChange['type'], readonly Where[]> = {
  // Every single work contains its neighbours and position, which change.
  create: [...OPEN_LISTS, getPortfolio, ...COUNTS],
  // The number of works on a profile does not change.
  update: [...OPEN_LISTS, ...SAVED_LISTS, getPortfolio, listCategories, getWorkFacets, getTag],
  delete: [...OPEN_LISTS, ...SAVED_LISTS, getPortfolio, ...COUNTS],
  like: [listLikedPortfolios],
  save: [listSavedPortfolios],
}

/** The deleted work itself is not fetched again, which would only return 404. */
const exceptionOf = (change: WorkChange): { except?: Where } =>
  change.type === 'delete' ? { except: { endpoint: getPortfolio, params: { id: change.id } } } : {}

export const isStaleAfter = (key: QueryKey, change: WorkChange): boolean =>
  matches(key, STALE_AFTER[change.type], exceptionOf(change).except)

/** After these changes lists are updated when they are next opened, so that nothing moves while one is looking. */
const QUIET = new Set<WorkChange['type']>(['like', 'save'])

export async function refreshAfter(client: QueryClient, change: WorkChange): Promise<void> {
  // Removes it from the wall first, so that the focus does not return to a card that is about to disappear.
  if (change.type === 'delete') await works.forget(client, change.id)
  const refresh = QUIET.has(change.type) ? markOld : readAgain
  await refresh(client, STALE_AFTER[change.type], exceptionOf(change))
}
