import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Viewer } from './features/session/session-api.ts'
import { readExploreSearch } from './lib/explore-search.ts'
import { readHomeSearch } from './lib/home-search.ts'
import { readMessagesSearch } from './lib/messages-search.ts'
import { readProfileSearch } from './lib/profile-search.ts'
import { readReceiptSearch } from './lib/receipt-search.ts'
import { readWriteSearch } from './lib/write-search.ts'
import { Members } from './members.tsx'
import { preload, rootRoute } from './root-route.tsx'

const HomeScreen = lazyRouteComponent(() => import('./screens/home.tsx'), 'HomeScreen')
const WorkScreen = lazyRouteComponent(() => import('./screens/work.tsx'), 'WorkScreen')
const ProfileScreen = lazyRouteComponent(() => import('./screens/profile.tsx'), 'ProfileScreen')
const PostScreen = lazyRouteComponent(() => import('./screens/post.tsx'), 'PostScreen')
const ForYouScreen = lazyRouteComponent(() => import('./screens/for-you.tsx'), 'ForYouScreen')
const ExploreScreen = lazyRouteComponent(() => import('./screens/explore.tsx'), 'ExploreScreen')
const TagScreen = lazyRouteComponent(() => import('./screens/tag.tsx'), 'TagScreen')
const LimitsScreen = lazyRouteComponent(() => import('./screens/limits.tsx'), 'LimitsScreen')
const MessagesScreen = lazyRouteComponent(() => import('./screens/messages.tsx'), 'MessagesScreen')
const keptPosts = () => import('./screens/kept-posts.tsx')
const LikedPostsScreen = lazyRouteComponent(keptPosts, 'LikedPostsScreen')
const SavedPostsScreen = lazyRouteComponent(keptPosts, 'SavedPostsScreen')

/** A session can end under an open screen: then a members' address is no longer there. */
const membersOnly = ({ context }: { context: { viewer: Viewer | null } }) => {
  if (!context.viewer) throw notFound()
}

const memberRoute = <const Path extends string, Search extends object>(
  path: Path,
  Screen: ComponentType & { preload?: () => Promise<void> | undefined },
  validateSearch: (raw: Record<string, unknown>) => Search,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: (raw: Record<string, unknown>) => ({
      ...validateSearch(raw),
      ...readReceiptSearch(raw),
      ...readWriteSearch(raw),
    }),
    beforeLoad: membersOnly,
    loader: () => preload(Screen),
    component: () => (
      <Members>
        <Screen />
      </Members>
    ),
  })
const noSearch = () => ({})

/** The list stays as it is while one thread after the other is opened beside it. */
const messagesRoute = memberRoute('/messages', MessagesScreen, readMessagesSearch)
const threadRoute = createRoute({ getParentRoute: () => messagesRoute, path: '$conversationId' })

export const memberTree = rootRoute.addChildren([
  memberRoute('/', HomeScreen, readHomeSearch),
  memberRoute('/post/$id', PostScreen, noSearch),
  memberRoute('/portfolio/$id', WorkScreen, noSearch),
  // One page under two addresses: `/creator/{id}` is the canonical one of a creator.
  memberRoute('/profile/$id', ProfileScreen, readProfileSearch),
  memberRoute('/creator/$id', ProfileScreen, readProfileSearch),
  memberRoute('/for-you', ForYouScreen, noSearch),
  memberRoute('/explore', ExploreScreen, readExploreSearch),
  memberRoute('/explore/tag/$tag', TagScreen, readExploreSearch),
  memberRoute('/liked-posts', LikedPostsScreen, noSearch),
  memberRoute('/saved-posts', SavedPostsScreen, noSearch),
  messagesRoute.addChildren([threadRoute]),
  memberRoute('/limits', LimitsScreen, noSearch),
])
