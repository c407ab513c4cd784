import type { QueryClient } from '@tanstack/react-query'
import {
  searchEverything,
  searchFoundPeople,
  type FoundPerson,
} from '@plinth/contract/search/search.ts'
import { makeEntityCache } from '../../lib/cache/entity-cache.ts'

const people = makeEntityCache<FoundPerson>({
  heldBy: [searchEverything, searchFoundPeople],
  within: ['people'],
})

/** Shows a follow wherever a search has found that person. */
export const patchFoundPerson = (client: QueryClient, id: string, isFollowing: boolean): void =>
  people.patch(client, id, () => ({ isFollowing }))
