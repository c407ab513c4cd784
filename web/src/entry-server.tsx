import type { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { BootData } from '@plinth/contract/http/query-key.ts'
import { App } from './app.tsx'
import { seed, makeQueryClient } from './lib/cache/query-client.ts'
import { makeRouter } from './router.tsx'
import { NotFoundScreen } from './screens/public/not-found.tsx'
import { visitorTree } from './visitor-routes.tsx'

/** For addresses that are not public, whichever route they have. */
const elsewhereTree = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: NotFoundScreen,
  notFoundComponent: NotFoundScreen,
})

/** Renders a visitor's page from its boot data alone. Each call has its own query client and router. */
export async function render(url: string, boot: BootData, status = 200): Promise<string> {
  const queryClient = makeQueryClient({ forServer: true })
  try {
    seed(queryClient, boot)
    const router = makeRouter({
      tree: status < 400 ? visitorTree : (elsewhereTree as unknown as typeof visitorTree),
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
