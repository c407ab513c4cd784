import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { BootData } from '@plinth/contract/http/query-key.ts'
import { isUnauthorized } from '../api/errors.ts'

export interface QueryClientOptions {
  /** Called when a call says that the session is gone. */
  onUnauthorized?: () => void
  /** True on the server: nothing is dropped by a timer, so the process can end. */
  forServer?: boolean
}

/**
 * Nothing refetches by itself and nothing is tried again: every change names what it invalidates.
 * `networkMode: 'always'`, or an offline browser would leave a call paused for ever instead of failing.
 */
export function makeQueryClient({ onUnauthorized, forServer = false }: QueryClientOptions = {}) {
  const onError = (error: unknown) => {
    if (isUnauthorized(error)) onUnauthorized?.()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        ...(forServer ? { gcTime: Infinity } : {}),
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** What the page carries in `#boot`; nothing under the development server. */
export function readBoot(): BootData {
  const text = document.getElementById('boot')?.textContent
  return text ? (JSON.parse(text) as BootData) : []
}

/** Seeds the cache, so that the first screen shows at once and asks for nothing. */
export function seed(client: QueryClient, boot: BootData): void {
  for (const [queryKey, data] of boot) client.setQueryData(queryKey, data)
}
