import type { QueryClient } from '@tanstack/react-query'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { listTagPortfolios } from '@plinth/contract/posts/tags.ts'
import { callPage } from '../../lib/api/api.ts'
import { pagesOf } from '../../lib/pages-of.ts'

/** Works with a tag, newest first. */
export function tagWorksQuery(client: QueryClient, tag: string) {
  const params = { tag }
  const url = endpointUrl(listTagPortfolios, { params, query: { limit: PAGE_SIZE } })
  return pagesOf(client, url, ({ signal, ...query }) =>
    callPage(listTagPortfolios, { params, query, signal }),
  )
}
