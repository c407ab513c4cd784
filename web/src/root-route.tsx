import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { viewerQuery } from './features/session/session-api.ts'

const LazyNotFound = lazy(async () => ({
  default: (await import('./screens/public/not-found.tsx')).NotFoundScreen,
}))
export const NotFoundScreen = () => (
  <Suspense>
    <LazyNotFound />
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
