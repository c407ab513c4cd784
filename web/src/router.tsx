import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import type { memberTree } from './member-routes.tsx'
import { NotFoundScreen } from './root-route.tsx'
import type { visitorTree } from './visitor-routes.tsx'

export const makeRouter = ({
  tree,
  queryClient,
  history,
  isServer = false,
}: {
  tree: typeof memberTree | typeof visitorTree
  queryClient: QueryClient
  history?: RouterHistory
  isServer?: boolean
}) =>
  createRouter({
    // Links are typed by the members' routes. For visitors such links lead to sign-in.
    routeTree: tree as typeof memberTree,
    context: { queryClient },
    ...(history ? { history } : {}),
    isServer,
    defaultPreload: 'intent',
    // The query cache is the only cache.
    defaultPreloadStaleTime: 0,
    // On the server it would write an inline script, which the content security policy blocks.
    scrollRestoration: !isServer,
    defaultNotFoundComponent: NotFoundScreen,
  })

export type AppRouter = ReturnType<typeof makeRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
