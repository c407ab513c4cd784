import {
  infiniteQueryOptions,
  keepPreviousData,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import type { EndpointDefinition, ParamsOf, QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { queryKey, type QueryInput } from '@plinth/contract/http/query-key.ts'
import {
  callPage,
  type CallArguments,
  type ItemOf,
  type Loose,
  type Page,
  type Part,
} from '../api/api.ts'

/** The input of a list call without the paging. */
export type ListInput<E extends EndpointDefinition> = Part<'params', ParamsOf<E>> & {
  query?: Partial<Loose<QueryOf<E>>>
}

/** A list in the cache, page by page. */
export type PagesData<T> = InfiniteData<Page<T>>

type ListKey = ReturnType<typeof queryKey>
type ReadPage<T> = (paging: { cursor: string | null; signal: AbortSignal }) => Promise<Page<T>>

const reader =
  <const E extends EndpointDefinition>(
    endpoint: E,
    input: ListInput<E>,
    limit: number,
  ): ReadPage<ItemOf<E>> =>
  ({ cursor, signal }) => {
    const { query: given } = input as { query?: { cursor?: string } }
    const query = { ...given, limit, cursor: cursor ?? given?.cursor }
    return callPage(endpoint, ...([{ ...input, query, signal }] as unknown as CallArguments<E>))
  }

const pagesUnder = <T>(key: ListKey, read: ReadPage<T>) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read({ cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })

/** The first page of a list from the boot data, unless a change has made it stale since. */
function bootPage<T>(
  client: QueryClient,
  first: ListKey,
): InfiniteData<Page<T>, string | null> | undefined {
  const boot = client.getQueryState<Page<T>>(first)
  if (!boot?.data || boot.isInvalidated) return undefined
  return { pages: [boot.data], pageParams: [null] }
}

const pagesFromBoot = <T>(
  client: QueryClient,
  pages: ReturnType<typeof pagesUnder<T>>,
  first: ListKey,
  staleTime: number,
) =>
  infiniteQueryOptions({
    ...pages,
    initialData: () => bootPage<T>(client, first),
    initialDataUpdatedAt: () => client.getQueryState(first)?.dataUpdatedAt,
    placeholderData: keepPreviousData,
    staleTime,
  })
export type PagesSource<T> = ReturnType<typeof pagesFromBoot<T>>

/** A paged list that starts from the boot data. The previous list stays on screen until the next one has loaded. */
export const pagesOf = <const E extends EndpointDefinition>(
  client: QueryClient,
  endpoint: E,
  input: ListInput<E>,
  { staleTime = Infinity }: { staleTime?: number } = {},
): PagesSource<ItemOf<E>> =>
  pagesFromBoot(
    client,
    pagesUnder(
      queryKey(endpoint, input as QueryInput, 'pages'),
      reader(endpoint, input, PAGE_SIZE),
    ),
    queryKey(endpoint, input as QueryInput, 'first'),
    staleTime,
  )

/** A paged list that is never part of the boot data. */
export const plainPagesOf = <const E extends EndpointDefinition>(
  endpoint: E,
  input: ListInput<E>,
  { limit = PAGE_SIZE }: { limit?: number } = {},
) => pagesUnder(queryKey(endpoint, input as QueryInput, 'pages'), reader(endpoint, input, limit))

/** Reads the first page of a list without touching what is cached of it. */
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
