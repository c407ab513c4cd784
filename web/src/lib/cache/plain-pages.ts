import type { QueryClient } from '@tanstack/react-query'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { queryKey, type QueryInput } from '@plinth/contract/http/query-key.ts'
import type { ItemOf, Page } from '../api/api.ts'
import { pagesUnder, reader, type ListInput } from './pages.ts'

/** A list page by page, which begins with nothing: no page carries any of it. */
export const plainPagesOf = <const E extends EndpointDefinition>(
  endpoint: E,
  input: ListInput<E>,
  { limit = PAGE_SIZE }: { limit?: number } = {},
) => pagesUnder(queryKey(endpoint, input as QueryInput, 'pages'), reader(endpoint, input, limit))

/** Reads the first page of a list anew, beside what is kept of it. */
export const readFirstPage = <const E extends EndpointDefinition>(
  client: QueryClient,
  endpoint: E,
  input: ListInput<E>,
  { limit = PAGE_SIZE }: { limit?: number } = {},
): Promise<Page<ItemOf<E>>> =>
  client.fetchQuery({
    queryKey: queryKey(endpoint, input as QueryInput, 'first'),
    queryFn: ({ signal }) => reader(endpoint, input, limit)({ cursor: null, signal }),
    staleTime: 0,
    gcTime: 0,
  })
