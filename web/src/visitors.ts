/** How each public screen beyond the landing page is loaded. */
export const screens = {
  PostScreen: () => import('./screens/post.tsx'),
  WorkScreen: async () => {
    const work = await import('./screens/work.tsx')
    await work.prepare()
    return work
  },
  BoardScreen: () => import('./screens/boards/board.tsx'),
  SeriesScreen: () => import('./screens/portfolios/series.tsx'),
  ProfileScreen: () => import('./screens/profile.tsx'),
  ExploreScreen: () => import('./screens/explore.tsx'),
  ExplorePostsScreen: () => import('./screens/explore-posts.tsx'),
  TagScreen: () => import('./screens/tag.tsx'),
  SearchScreen: () => import('./screens/search.tsx'),
  InvitationScreen: () => import('./screens/public/invitation.tsx'),
  ProofGuestScreen: () => import('./screens/proofing/proof-guest.tsx'),
  LimitsScreen: () => import('./screens/public/limits.tsx'),
  CopyrightScreen: () => import('./screens/public/copyright.tsx'),
  AdvertiseScreen: () => import('./screens/public/advertise-visitor.tsx'),
} as const
