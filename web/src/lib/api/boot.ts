import type { QueryClient } from '@tanstack/react-query'

/** Query keys and their data, as the server writes them into the page. */
export type Boot = [queryKey: string[], data: unknown][]

/** What the page carries in `#boot`; nothing under the development server. */
export function readBoot(): Boot {
  const text = document.getElementById('boot')?.textContent
  return text ? (JSON.parse(text) as Boot) : []
}

/** Seeds the cache, so that the first screen shows at once and asks for nothing. */
export function seed(client: QueryClient, boot: Boot): void {
  for (const [queryKey, data] of boot) client.setQueryData(queryKey, data)
}
