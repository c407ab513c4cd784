import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { getProfile, listFollowers, listFollowing } from '@plinth/contract/people/users.ts'
import { call, callPage } from '../../lib/api/api.ts'
import type { PeopleKind } from '../../lib/routing/profile-search.ts'

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: [endpointUrl(getProfile, { params: { id } })],
    queryFn: ({ signal }) => call(getProfile, { params: { id }, signal }),
  })

/** Who follows somebody or whom they follow, page by page. The last search's people stay meanwhile. */
export function peopleQuery(kind: PeopleKind, id: string, words: string) {
  const endpoint = kind === 'followers' ? listFollowers : listFollowing
  const params = { id }
  const query = { search: words === '' ? undefined : words, limit: PAGE_SIZE }
  return infiniteQueryOptions({
    queryKey: [endpointUrl(endpoint, { params, query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callPage(endpoint, { params, query: { ...query, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
}
