import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { BootData } from '@plinth/contract/http/query-key.ts'
import { hasLeft, isStale } from '../api/errors.ts'

export interface QueryClientOptions {
  /** Called when a call reports that the session has ended. */
  onUnauthorized?: () => void
  /** Called when an act needs a fresh sign-in, with its name (`resume` of `useSendOnce`), if it has one, and what was sent. */
  onStale?: (name: unknown, sent: unknown) => void
  /** True on the server: no timers clear the cache, so the process can exit. */
  forServer?: boolean
}

/**
 * Nothing refetches or retries by itself: every change names what it invalidates. With any `networkMode` but `always`,
 * an offline browser would leave a call paused forever instead of failing.
 */
export function makeQueryClient({
  onUnauthorized,
  onStale,
  forServer = false,
}: QueryClientOptions = {}) {
  const onError = (error: unknown) => {
    if (hasLeft(error)) onUnauthorized?.()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, variables, _result, { meta }) => {
        onError(error)
        if (isStale(error)) onStale?.(meta?.['resume'], variables)
      },
    }),
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

/** The boot data in the page's `#boot` element; empty under the development server. */
export function readBoot(): BootData {
  const text = document.getElementById('boot')?.textContent
  return text ? (JSON.parse(text) as BootData) : []
}

/** Puts the boot data into the cache, so that the first screen shows without a request. */
export function seed(client: QueryClient, boot: BootData): void {
  for (const [queryKey, data] of boot) client.setQueryData(queryKey, data)
}
