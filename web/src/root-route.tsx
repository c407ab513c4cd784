import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { viewerQuery } from './features/session/session-api.ts'

/** What is not public: it needs an account, or does not exist. */
export const ElsewhereScreen = lazyRouteComponent(
  () => import('./screens/public/not-found.tsx'),
  'NotFoundScreen',
)
export const NotFoundScreen = () => (
  <Suspense>
    <ElsewhereScreen />
  </Suspense>
)

interface Screen {
  preload?: () => Promise<void> | undefined
}
export const preload = (...screens: Screen[]) =>
  Promise.all(screens.map(async (screen) => await screen.preload?.()))

interface RouterContext {
  queryClient: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context }) => ({
    viewer: await context.queryClient.ensureQueryData(viewerQuery),
  }),
  component: Outlet,
  notFoundComponent: NotFoundScreen,
})
