import { QueryClient } from '@tanstack/react-query'
import type { PortfolioItem } from '@plinth/contract/portfolios.ts'
import { describe, expect, it } from 'vitest'
import {
  findWork,
  isMadeOld,
  patchIn,
  patchWork,
  refreshAfter,
  type WorkChange,
} from './portfolio-cache.ts'

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
  },
  creatorId: 'c',
  creator: {
    id: 'c',
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
  isFeatured: false,
  isListed: true,
  isLiked: false,
  isSaved: false,
  createdAt: '2026-01-01T00:00:00.000Z',
})

const keys = {
  categories: ['/api/categories'],
  wall: ['/api/portfolios?limit=20', 'pages'],
  ledge: ['/api/portfolios?featured=true&limit=12'],
  byCreator: ['/api/portfolios/user/c?limit=20'],
  saved: ['/api/portfolios/saved?limit=20', 'pages'],
  one: ['/api/portfolios/a'],
  other: ['/api/portfolios/b'],
  profile: ['/api/users/profile/c'],
  viewer: ['/api/auth/user'],
  media: ['/api/media/m'],
}

describe('what a change makes old', () => {
  const table: [WorkChange, (keyof typeof keys)[]][] = [
    [{ type: 'create' }, ['categories', 'wall', 'ledge', 'byCreator', 'one', 'other', 'profile']],
    [
      { type: 'update', id: 'a' },
      ['categories', 'wall', 'ledge', 'byCreator', 'saved', 'one', 'other'],
    ],
    [
      { type: 'delete', id: 'a' },
      ['categories', 'wall', 'ledge', 'byCreator', 'saved', 'other', 'profile'],
    ],
    [{ type: 'save', id: 'a' }, ['saved']],
  ]
  for (const [change, old] of table) {
    it(change.type, () => {
      const names = Object.keys(keys) as (keyof typeof keys)[]
      expect(names.filter((name) => isMadeOld(keys[name], change))).toEqual(old)
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

describe('patchWork', () => {
  it('reaches a work in every list and leaves the others as they are', () => {
    const client = new QueryClient()
    const other = work('b')
    client.setQueryData(keys.wall, {
      pages: [{ items: [work('a'), other], next: null }],
      pageParams: [undefined],
    })
    client.setQueryData(keys.ledge, [work('a')])
    client.setQueryData(keys.one, { ...work('a'), position: 1, moreByCreator: [] })
    client.setQueryData(keys.media, { id: 'a', likeCount: 0 })
    patchWork(client, 'a', ({ likeCount }) => ({ isLiked: true, likeCount: likeCount + 1 }))
    expect(client.getQueryData(keys.wall)).toMatchObject({
      pages: [
        {
          items: [
            { isLiked: true, likeCount: 4 },
            { isLiked: false, likeCount: 3 },
          ],
        },
      ],
    })
    expect(client.getQueryData(keys.ledge)).toMatchObject([{ isLiked: true, likeCount: 4 }])
    expect(client.getQueryData(keys.one)).toMatchObject({ isLiked: true, position: 1 })
    expect(client.getQueryData(keys.media)).toEqual({ id: 'a', likeCount: 0 })
  })

  it('keeps the identity of what it does not change', () => {
    const list = [work('a'), work('b')]
    expect(patchIn(list, 'c', () => ({ isLiked: true }))).toBe(list)
    expect(patchIn(list, 'a', () => ({ isLiked: true }))[1]).toBe(list[1])
    const pages = { pages: [{ items: list, next: null }], pageParams: [] }
    expect(patchIn(pages, 'c', () => ({ isLiked: true }))).toBe(pages)
  })
})

it('finds a work that some list knows', () => {
  const client = new QueryClient()
  client.setQueryData(keys.wall, { pages: [{ items: [work('a')], next: null }], pageParams: [] })
  expect(findWork(client, 'a')?.title).toBe('Work a')
  expect(findWork(client, 'z')).toBeUndefined()
})
