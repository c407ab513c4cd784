import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  getAdminStats,
  listAdminPosts,
  listAdminWorks,
  listUsers,
  type AdminPost,
  type AdminUser,
  type AdminWork,
  type PostFilter,
  type UserFilter,
  type WorkFilter,
} from '@plinth/contract/moderation/admin.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { listCategories } from '@plinth/contract/portfolios/portfolios.ts'
import { call, callPage, type Page } from '../../lib/api/api.ts'
import { pathOf } from '../../lib/entity-cache.ts'
import { pagesOf } from '../../lib/pages-of.ts'

/** The specification's lifetime of admins' lists. */
const LIFETIME = { staleTime: 5 * 60_000 }

export const statsQuery = queryOptions({
  queryKey: [getAdminStats.path],
  queryFn: ({ signal }) => call(getAdminStats, { signal }),
  ...LIFETIME,
})

export function usersQuery({
  filter,
  q,
  after,
}: {
  filter: UserFilter
  q: string
  after: string | undefined
}) {
  const query = {
    filter: filter === 'all' ? undefined : filter,
    search: q === '' ? undefined : q,
    cursor: after,
    limit: PAGE_SIZE,
  }
  return queryOptions({
    queryKey: [endpointUrl(listUsers, { query })],
    queryFn: ({ signal }) => callPage(listUsers, { query, signal }),
    placeholderData: keepPreviousData,
    ...LIFETIME,
  })
}

interface Wanted<F> {
  filter: F
  q: string
}
const wantedOf = <F extends string>({ filter, q }: Wanted<F>) => ({
  filter: filter === 'all' ? undefined : (filter as Exclude<F, 'all'>),
  search: q === '' ? undefined : q,
})

export function postsQuery(client: QueryClient, wanted: Wanted<PostFilter>) {
  const query = wantedOf(wanted)
  const url = endpointUrl(listAdminPosts, { query: { ...query, limit: PAGE_SIZE } })
  return pagesOf<AdminPost>(
    client,
    url,
    ({ signal, ...paging }) => callPage(listAdminPosts, { query: { ...query, ...paging }, signal }),
    LIFETIME,
  )
}

export function worksQuery(client: QueryClient, wanted: Wanted<WorkFilter>) {
  const query = wantedOf(wanted)
  const url = endpointUrl(listAdminWorks, { query: { ...query, limit: PAGE_SIZE } })
  return pagesOf<AdminWork>(
    client,
    url,
    ({ signal, ...paging }) => callPage(listAdminWorks, { query: { ...query, ...paging }, signal }),
    LIFETIME,
  )
}

export const categoriesQuery = queryOptions({
  queryKey: [listCategories.path],
  queryFn: ({ signal }) => call(listCategories, { signal }),
})

const under = (path: string) => ({
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => pathOf(queryKey).startsWith(path),
})

/** Shows a person otherwise on every page that is kept. */
export function patchUser(
  client: QueryClient,
  id: string,
  change: (user: AdminUser) => AdminUser,
): void {
  client.setQueriesData<Page<AdminUser>>(
    under(listUsers.path),
    (page) =>
      page && { ...page, items: page.items.map((user) => (user.id === id ? change(user) : user)) },
  )
}

/** What is on show is asked for again, and the figures with it. */
export const refreshAdmin = (client: QueryClient, endpoint: { path: string }): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries(under(endpoint.path)),
    client.invalidateQueries({ queryKey: statsQuery.queryKey }),
  ])
