import type { QueryClient } from '@tanstack/react-query'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { listUserPosts } from '@plinth/contract/posts/posts.ts'
import { callPage } from '../../lib/api/api.ts'
import { pagesOf } from '../../lib/pages-of.ts'

/** The list that the member's own page reads, too. */
export function ownPostsQuery(client: QueryClient, id: string) {
  const params = { id }
  const url = endpointUrl(listUserPosts, { params, query: { limit: PAGE_SIZE } })
  return pagesOf(client, url, ({ signal, ...query }) =>
    callPage(listUserPosts, { params, query, signal }),
  )
}
