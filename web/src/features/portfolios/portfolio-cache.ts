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
import { getProfile } from '@plinth/contract/people/users.ts'
import { markOld, readAgain, matches, type Where } from '../../lib/cache/writes.ts'
import { makeEntityCache } from '../../lib/cache/entity-cache.ts'

const KEPT = [listLikedPortfolios, listSavedPortfolios]
/** Lists that a new work joins. */
const OPEN_LISTS = [listPortfolios, listUserPortfolios, listTagPortfolios]

const works = makeEntityCache<PortfolioItem>({
  heldBy: [getPortfolio, ...KEPT, ...OPEN_LISTS],
  single: getPortfolio,
  requiredField: 'likeCount',
})
/** Changes of works wherever they are shown: in lists, on ledges and by themselves. */
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

/** What says how many works there are: categories, profiles and tags. */
const COUNTS = [listCategories, getProfile, getTag]

/** Nothing refetches by itself: this table says what each change makes old. */
const MADE_OLD: Record<WorkChange['type'], readonly Where[]> = {
  // Neighbours and positions in the creator's set change, so every single work is old too.
  create: [...OPEN_LISTS, getPortfolio, ...COUNTS],
  // A profile counts as many works as before.
  update: [...OPEN_LISTS, ...KEPT, getPortfolio, listCategories, getTag],
  delete: [...OPEN_LISTS, ...KEPT, getPortfolio, ...COUNTS],
  like: [listLikedPortfolios],
  save: [listSavedPortfolios],
}

/** A deleted work itself is not asked for again: that would only answer 404. */
const exceptionOf = (change: WorkChange): { except?: Where } =>
  change.type === 'delete' ? { except: { endpoint: getPortfolio, params: { id: change.id } } } : {}

export const isMadeOld = (key: QueryKey, change: WorkChange): boolean =>
  matches(key, MADE_OLD[change.type], exceptionOf(change).except)

/** What a list gains or loses by these shows when it is next opened: nothing moves under the hand. */
const QUIET = new Set<WorkChange['type']>(['like', 'save'])

export async function refreshAfter(client: QueryClient, change: WorkChange): Promise<void> {
  // Off the wall first, so that the focus does not return to what is about to go.
  if (change.type === 'delete') await works.forget(client, change.id)
  const refresh = QUIET.has(change.type) ? markOld : readAgain
  await refresh(client, MADE_OLD[change.type], exceptionOf(change))
}
