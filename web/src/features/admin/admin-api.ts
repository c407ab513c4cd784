import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  getAdminStats,
  listAdminPosts,
  listAdminWorks,
  listUsers,
  type AdminUser,
  type PostFilter,
  type UserFilter,
  type WorkFilter,
} from '@plinth/contract/moderation/admin.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { listCategories } from '@plinth/contract/portfolios/portfolios.ts'
import { getQueues } from '@plinth/contract/moderation/queues.ts'
import { queryKey, type QueryEndpoint } from '@plinth/contract/http/query-key.ts'
import { callPage } from '../../lib/api/api.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { readAgain } from '../../lib/cache/writes.ts'
import { makeEntityCache } from '../../lib/cache/entity-cache.ts'
import { pagesOf } from '../../lib/cache/pages.ts'

/** The specification's lifetime of admins' lists. */
const LIFETIME = { staleTime: 5 * 60_000 }

export const statsQuery = queryOptions({ ...answerOf(getAdminStats), ...LIFETIME })

/** Other staff work on the same queues, so each visit reloads their counts. */
export const queuesQuery = queryOptions({ ...answerOf(getQueues), staleTime: 0 })

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
    queryKey: queryKey(listUsers, { query }),
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

export const postsQuery = (client: QueryClient, wanted: Wanted<PostFilter>) =>
  pagesOf(client, listAdminPosts, { query: wantedOf(wanted) }, LIFETIME)

export const worksQuery = (client: QueryClient, wanted: Wanted<WorkFilter>) =>
  pagesOf(client, listAdminWorks, { query: wantedOf(wanted) }, LIFETIME)

export const categoriesQuery = answerOf(listCategories)

const users = makeEntityCache<AdminUser>({ heldBy: [listUsers] })
/** Changes a user on every cached page. */
export const patchUser = users.patch

/** Reloads a list that is shown, with the stats and the counts of the queues. */
export const refreshAdmin = (client: QueryClient, endpoint: QueryEndpoint): Promise<unknown> =>
  readAgain(client, [endpoint, statsQuery, queuesQuery])
