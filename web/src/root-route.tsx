import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { viewerQuery } from './features/session/session-api.ts'
import { useViewer } from './features/session/use-viewer.ts'

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

// Loaded after the screen, because it shows nothing at first. Members have theirs beside their dialogs.
const SearchPaletteHost = lazy(async () => ({
  default: (await import('./screens/search/palette-host.tsx')).SearchPaletteHost,
}))

function Root() {
  const isVisitor = useViewer() === null
  return (
    <>
      <Outlet />
      {isVisitor ? (
        <Suspense fallback={null}>
          <SearchPaletteHost />
        </Suspense>
      ) : null}
    </>
  )
}

/** The root of visitors' or members' routes. A root has one set of children, and the server has both trees. */
export const makeRootRoute = () =>
  createRootRouteWithContext<RouterContext>()({
    beforeLoad: async ({ context }) => ({
      viewer: await context.queryClient.ensureQueryData(viewerQuery),
    }),
    component: Root,
    notFoundComponent: NotFoundScreen,
  })
