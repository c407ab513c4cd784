import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import type { memberTree } from './member-routes.tsx'
import { NotFoundScreen } from './root-route.tsx'
import type { visitorTree } from './visitor-routes.tsx'

const stillness = () =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches

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
    // Links are typed by the members' routes; what a visitor meets of them leads to sign-in.
    routeTree: tree as typeof memberTree,
    context: { queryClient },
    ...(history ? { history } : {}),
    isServer,
    defaultPreload: 'intent',
    // The query cache is the only cache.
    defaultPreloadStaleTime: 0,
    // On the server it would write a script into the page, which the page's policy refuses.
    scrollRestoration: !isServer,
    // From screen to screen; filters and dialogs move by themselves.
    defaultViewTransition: {
      types: ({ pathChanged }) => (pathChanged && !stillness() ? ['screen'] : false),
    },
    defaultNotFoundComponent: NotFoundScreen,
  })

export type AppRouter = ReturnType<typeof makeRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
