import { listCategories, listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { listForYou, type ForYouPost } from '@plinth/contract/posts/posts.ts'
import { queryKey, type BootData } from '@plinth/contract/http/query-key.ts'
import { getUnreadCount } from '@plinth/contract/notifications/notifications.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { DEFAULT_PROFILE_COLORS, NO_LINKS, type OwnUser } from '@plinth/contract/people/users.ts'
import { expect, it } from 'vitest'
import { render } from './entry-server.tsx'
// Loaded beforehand, because otherwise the first tests would wait for them, on a busy machine too long.
import './member-routes.tsx'
import './screens/for-you.tsx'
import './screens/home/home.tsx'

const person = {
  id: 'b',
  handle: 'bob',
  firstName: 'Bob',
  lastName: 'Marsh',
  profileImageUrl: null,
  location: 'Bergen',
  isCreator: false,
}
const bob: OwnUser = {
  ...person,
  bio: null,
  website: null,
  isAdmin: false,
  role: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  profileColors: DEFAULT_PROFILE_COLORS,
  socialLinks: NO_LINKS,
  email: 'bob@example.com',
  subscriptionStatus: null,
  handleChangesAt: null,
  showsSensitive: false,
  defaultOrigin: null,
  reservesTraining: true,
  keepsName: true,
  isWelcomed: true,
  timeZone: null,
}
const picture: PortfolioItem['picture'] = {
  id: 'm',
  width: 4,
  height: 5,
  thumbhash: null,
  alt: 'A jar',
  state: 'ready',
  renditions: [320],
  signature: '',
  originalUrl: '/media/m/original.jpg',
  isAnimated: false,
  hasTiles: false,
}
const carol = { ...person, id: 'c', handle: 'carol', firstName: 'Carol', isCreator: true }
const counters = { likes: 3, likeCount: 3, saveCount: 1, views: 9, viewCount: 9 }
const work = (title: string): PortfolioItem => ({
  ...counters,
  id: title,
  title,
  description: '',
  imageUrl: '',
  fileType: 'image',
  picture,
  video: null,
  audio: null,
  document: null,
  creatorId: 'c',
  creator: carol,
  rating: null,
  category: { id: 6, name: 'Crafting', slug: 'crafting' },
  startingPrice: 450,
  tags: [],
  origin: null,
  isFeatured: false,
  state: 'published',
  isListed: true,
  hasCaseStudy: false,
  isSensitive: false,
  isTakenDown: false,
  isReserved: true,
  isLiked: false,
  isSaved: false,
  createdAt: '2026-01-01T00:00:00.000Z',
})
const post = (title: string): ForYouPost => ({
  ...counters,
  id: title,
  title,
  type: 'image',
  description: '',
  categoryId: null,
  category: null,
  tags: [],
  location: null,
  mood: null,
  media: [],
  mediaUrl: '',
  primaryMediaUrl: '',
  mediaUrls: [],
  thumbnailUrl: '',
  portfolioId: null,
  price: null,
  isPublic: true,
  isApproved: true,
  isFeatured: false,
  isReady: true,
  isSensitive: false,
  isTakenDown: false,
  creatorId: 'c',
  creator: carol,
  isFollowing: false,
  comments: 0,
  commentCount: 0,
  shareCount: 0,
  isLiked: false,
  isSaved: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  isPromoted: false,
  reasons: [],
})

const session = (viewer: OwnUser): BootData => [
  [queryKey(getViewer), viewer],
  [queryKey(getUnreadCount), { count: 2 }],
]
const FEATURED = { featured: true, limit: 12 }
const home: BootData = [
  [queryKey(listCategories), []],
  [queryKey(listPortfolios, { query: FEATURED }), [work('Moon Jar')]],
  [
    queryKey(listPortfolios, {}, 'first'),
    { items: Array.from({ length: 20 }, (_, at) => work(`Plate ${at}`)), next: 'abc' },
  ],
]
const forYou: BootData = [
  [
    queryKey(listForYou, {}, 'first'),
    { items: Array.from({ length: 20 }, (_, at) => post(`Kiln ${at}`)), next: 'abc' },
  ],
]
const VISITOR: BootData = [[queryKey(getViewer), null]]
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

it('draws the first screenful of a member’s home', async () => {
  const html = await render('/', [...session(bob), ...home])
  expect(html).toContain('Featured Work')
  expect(html).toContain('Moon Jar')
  expect(html).toContain('Plate 0')
  expect(html).not.toContain('Plate 19')
  expect(textOf(html)).toContain('Notifications, 2 unread')
})

it('draws the first posts of For You', async () => {
  const html = await render('/for-you', [...session(bob), ...forYou])
  expect(html).toContain('Kiln 0')
  expect(html).not.toContain('Kiln 19')
  expect(html).toContain('role="feed"')
})

it('leaves the page to the browser for somebody who is led to the welcome first', async () => {
  expect(await render('/', [...session({ ...bob, isWelcomed: false }), ...home])).toBe('')
})

it('draws a visitor’s page the same before and after a member’s', async () => {
  const before = await render('/ai', VISITOR)
  expect(textOf(before)).toContain('Log in')
  await render('/', [...session(bob), ...home])
  expect(await render('/ai', VISITOR)).toBe(before)
})
