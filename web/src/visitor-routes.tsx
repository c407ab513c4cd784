import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { ElsewhereScreen, makeRootRoute, preload } from './root-route.tsx'
import { LandingScreen } from './screens/public/landing.tsx'

const rootRoute = makeRootRoute()

type Screens = typeof import('./visitors.ts').screens

/** Loaded in two steps, so that the landing page's file list doesn't name the files of each screen. */
const screen = (name: keyof Screens) =>
  lazyRouteComponent(async () => {
    const { screens } = await import('./visitors.ts')
    return (await screens[name]()) as Record<string, ComponentType>
  }, name)

/** The search stays unread: each screen validates its own, which keeps that code out of the first load. */
const openRoute = <const Path extends string>(path: Path, name: keyof Screens) => {
  const component = screen(name)
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    loader: () => preload(component),
    component,
  })
}

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
  openRoute('/@{$handle}', 'ProfileScreen'),
  openRoute('/creator/$id', 'ProfileScreen'),
  openRoute('/profile/$id', 'ProfileScreen'),
  openRoute('/portfolio/$id', 'WorkScreen'),
  openRoute('/post/$id', 'PostScreen'),
  openRoute('/boards/$id', 'BoardScreen'),
  openRoute('/series/$id', 'SeriesScreen'),
  openRoute('/explore', 'ExploreScreen'),
  openRoute('/explore/posts', 'ExplorePostsScreen'),
  openRoute('/explore/tag/$tag', 'TagScreen'),
  openRoute('/search', 'SearchScreen'),
  openRoute('/limits', 'LimitsScreen'),
  openRoute('/ai', 'LimitsScreen'),
  openRoute('/terms', 'LimitsScreen'),
  openRoute('/privacy', 'LimitsScreen'),
  openRoute('/imprint', 'LimitsScreen'),
  openRoute('/advertise', 'AdvertiseScreen'),
  openRoute('/copyright', 'CopyrightScreen'),
  openRoute('/invitation/$token', 'InvitationScreen'),
  openRoute('/proof/$id', 'ProofGuestScreen'),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/$',
    loader: () => preload(ElsewhereScreen),
    component: ElsewhereScreen,
  }),
])
