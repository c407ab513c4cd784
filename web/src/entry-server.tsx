import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { BootData } from '@plinth/contract/http/query-key.ts'
import { App } from './app.tsx'
import { seed, makeQueryClient } from './lib/cache/query-client.ts'
import { makeRouter } from './router.tsx'
import { visitorTree } from './visitor-routes.tsx'

/** Renders a visitor's page from its boot data alone. Each call has its own query client and router. */
export async function render(url: string, boot: BootData): Promise<string> {
  const queryClient = makeQueryClient({ forServer: true })
  try {
    seed(queryClient, boot)
    const router = makeRouter({
      tree: visitorTree,
      queryClient,
      history: createMemoryHistory({ initialEntries: [url] }),
      isServer: true,
    })
    await router.load()
    const markup = renderToString(<App router={router} queryClient={queryClient} />)
    // When a screen throws, React silently leaves it to the browser.
    if (markup.startsWith('<!--$!-->')) throw new Error(`${url} cannot be drawn on the server`)
    return markup
  } finally {
    queryClient.clear()
  }
}
