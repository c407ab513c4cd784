import type { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { BootData } from '@plinth/contract/http/query-key.ts'
import { App } from './app.tsx'
import { viewerQuery } from './features/session/session-api.ts'
import { seed, makeQueryClient } from './lib/cache/query-client.ts'
import { makeRouter } from './router.tsx'
import { NotFoundScreen } from './screens/public/not-found.tsx'
import { visitorTree } from './visitor-routes.tsx'

/** For addresses that are not public, whichever route they have. */
const elsewhereTree = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: NotFoundScreen,
  notFoundComponent: NotFoundScreen,
})

/** Everything that somebody may have. The members' routes are loaded when the first member's page is drawn. */
async function treeOf(queryClient: QueryClient, status: number): Promise<typeof visitorTree> {
  if (status >= 400) return elsewhereTree as unknown as typeof visitorTree
  if (queryClient.getQueryData(viewerQuery.queryKey) === null) return visitorTree
  const { memberTree } = await import('./member-routes.tsx')
  return memberTree as unknown as typeof visitorTree
}

/** Renders a page from its boot data alone. Each call has its own query client and router. */
export async function render(url: string, boot: BootData, status = 200): Promise<string> {
  const queryClient = makeQueryClient({ forServer: true })
  try {
    seed(queryClient, boot)
    // They are sent to the welcome first, which the browser draws.
    if (queryClient.getQueryData(viewerQuery.queryKey)?.isWelcomed === false) return ''
    const router = makeRouter({
      tree: await treeOf(queryClient, status),
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
