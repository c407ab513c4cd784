import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { preload, rootRoute } from './root-route.tsx'
import { LandingScreen } from './screens/public/landing.tsx'

const PostScreen = lazyRouteComponent(() => import('./screens/post.tsx'), 'PostScreen')
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

const openRoute = <const Path extends string>(path: Path, Screen: typeof PostScreen) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    loader: () => preload(Screen),
    component: Screen,
  })

/**
 * The routes for visitors. Every other address shows the not-found page, which offers to sign in and come back, so the
 * landing page loads nothing of the members' screens.
 */
export const visitorTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: '/', component: LandingScreen }),
  openRoute('/post/$id', PostScreen),
  openRoute('/limits', LimitsScreen),
  openRoute('/ai', LimitsScreen),
  openRoute('/advertise', AdvertiseScreen),
  openRoute('/copyright', CopyrightScreen),
  openRoute('/invitation/$token', InvitationScreen),
])
