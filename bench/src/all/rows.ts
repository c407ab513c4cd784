import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import {
  listConversationMessages,
  listConversations,
} from '@plinth/contract/messages/conversations.ts'
import { listMessages } from '@plinth/contract/messages/messages.ts'
import { getUnreadCount, listNotifications } from '@plinth/contract/notifications/notifications.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import {
  getPortfolio,
  listPortfolios,
  listUserPortfolios,
} from '@plinth/contract/portfolios/portfolios.ts'
import {
  getPost,
  listExplorePosts,
  listFollowedPosts,
  listForYou,
  listLikedPosts,
  listSavedPosts,
  listTagPosts,
  listUserPosts,
} from '@plinth/contract/posts/posts.ts'
import type { HttpRequest } from '../load/http.ts'
import { anyOf, type World } from './world.ts'

/** What a row is compared with: one statement, likes of any post or all of one, or ready bytes. */
export type LimitName = 'statement' | 'like' | 'hot like' | 'bytes'

export interface Goal {
  /** How many times the limit's rate at least. */
  ratio?: number
  /** How many times the limit's p99 at most. */
  p99?: number
  perSecond?: number
}

export interface Row {
  name: string
  limit: LimitName
  goal: Goal
  /** What is asked for, one at random each time. */
  requests: (world: World) => HttpRequest[]
  /** Each request comes from somebody for whom nothing is kept; they are asked in turn. */
  isFirstVisit?: true
  /** Asks for the page that follows each of these. */
  isNext?: true
  /** An HTML page. */
  isPage?: true
}

/** Different requests of a row that draws what it asks for. */
const DRAWN = 2_000

const drawn = <T>(make: () => T): T[] => Array.from({ length: DRAWN }, make)

const FEED = { ratio: 1.5, p99: 1 }
const LIST = { ratio: 1.5 }
const ONE = { ratio: 1.2 }

const byEach =
  (path: string) =>
  ({ people }: World): HttpRequest[] =>
    people.map(({ cookie }) => ({ path, cookie }))

const byAny =
  (path: (world: World) => string) =>
  (world: World): HttpRequest[] =>
    drawn(() => ({ path: path(world), cookie: anyOf(world.people).cookie }))

const byVisitor = (path: string) => (): HttpRequest[] => [{ path }]

/** Different pages of one kind that visitors open. */
const PAGES = 256

/** What browsers send. */
const ENCODINGS = 'gzip, deflate, br, zstd'

/** A page as visitors get it, compressed, beside the same bytes ready. */
const page = (name: string, paths: (world: World) => string[]): Row => ({
  name: `page: ${name}`,
  limit: 'bytes',
  goal: { perSecond: 2_000 },
  requests: (world) => paths(world).map((path) => ({ path, encodings: ENCODINGS })),
  isPage: true,
})

const FOR_YOU = endpointUrl(listForYou, { query: { limit: 20 } })
const FOLLOWED = endpointUrl(listFollowedPosts, { query: { limit: 20 } })

/** A row of reads for each list and each thing, in the order in which they are measured. */
export const READS: readonly Row[] = [
  { name: 'For You', limit: 'statement', goal: FEED, requests: byEach(FOR_YOU) },
  {
    name: 'For You, next page',
    limit: 'statement',
    goal: FEED,
    requests: byEach(FOR_YOU),
    isNext: true,
  },
  {
    name: 'For You, first visit',
    limit: 'statement',
    goal: {},
    requests: ({ crowd }) => crowd.map(({ cookie }) => ({ path: FOR_YOU, cookie })),
    isFirstVisit: true,
  },
  { name: 'followed', limit: 'statement', goal: FEED, requests: byEach(FOLLOWED) },
  {
    name: 'followed, next page',
    limit: 'statement',
    goal: FEED,
    requests: byEach(FOLLOWED),
    isNext: true,
  },
  {
    name: 'followed, most follows',
    limit: 'statement',
    goal: LIST,
    requests: ({ eager }) => [{ path: FOLLOWED, cookie: eager.cookie }],
  },
  {
    name: 'liked posts',
    limit: 'statement',
    goal: LIST,
    requests: byEach(endpointUrl(listLikedPosts)),
  },
  {
    name: 'saved posts',
    limit: 'statement',
    goal: LIST,
    requests: byEach(endpointUrl(listSavedPosts)),
  },
  {
    name: 'posts with a tag',
    limit: 'statement',
    goal: LIST,
    requests: byAny(({ tags }) => endpointUrl(listTagPosts, { params: { tag: anyOf(tags) } })),
  },
  {
    name: 'posts of a person',
    limit: 'statement',
    goal: LIST,
    requests: byAny(({ creators }) =>
      endpointUrl(listUserPosts, { params: { id: anyOf(creators).id } }),
    ),
  },
  {
    name: 'works of a person',
    limit: 'statement',
    goal: LIST,
    requests: byAny(({ creators }) =>
      endpointUrl(listUserPortfolios, { params: { id: anyOf(creators).id } }),
    ),
  },
  {
    name: 'explore',
    limit: 'statement',
    goal: { ratio: 4 },
    requests: byEach(endpointUrl(listExplorePosts)),
  },
  {
    name: 'works',
    limit: 'statement',
    goal: { ratio: 4 },
    requests: byEach(endpointUrl(listPortfolios)),
  },
  {
    name: 'explore, newest in a category',
    limit: 'statement',
    goal: { ratio: 4 },
    requests: byEach(endpointUrl(listExplorePosts, { query: { categoryId: 2, sort: 'newest' } })),
  },
  {
    name: 'explore, visitor',
    limit: 'bytes',
    goal: { ratio: 0.6 },
    requests: byVisitor(endpointUrl(listExplorePosts)),
  },
  {
    name: 'works, visitor',
    limit: 'bytes',
    goal: { ratio: 0.6 },
    requests: byVisitor(endpointUrl(listPortfolios)),
  },
  {
    name: 'For You, visitor',
    limit: 'bytes',
    goal: { ratio: 0.6 },
    requests: byVisitor(FOR_YOU),
  },
  {
    name: 'one post',
    limit: 'statement',
    goal: ONE,
    requests: byAny(({ posts }) => endpointUrl(getPost, { params: { id: anyOf(posts) } })),
  },
  {
    name: 'one work',
    limit: 'statement',
    goal: ONE,
    requests: byAny(({ works }) => endpointUrl(getPortfolio, { params: { id: anyOf(works) } })),
  },
  {
    name: 'profile',
    limit: 'statement',
    goal: ONE,
    requests: byAny(({ creators }) =>
      endpointUrl(getProfile, { params: { id: anyOf(creators).id } }),
    ),
  },
  {
    name: 'conversations',
    limit: 'statement',
    goal: ONE,
    requests: byEach(endpointUrl(listConversations, { query: { limit: 20 } })),
  },
  {
    name: 'one conversation',
    limit: 'statement',
    goal: ONE,
    requests: ({ threads, people }) =>
      threads.map(({ id, low }) => ({
        path: endpointUrl(listConversationMessages, { params: { id }, query: { limit: 20 } }),
        cookie: people[low]?.cookie ?? null,
      })),
  },
  {
    name: 'messages',
    limit: 'statement',
    goal: ONE,
    requests: byEach(endpointUrl(listMessages, { query: { limit: 20 } })),
  },
  {
    name: 'notifications',
    limit: 'statement',
    goal: ONE,
    requests: byEach(endpointUrl(listNotifications, { query: { limit: 20 } })),
  },
  {
    name: 'unread count',
    limit: 'statement',
    goal: LIST,
    requests: byEach(endpointUrl(getUnreadCount)),
  },
  { name: 'auth/user', limit: 'statement', goal: LIST, requests: byEach(endpointUrl(getViewer)) },
  page('landing', () => ['/']),
  page('post', ({ posts }) => posts.slice(0, PAGES).map((id) => `/post/${id}`)),
  page('work', ({ works }) => works.slice(0, PAGES).map((id) => `/portfolio/${id}`)),
  page('profile', ({ creators }) => creators.map(({ handle }) => `/@${handle}`)),
]
