import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { preload, rootRoute } from './root-route.tsx'
import { LandingScreen } from './screens/landing.tsx'

const PostScreen = lazyRouteComponent(() => import('./screens/post.tsx'), 'PostScreen')
const LimitsScreen = lazyRouteComponent(() => import('./screens/limits.tsx'), 'LimitsScreen')

/**
 * What there is for visitors. Every other address is the not-found page, which offers to sign in and come back: so
 * the landing page carries nothing of the members' screens.
 */
export const visitorTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: '/', component: LandingScreen }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/post/$id',
    loader: () => preload(PostScreen),
    component: PostScreen,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/limits',
    loader: () => preload(LimitsScreen),
    component: LimitsScreen,
  }),
])
