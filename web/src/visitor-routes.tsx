import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readExploreSearch } from './lib/routing/explore-search.ts'
import { readProfileSearch } from './lib/routing/profile-search.ts'
import { readSearchSearch } from './lib/routing/search-search.ts'
import { ElsewhereScreen, preload, rootRoute } from './root-route.tsx'
import { LandingScreen } from './screens/public/landing.tsx'

const PostScreen = lazyRouteComponent(() => import('./screens/post.tsx'), 'PostScreen')
const WorkScreen = lazyRouteComponent(() => import('./screens/work.tsx'), 'WorkScreen')
const ProfileScreen = lazyRouteComponent(() => import('./screens/profile.tsx'), 'ProfileScreen')
const ExploreScreen = lazyRouteComponent(() => import('./screens/explore.tsx'), 'ExploreScreen')
const TagScreen = lazyRouteComponent(() => import('./screens/tag.tsx'), 'TagScreen')
const SearchScreen = lazyRouteComponent(() => import('./screens/search.tsx'), 'SearchScreen')
const InvitationScreen = lazyRouteComponent(
  () => import('./screens/public/invitation.tsx'),
  'InvitationScreen',
)
const LimitsScreen = lazyRouteComponent(() => import('./screens/public/limits.tsx'), 'LimitsScreen')
const CopyrightScreen = lazyRouteComponent(
  () => import('./screens/public/copyright.tsx'),
  'CopyrightScreen',
)
const AdvertiseScreen = lazyRouteComponent(
  () => import('./screens/public/advertise.tsx'),
  'AdvertiseScreen',
)

const openRoute = <const Path extends string>(
  path: Path,
  Screen: typeof PostScreen,
  validateSearch: (raw: Record<string, unknown>) => object = () => ({}),
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch,
    loader: () => preload(Screen),
    component: Screen,
  })

/** Home's views and dialogs, which emails link to, are for members. The landing page has none of them. */
const isForMembers = ({ view, dialog }: { view?: unknown; dialog?: unknown }) =>
  view !== undefined || dialog !== undefined

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loaderDeps: ({ search }) => ({ isForMembers: isForMembers(search) }),
  loader: async ({ deps }) => {
    if (deps.isForMembers) await preload(ElsewhereScreen)
  },
  component: function Landing() {
    return isForMembers(landingRoute.useSearch()) ? <ElsewhereScreen /> : <LandingScreen />
  },
})

/**
 * The routes for visitors: what is public. Every other address asks to sign in or does not exist, so the landing page
 * loads nothing of the members' screens.
 */
export const visitorTree = rootRoute.addChildren([
  landingRoute,
  openRoute('/@{$handle}', ProfileScreen, readProfileSearch),
  openRoute('/creator/$id', ProfileScreen, readProfileSearch),
  openRoute('/profile/$id', ProfileScreen, readProfileSearch),
  openRoute('/portfolio/$id', WorkScreen),
  openRoute('/post/$id', PostScreen),
  openRoute('/explore', ExploreScreen, readExploreSearch),
  openRoute('/explore/tag/$tag', TagScreen, readExploreSearch),
  openRoute('/search', SearchScreen, readSearchSearch),
  openRoute('/limits', LimitsScreen),
  openRoute('/advertise', AdvertiseScreen),
  openRoute('/copyright', CopyrightScreen),
  openRoute('/invitation/$token', InvitationScreen),
  openRoute('/$', ElsewhereScreen),
])
