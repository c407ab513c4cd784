import {
  infiniteQueryOptions,
  keepPreviousData,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { Page } from '../api/api.ts'

/** What the page itself carried for a list, unless a change has made it old since. */
function firstPageOf<T>(
  client: QueryClient,
  url: string,
): InfiniteData<Page<T>, string | null> | undefined {
  const seeded = client.getQueryState<Page<T>>([url])
  if (!seeded?.data || seeded.isInvalidated) return undefined
  return { pages: [seeded.data], pageParams: [null] }
}

type ReadPage<T> = (query: {
  limit: number
  cursor: string | undefined
  signal: AbortSignal
}) => Promise<Page<T>>

/** A list, page by page, kept under its address. The last list stays until the next one is there. */
export const pagesOf = <T>(
  client: QueryClient,
  url: string,
  read: ReadPage<T>,
  { staleTime = Infinity }: { staleTime?: number } = {},
) =>
  infiniteQueryOptions({
    queryKey: [url, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      read({ limit: PAGE_SIZE, cursor: pageParam ?? undefined, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    initialData: () => firstPageOf<T>(client, url),
    initialDataUpdatedAt: () => client.getQueryState([url])?.dataUpdatedAt,
    placeholderData: keepPreviousData,
    staleTime,
  })
export type PagesSource<T> = ReturnType<typeof pagesOf<T>>
