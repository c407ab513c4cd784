import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { makeEntityCache, pathOf, startsWith } from '../../lib/entity-cache.ts'

/** Every query of works starts with this: `patchWork` reaches lists, ledges and single works alike. */
const WORKS_ROOT = '/api/portfolios'

const works = makeEntityCache<PortfolioItem>(WORKS_ROOT)
export const {
  patch: patchWork,
  keepOnly: keepOnlyWorks,
  find: findWork,
  patchWhere: patchWorksWhere,
  findWhere: findWorkWhere,
} = works

const isSaved = (key: QueryKey) => startsWith(key, `${WORKS_ROOT}/saved`)
const isLiked = (key: QueryKey) => startsWith(key, `${WORKS_ROOT}/liked`)
const isKept = (key: QueryKey) => isSaved(key) || isLiked(key)
const isByCreator = (key: QueryKey) => startsWith(key, `${WORKS_ROOT}/user/`)
/** Lists that a new work joins. */
const isList = (key: QueryKey) => startsWith(key, `${WORKS_ROOT}?`) || isByCreator(key)
const isWorkOf = (key: QueryKey, id: string) => pathOf(key) === `${WORKS_ROOT}/${id}`
const isAnyWork = (key: QueryKey) =>
  startsWith(key, `${WORKS_ROOT}/`) && !isByCreator(key) && !isKept(key)
const isCategories = (key: QueryKey) => pathOf(key) === '/api/categories'
/** Profiles say how many works hang. */
const isProfile = (key: QueryKey) => startsWith(key, '/api/users/profile/')
/** Tags say how many works carry them. */
const isTag = (key: QueryKey) => startsWith(key, '/api/tags/')

export type WorkChange =
  | { type: 'create' }
  | { type: 'update'; id: string }
  | { type: 'delete'; id: string }
  | { type: 'like'; id: string }
  | { type: 'save'; id: string }

/** Nothing refetches by itself: this table says what each change makes old. */
export function isMadeOld(key: QueryKey, change: WorkChange): boolean {
  switch (change.type) {
    case 'create':
      // Neighbours and positions in the creator's set change, so every single work is old too.
      return isList(key) || isCategories(key) || isAnyWork(key) || isProfile(key) || isTag(key)
    case 'update':
      return isList(key) || isKept(key) || isCategories(key) || isAnyWork(key) || isTag(key)
    case 'delete':
      // The deleted work itself is not asked for again: that would only answer 404.
      return (
        isList(key) ||
        isKept(key) ||
        isCategories(key) ||
        isProfile(key) ||
        isTag(key) ||
        (isAnyWork(key) && !isWorkOf(key, change.id))
      )
    case 'like':
      return isLiked(key)
    case 'save':
      return isSaved(key)
  }
}

/** What a list gains or loses by these shows when it is next opened: nothing moves under the hand. */
const QUIET = new Set<WorkChange['type']>(['like', 'save'])

export async function refreshAfter(client: QueryClient, change: WorkChange): Promise<void> {
  // Off the wall first, so that the focus does not return to what is about to go.
  if (change.type === 'delete') await works.forget(client, change.id)
  await client.invalidateQueries({
    predicate: ({ queryKey }) => isMadeOld(queryKey, change),
    refetchType: QUIET.has(change.type) ? 'none' : 'active',
  })
}
