import { getDebugUrls } from '@plinth/contract/analytics/debug.ts'
import { listAdvertisingWeeks } from '@plinth/contract/money/advertising.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { memberPlaceOf } from '@plinth/contract/people/places.ts'
import type { Deps } from './deps.ts'
import { readWeeks } from './features/advertising/advertising-routes.ts'
import { DEBUG_URLS } from './features/debug/debug-routes.ts'
import { forYouBoot } from './features/posts/for-you/for-you-pages.ts'
import type { Viewer } from './http/viewer.ts'
import { signInPage, type PageData, type PageDefinition } from './http/shell/page.ts'

interface Screen {
  /** Fastify notation. */
  path: string
  title: string
  /** The web's screen. A public screen can have one variant for visitors and one for members. */
  screen: string | { visitor: string; member: string }
  /** Visitors get 401 for a screen of members, and sign in to come back to it. */
  access: 'public' | 'member'
  description?: string
  /** Whoever knows the address gets in. */
  isSecret?: true
  /** Rendered here for visitors, so that search engines and browsers without scripts can read it. */
  isRenderedForVisitors?: boolean
  /** Data that the page carries; the browser asks for everything else. */
  boot?: () => Promise<PageData['boot']>
  /** Data with which it is rendered here for this member, so that it shows before its scripts have loaded. */
  bootForMember?: (viewer: Viewer) => Promise<PageData['boot']>
}

/** The screens that need no data of their own to have a title. The others have a `…-pages.ts` file in their feature. */
const screensOf = (deps: Deps): Screen[] => [
  {
    path: '/for-you',
    title: 'For You',
    screen: 'for-you',
    access: 'member',
    bootForMember: ({ id }) => forYouBoot(deps, { viewerId: id }),
  },
  { path: '/welcome', title: 'Welcome', screen: 'welcome', access: 'member' },
  { path: '/liked-posts', title: 'Liked Posts', screen: 'saved-posts', access: 'member' },
  { path: '/saved-posts', title: 'Saved Posts', screen: 'saved-posts', access: 'member' },
  { path: '/boards', title: 'Boards', screen: 'boards', access: 'member' },
  {
    path: '/boards/:id/brief',
    title: 'Ask for something like this',
    screen: 'brief',
    access: 'member',
  },
  { path: '/boards/:id/briefs/:briefId', title: 'Answers', screen: 'brief', access: 'member' },
  { path: '/wall', title: 'Arrange your wall', screen: 'arrange', access: 'member' },
  { path: '/drafts', title: 'Not on your wall', screen: 'drafts', access: 'member' },
  { path: '/messages', title: 'Messages', screen: 'messages', access: 'member' },
  { path: '/messages/:conversationId', title: 'Messages', screen: 'messages', access: 'member' },
  { path: '/projects', title: 'Projects', screen: 'projects', access: 'member' },
  { path: '/projects/:id', title: 'Project', screen: 'project-room', access: 'member' },
  { path: '/projects/:id/proof', title: 'Proof room', screen: 'proof-room', access: 'member' },
  { path: '/proofs', title: 'Proof rooms', screen: 'proof-rooms', access: 'member' },
  { path: '/proofs/:id', title: 'Proof room', screen: 'proof-room', access: 'member' },
  // Whose secret is behind the #: nothing about it is in the page, which no cache and no search engine keeps.
  {
    path: '/proof/:id',
    title: 'Proof room',
    screen: 'proof-guest',
    access: 'public',
    isSecret: true,
  },
  { path: '/subscribe', title: 'Become a Creator', screen: 'subscribe', access: 'member' },
  { path: '/statement', title: 'Statement', screen: 'statement', access: 'member' },
  { path: '/analytics', title: 'Creator Analytics', screen: 'analytics', access: 'member' },
  {
    path: '/portfolio/:id/rights',
    title: 'Origin and rights',
    screen: 'work-rights',
    access: 'member',
  },
  {
    path: '/portfolio/:id/edit',
    title: 'Edit page',
    screen: 'edit-case-study',
    access: 'member',
  },
  {
    path: '/portfolio/:id/statistics',
    title: 'Statistics',
    screen: 'statistics',
    access: 'member',
  },
  { path: '/post/:id/statistics', title: 'Statistics', screen: 'statistics', access: 'member' },
  { path: '/settings', title: 'Profile Settings', screen: 'settings', access: 'member' },
  { path: '/taken-down', title: 'Taken down', screen: 'taken-down', access: 'member' },
  // The screen itself tells members who are no admins that they may not see it.
  { path: '/admin', title: 'Admin', screen: 'admin', access: 'member' },
  { path: '/admin/health', title: 'Health', screen: 'admin', access: 'member' },
  { path: '/admin/growth', title: 'Growth', screen: 'admin', access: 'member' },
  { path: '/admin/emails', title: 'Emails', screen: 'admin', access: 'member' },
  { path: '/admin/cases/:kind/:id', title: 'Case', screen: 'case', access: 'member' },
  { path: '/cases/:kind/:id', title: 'Case', screen: 'case', access: 'member' },
  // A visitor signs in from here and comes back; the browser asks whether the invitation is still valid.
  { path: '/invitation/:token', title: 'An invitation', screen: 'invitation', access: 'public' },
  {
    path: '/copyright',
    title: 'Copyright notice',
    description: 'Tell Plinth that a work shown here is yours. You need no account.',
    screen: 'copyright',
    access: 'public',
    isRenderedForVisitors: true,
  },
  {
    path: '/ai',
    title: 'AI training and licences',
    description:
      'What Plinth does to keep work out of AI training, what it can’t do, and who may use the work shown here.',
    screen: 'limits',
    access: 'public',
    isRenderedForVisitors: true,
  },
  {
    path: '/advertise',
    title: 'Advertise with us',
    description:
      'Plinth is not ad-based. A person reads every inquiry. From $200 per week or $500 per month, custom pricing negotiable.',
    screen: { visitor: 'advertise-visitor', member: 'advertise-member' },
    access: 'public',
    isRenderedForVisitors: true,
    boot: async () => [[queryKey(listAdvertisingWeeks), await readWeeks(deps.db, deps.now())]],
  },
  ...(deps.env.debugPage
    ? [
        {
          path: '/debug',
          title: 'Debug',
          screen: 'debug-calls',
          access: 'member',
          boot: () => Promise.resolve([[queryKey(getDebugUrls), DEBUG_URLS]]),
        } satisfies Screen,
      ]
    : []),
]

export const screenPages = (deps: Deps): PageDefinition[] =>
  screensOf(deps).map((screen) => ({
    path: screen.path,
    load: async ({ viewer }) => {
      const { title, description, screen: name, bootForMember } = screen
      if (screen.access === 'member' && viewer === null) {
        return signInPage(memberPlaceOf(screen.path, {})?.title ?? title)
      }
      return {
        title,
        ...(description === undefined ? {} : { description }),
        ...(screen.isSecret === true ? { isUnlisted: true, isSecret: true } : {}),
        screen: typeof name === 'string' ? name : name[viewer === null ? 'visitor' : 'member'],
        boot: (await screen.boot?.()) ?? [],
        ...(viewer === null || bootForMember === undefined
          ? { prerender: viewer === null && screen.isRenderedForVisitors === true }
          : { prerender: true, bootSoon: () => bootForMember(viewer) }),
      }
    },
  }))
