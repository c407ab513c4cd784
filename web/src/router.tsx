import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  type RouterHistory,
} from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType } from 'react'
import { viewerQuery, type Viewer } from './features/session/session-api.ts'
import { useViewer } from './features/session/use-viewer.ts'
import { readExploreSearch } from './lib/explore-search.ts'
import { readHomeSearch } from './lib/home-search.ts'
import { readProfileSearch } from './lib/profile-search.ts'
import { LandingScreen } from './screens/landing.tsx'

const LazyNotFound = lazy(async () => ({
  default: (await import('./screens/not-found.tsx')).NotFoundScreen,
}))
const NotFoundScreen = () => (
  <Suspense>
    <LazyNotFound />
  </Suspense>
)
const Members = lazyRouteComponent(() => import('./members.tsx'), 'Members')
const HomeScreen = lazyRouteComponent(() => import('./screens/home.tsx'), 'HomeScreen')
const WorkScreen = lazyRouteComponent(() => import('./screens/work.tsx'), 'WorkScreen')
const ProfileScreen = lazyRouteComponent(() => import('./screens/profile.tsx'), 'ProfileScreen')
const PostScreen = lazyRouteComponent(() => import('./screens/post.tsx'), 'PostScreen')
const ForYouScreen = lazyRouteComponent(() => import('./screens/for-you.tsx'), 'ForYouScreen')
const ExploreScreen = lazyRouteComponent(() => import('./screens/explore.tsx'), 'ExploreScreen')
const TagScreen = lazyRouteComponent(() => import('./screens/tag.tsx'), 'TagScreen')
const keptPosts = () => import('./screens/kept-posts.tsx')
const LikedPostsScreen = lazyRouteComponent(keptPosts, 'LikedPostsScreen')
const SavedPostsScreen = lazyRouteComponent(keptPosts, 'SavedPostsScreen')

interface Screen {
  preload?: () => Promise<void> | undefined
}
const preload = (...screens: Screen[]) =>
  Promise.all(screens.map(async (screen) => await screen.preload?.()))

interface RouterContext {
  queryClient: QueryClient
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context }) => ({
    viewer: await context.queryClient.ensureQueryData(viewerQuery),
  }),
  component: Outlet,
  notFoundComponent: NotFoundScreen,
})

/** For a visitor a members' address does not exist; the not-found page offers to sign in. */
const membersOnly = ({ context }: { context: { viewer: Viewer | null } }) => {
  if (!context.viewer) throw notFound()
}

/** The landing page for visitors, the portfolios for members. */
const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: readHomeSearch,
  loader: async ({ context }) => {
    if (context.viewer) await preload(Members, HomeScreen)
  },
  component: function Index() {
    return useViewer() ? (
      <Members>
        <HomeScreen />
      </Members>
    ) : (
      <LandingScreen />
    )
  },
})

/** What every members' route has: it is not there for visitors, and its screen loads with it. */
const memberRoute = <const Path extends string, Search extends object>(
  path: Path,
  Screen: Screen & ComponentType,
  validateSearch: (raw: Record<string, unknown>) => Search,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch,
    beforeLoad: membersOnly,
    loader: () => preload(Members, Screen),
    component: () => (
      <Members>
        <Screen />
      </Members>
    ),
  })
const noSearch = () => ({})

/** Open to visitors: what a shared link leads to. */
const postRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/post/$id',
  loader: ({ context }) => preload(...(context.viewer ? [Members] : []), PostScreen),
  component: function Post() {
    return useViewer() ? (
      <Members>
        <PostScreen />
      </Members>
    ) : (
      <PostScreen />
    )
  },
})

const routeTree = rootRoute.addChildren([
  indexRoute,
  postRoute,
  memberRoute('/portfolio/$id', WorkScreen, noSearch),
  // One page under two addresses: `/creator/{id}` is the canonical one of a creator.
  memberRoute('/profile/$id', ProfileScreen, readProfileSearch),
  memberRoute('/creator/$id', ProfileScreen, readProfileSearch),
  memberRoute('/for-you', ForYouScreen, noSearch),
  memberRoute('/explore', ExploreScreen, readExploreSearch),
  memberRoute('/explore/tag/$tag', TagScreen, readExploreSearch),
  memberRoute('/liked-posts', LikedPostsScreen, noSearch),
  memberRoute('/saved-posts', SavedPostsScreen, noSearch),
])

const stillness = () =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches

export const makeRouter = ({
  queryClient,
  history,
  isServer = false,
}: {
  queryClient: QueryClient
  history?: RouterHistory
  isServer?: boolean
}) =>
  createRouter({
    routeTree,
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
