import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { getMedia } from '@plinth/contract/media/media.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { getTag } from '@plinth/contract/posts/tags.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import { describe, expect, it } from 'vitest'
import {
  categoriesQuery,
  featuredQuery,
  likedWorksQuery,
  savedWorksQuery,
  wallQuery,
  workQuery,
  tagWorksQuery,
} from './portfolio-api.ts'
import { creatorWorksQuery } from './wall/wall-api.ts'
import { isStaleAfter, refreshAfter, type WorkChange } from './portfolio-cache.ts'

const work = (id: string): PortfolioItem => ({
  id,
  title: `Work ${id}`,
  description: '',
  imageUrl: '/media/m/640.webp',
  picture: {
    id: 'm',
    width: 4,
    height: 5,
    thumbhash: null,
    alt: '',
    state: 'ready',
    renditions: [],
    signature: '',
    originalUrl: '/media/m/original.jpg',
    isAnimated: false,
    hasTiles: false,
  },
  fileType: 'image',
  video: null,
  audio: null,
  document: null,
  creatorId: 'c',
  creator: {
    id: 'c',
    handle: 'carol',
    firstName: 'Carol',
    lastName: 'Reed',
    profileImageUrl: null,
    location: null,
    isCreator: true,
  },
  category: { id: 1, name: 'Artwork', slug: 'artwork' },
  startingPrice: 450,
  likes: 3,
  likeCount: 3,
  saveCount: 1,
  views: 9,
  viewCount: 9,
  tags: [],
  origin: null,
  isReserved: true,
  isFeatured: false,
  state: 'published',
  isListed: true,
  hasCaseStudy: false,
  isSensitive: false,
  isTakenDown: false,
  isLiked: false,
  rating: null,
  isSaved: false,
  createdAt: '2026-01-01T00:00:00.000Z',
})

const unused = new QueryClient()
const keyOf = (query: { queryKey: QueryKey }): QueryKey => query.queryKey
const keys = {
  categories: keyOf(categoriesQuery),
  wall: keyOf(wallQuery(unused, { categoryId: undefined, search: '', sort: 'newest' })),
  ledge: keyOf(featuredQuery),
  byCreator: keyOf(creatorWorksQuery(unused, 'c')),
  saved: keyOf(savedWorksQuery(unused)),
  liked: keyOf(likedWorksQuery(unused)),
  one: keyOf(workQuery('a')),
  other: keyOf(workQuery('b')),
  byTag: keyOf(tagWorksQuery(unused, 'sea')),
  profile: queryKey(getProfile, { params: { id: 'c' } }),
  tag: queryKey(getTag, { params: { tag: 'sea' } }),
  viewer: queryKey(getViewer),
  media: queryKey(getMedia, { params: { id: 'm' } }),
}

describe('what becomes stale after a change', () => {
  const table: [WorkChange, (keyof typeof keys)[]][] = [
    [
      { type: 'create' },
      ['categories', 'wall', 'ledge', 'byCreator', 'one', 'other', 'byTag', 'profile', 'tag'],
    ],
    [
      { type: 'update', id: 'a' },
      [
        'categories',
        'wall',
        'ledge',
        'byCreator',
        'saved',
        'liked',
        'one',
        'other',
        'byTag',
        'tag',
      ],
    ],
    [
      { type: 'delete', id: 'a' },
      [
        'categories',
        'wall',
        'ledge',
        'byCreator',
        'saved',
        'liked',
        'other',
        'byTag',
        'profile',
        'tag',
      ],
    ],
    [{ type: 'save', id: 'a' }, ['saved']],
    [{ type: 'like', id: 'a' }, ['liked']],
  ]
  for (const [change, old] of table) {
    it(change.type, () => {
      const names = Object.keys(keys) as (keyof typeof keys)[]
      expect(names.filter((name) => isStaleAfter(keys[name], change))).toEqual(old)
    })
  }

  it('forgets a deleted work', async () => {
    const client = new QueryClient()
    client.setQueryData(keys.one, work('a'))
    client.setQueryData(keys.ledge, [work('a'), work('b')])
    client.setQueryData(keys.wall, { pages: [{ items: [work('b'), work('a')], next: 'c' }] })
    await refreshAfter(client, { type: 'delete', id: 'a' })
    expect(client.getQueryState(keys.one)?.isInvalidated).toBe(true)
    expect(client.getQueryData(keys.ledge)).toEqual([work('b')])
    expect(client.getQueryData(keys.wall)).toEqual({ pages: [{ items: [work('b')], next: 'c' }] })
  })
})
