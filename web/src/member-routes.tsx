import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Viewer } from './features/session/session-api.ts'
import type { AnalyticsSearch } from './lib/routing/analytics-search.ts'
import type { AdminSearch } from './lib/routing/admin-search.ts'
import type { BoardSearch, BoardsSearch } from './lib/routing/boards-search.ts'
import type { DraftsSearch } from './lib/routing/drafts-search.ts'
import type { ExploreSearch } from './lib/routing/explore-search.ts'
import { readHomeSearch } from './lib/routing/home-search.ts'
import type { MessagesSearch } from './lib/routing/messages-search.ts'
import { readPostDialog, readReceiptSearch, readWriteSearch } from './lib/routing/dialog-search.ts'
import type { StatementSearch } from './lib/routing/billing-search.ts'
import { readPaymentSearch } from './lib/routing/payment-search.ts'
import type { ProofSearch } from './lib/routing/proof-search.ts'
import type { ProfileSearch } from './lib/routing/profile-search.ts'
import type { ProjectsSearch } from './lib/routing/projects-search.ts'
import type { WorksSearch } from './lib/routing/works-search.ts'
import { Members } from './members.tsx'
import { makeRootRoute, preload } from './root-route.tsx'

const rootRoute = makeRootRoute()

const HomeScreen = lazyRouteComponent(() => import('./screens/home/home.tsx'), 'HomeScreen')
const WorkScreen = lazyRouteComponent(() => import('./screens/work.tsx'), 'WorkScreen')
const ProfileScreen = lazyRouteComponent(() => import('./screens/profile.tsx'), 'ProfileScreen')
const PostScreen = lazyRouteComponent(() => import('./screens/post.tsx'), 'PostScreen')
const ForYouScreen = lazyRouteComponent(() => import('./screens/for-you.tsx'), 'ForYouScreen')
const ExploreScreen = lazyRouteComponent(() => import('./screens/explore.tsx'), 'ExploreScreen')
const ExplorePostsScreen = lazyRouteComponent(
  () => import('./screens/explore-posts.tsx'),
  'ExplorePostsScreen',
)
const SearchScreen = lazyRouteComponent(() => import('./screens/search.tsx'), 'SearchScreen')
const TagScreen = lazyRouteComponent(() => import('./screens/tag.tsx'), 'TagScreen')
const seldom = () => import('./screens/seldom.tsx')
const CopyrightScreen = lazyRouteComponent(seldom, 'CopyrightScreen')
const TakenDownScreen = lazyRouteComponent(seldom, 'TakenDownScreen')
const CaseScreen = lazyRouteComponent(seldom, 'CaseScreen')
const DebugScreen = lazyRouteComponent(seldom, 'DebugScreen')
const AdvertiseScreen = lazyRouteComponent(seldom, 'AdvertiseScreen')
const LimitsScreen = lazyRouteComponent(() => import('./screens/public/limits.tsx'), 'LimitsScreen')
const MessagesScreen = lazyRouteComponent(() => import('./screens/messages.tsx'), 'MessagesScreen')
const ProjectsScreen = lazyRouteComponent(() => import('./screens/projects.tsx'), 'ProjectsScreen')
const ProjectRoomScreen = lazyRouteComponent(
  () => import('./screens/project-room.tsx'),
  'ProjectRoomScreen',
)
const SubscribeScreen = lazyRouteComponent(
  () => import('./screens/subscribe.tsx'),
  'SubscribeScreen',
)
const StatementScreen = lazyRouteComponent(seldom, 'StatementScreen')
const AnalyticsScreen = lazyRouteComponent(
  () => import('./screens/analytics/analytics.tsx'),
  'AnalyticsScreen',
)
const OwnScreen = lazyRouteComponent(seldom, 'OwnScreen')
const SettingsScreen = lazyRouteComponent(() => import('./screens/settings.tsx'), 'SettingsScreen')
const savedPosts = () => import('./screens/saved-posts.tsx')
const LikedPostsScreen = lazyRouteComponent(savedPosts, 'LikedPostsScreen')
const SavedPostsScreen = lazyRouteComponent(savedPosts, 'SavedPostsScreen')

const BoardsScreen = lazyRouteComponent(seldom, 'BoardsScreen')
const BoardScreen = lazyRouteComponent(seldom, 'BoardScreen')
const BriefScreen = lazyRouteComponent(seldom, 'BriefScreen')
const ArrangeScreen = lazyRouteComponent(seldom, 'ArrangeScreen')
const ProofGuestScreen = lazyRouteComponent(seldom, 'ProofGuestScreen')
const ProofRoomScreen = lazyRouteComponent(seldom, 'ProofRoomScreen')
const ProofRoomsScreen = lazyRouteComponent(seldom, 'ProofRoomsScreen')
const OwnProofRoomScreen = lazyRouteComponent(seldom, 'OwnProofRoomScreen')
const SeriesScreen = lazyRouteComponent(seldom, 'SeriesScreen')
const DraftsScreen = lazyRouteComponent(seldom, 'DraftsScreen')
const InvitationScreen = lazyRouteComponent(seldom, 'InvitationScreen')
const WelcomeScreen = lazyRouteComponent(
  () => import('./screens/home/welcome.tsx'),
  'WelcomeScreen',
)
const AdminScreen = lazyRouteComponent(() => import('./screens/admin.tsx'), 'AdminScreen')

interface Entry {
  context: { viewer: Viewer | null }
  location: { searchStr: string }
}

/** A session can end while a screen is open. Then members' addresses ask to sign in. */
const membersOnly = ({ context }: Pick<Entry, 'context'>) => {
  if (!context.viewer) throw notFound()
}

/** Whoever has just joined sees the welcome before home. An address that wants something there is left alone. */
const welcomeFirst = (entry: Entry) => {
  membersOnly(entry)
  const { context, location } = entry
  if (context.viewer?.isWelcomed === false && location.searchStr === '')
    // The router's way to leave a route, not an error.
    // oxlint-disable-next-line typescript/only-throw-error
    throw redirect({ to: '/welcome', replace: true })
}

const memberRoute = <const Path extends string, Search extends object>(
  path: Path,
  Screen: ComponentType & { preload?: () => Promise<void> | undefined },
  validateSearch: (raw: Record<string, unknown>) => Search,
  beforeLoad: (entry: Entry) => void = membersOnly,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: (raw: Record<string, unknown>) => ({
      ...validateSearch(raw),
      ...readPostDialog(raw),
      ...readReceiptSearch(raw),
      ...readWriteSearch(raw),
    }),
    beforeLoad,
    loader: () => preload(Screen),
    component: () => (
      <Members>
        <Screen />
      </Members>
    ),
  })
const noSearch = () => ({})
/** Passes the search on unread. The screen validates it, which keeps that code out of the first load. */
const asGiven =
  <Search extends object>() =>
  (raw: { [K in keyof Search]?: unknown }) =>
    raw as Search

/** Home sorts by fewer orders, and links that keep the search lead there from everywhere. */
type OpenSearch = Omit<WorksSearch, 'sort'>

/** Threads are child routes, so that the list stays mounted beside them. */
const messagesRoute = memberRoute('/messages', MessagesScreen, asGiven<MessagesSearch>())
const threadRoute = createRoute({ getParentRoute: () => messagesRoute, path: '$conversationId' })

export const memberTree = rootRoute.addChildren([
  memberRoute('/', HomeScreen, readHomeSearch, welcomeFirst),
  memberRoute('/welcome', WelcomeScreen, noSearch),
  memberRoute('/post/$id', PostScreen, readPaymentSearch),
  memberRoute('/portfolio/$id', WorkScreen, noSearch),
  memberRoute('/portfolio/$id/$part', OwnScreen, asGiven<AnalyticsSearch>()),
  memberRoute('/post/$id/statistics', OwnScreen, asGiven<AnalyticsSearch>()),
  // One page at three addresses. `/@handle` is the canonical one.
  memberRoute('/@{$handle}', ProfileScreen, asGiven<ProfileSearch>()),
  memberRoute('/profile/$id', ProfileScreen, asGiven<ProfileSearch>()),
  memberRoute('/creator/$id', ProfileScreen, asGiven<ProfileSearch>()),
  memberRoute('/for-you', ForYouScreen, noSearch),
  memberRoute('/explore', ExploreScreen, asGiven<OpenSearch>()),
  memberRoute('/explore/posts', ExplorePostsScreen, asGiven<ExploreSearch>()),
  memberRoute('/explore/tag/$tag', TagScreen, asGiven<ExploreSearch>()),
  memberRoute('/search', SearchScreen, asGiven<OpenSearch>()),
  memberRoute('/liked-posts', LikedPostsScreen, asGiven<ExploreSearch>()),
  memberRoute('/saved-posts', SavedPostsScreen, asGiven<ExploreSearch>()),
  memberRoute('/boards', BoardsScreen, asGiven<BoardsSearch>()),
  memberRoute('/boards/$id', BoardScreen, asGiven<BoardSearch>()),
  memberRoute('/boards/$id/$part/{-$briefId}', BriefScreen, noSearch),
  memberRoute('/wall', ArrangeScreen, noSearch),
  memberRoute('/series/$id', SeriesScreen, asGiven<{ work?: string }>()),
  memberRoute('/drafts', DraftsScreen, asGiven<DraftsSearch>()),
  messagesRoute.addChildren([threadRoute]),
  memberRoute('/projects', ProjectsScreen, asGiven<ProjectsSearch>()),
  memberRoute('/projects/$projectId', ProjectRoomScreen, readPaymentSearch),
  memberRoute('/projects/$projectId/proof', ProofRoomScreen, asGiven<ProofSearch>()),
  memberRoute('/proofs', ProofRoomsScreen, noSearch),
  memberRoute('/proofs/$id', OwnProofRoomScreen, asGiven<ProofSearch>()),
  memberRoute('/proof/$id', ProofGuestScreen, asGiven<ProofSearch>()),
  memberRoute('/subscribe', SubscribeScreen, readPaymentSearch),
  memberRoute('/analytics', AnalyticsScreen, asGiven<AnalyticsSearch>()),
  memberRoute('/statement', StatementScreen, asGiven<StatementSearch>()),
  memberRoute('/settings', SettingsScreen, noSearch),
  memberRoute('/limits', LimitsScreen, noSearch),
  memberRoute('/ai', LimitsScreen, noSearch),
  memberRoute('/terms', LimitsScreen, noSearch),
  memberRoute('/privacy', LimitsScreen, noSearch),
  memberRoute('/imprint', LimitsScreen, noSearch),
  memberRoute('/invitation/$token', InvitationScreen, noSearch),
  memberRoute('/admin', AdminScreen, asGiven<AdminSearch>()),
  memberRoute('/admin/health', AdminScreen, noSearch),
  memberRoute('/admin/growth', AdminScreen, noSearch),
  memberRoute('/admin/emails', AdminScreen, noSearch),
  memberRoute('/admin/cases/$kind/$id', CaseScreen, noSearch),
  memberRoute('/cases/$kind/$id', CaseScreen, noSearch),
  memberRoute('/advertise', AdvertiseScreen, noSearch),
  memberRoute('/copyright', CopyrightScreen, noSearch),
  memberRoute('/taken-down', TakenDownScreen, noSearch),
  memberRoute('/debug', DebugScreen, noSearch),
])
