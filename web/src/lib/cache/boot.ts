import type { QueryClient } from '@tanstack/react-query'
import type { BootData } from '@plinth/contract/http/query-key.ts'

/** What the page carries in `#boot`; nothing under the development server. */
export function readBoot(): BootData {
  const text = document.getElementById('boot')?.textContent
  return text ? (JSON.parse(text) as BootData) : []
}

/** Seeds the cache, so that the first screen shows at once and asks for nothing. */
export function seed(client: QueryClient, boot: BootData): void {
  for (const [queryKey, data] of boot) client.setQueryData(queryKey, data)
}
