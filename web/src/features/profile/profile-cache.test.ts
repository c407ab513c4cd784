import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { listUserPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import {
  DEFAULT_PROFILE_COLORS,
  getProfile,
  getUserStats,
  type Person,
  type Profile,
  NO_LINKS,
} from '@plinth/contract/people/users.ts'
import { describe, expect, it } from 'vitest'
import { matches } from '../../lib/cache/writes.ts'
import { peopleQuery } from './profile-api.ts'
import {
  madeOldBy,
  patchFollow,
  patchFollowed,
  refreshAfter,
  shownFollow,
} from './profile-cache.ts'

const profile = (id: string, more: Partial<Profile> = {}): Profile => ({
  id,
  handle: id,
  firstName: id,
  lastName: 'Reed',
  bio: null,
  location: null,
  website: null,
  profileImageUrl: null,
  isCreator: true,
  isAdmin: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  profileColors: DEFAULT_PROFILE_COLORS,
  socialLinks: NO_LINKS,
  workCount: 0,
  postCount: 0,
  boardCount: 0,
  likesReceived: null,
  followers: 5,
  following: 2,
  isFollowing: false,
  rating: null,
  projectsCompleted: 0,
  hireFrom: null,
  banner: null,
  followsViewer: false,
  isBlocked: false,
  ...more,
})

const person = (id: string, isFollowing = false): Person => ({
  id,
  handle: id,
  firstName: id,
  lastName: 'Reed',
  profileImageUrl: null,
  location: null,
  isCreator: false,
  craft: null,
  isFollowing,
  followsViewer: false,
})

const one = (id: string) => ({ params: { id } })
const keys = {
  alice: queryKey(getProfile, one('alice')),
  bob: queryKey(getProfile, one('bob')),
  aliceStats: queryKey(getUserStats, one('alice')),
  bobStats: queryKey(getUserStats, one('bob')),
  carolStats: queryKey(getUserStats, one('carol')),
  aliceFollowers: peopleQuery('followers', 'alice', '').queryKey,
  aliceFollowing: peopleQuery('following', 'alice', '').queryKey,
  bobFollowers: peopleQuery('followers', 'bob', '').queryKey,
  bobFollowersFound: peopleQuery('followers', 'bob', 'al').queryKey,
  bobFollowing: peopleQuery('following', 'bob', '').queryKey,
  carolFollowers: peopleQuery('followers', 'carol', '').queryKey,
  works: queryKey(listUserPortfolios, one('bob'), 'pages'),
  viewer: queryKey(getViewer),
}
const aliceFollowsBob = { followerId: 'alice', followedId: 'bob' }

describe('what a follow makes stale', () => {
  it('is the two lists that gain or lose a row, and the two stats', () => {
    const names = Object.keys(keys) as (keyof typeof keys)[]
    expect(names.filter((name) => matches(keys[name], madeOldBy(aliceFollowsBob)))).toEqual([
      'aliceStats',
      'bobStats',
      'aliceFollowing',
      'bobFollowers',
      'bobFollowersFound',
    ])
  })

  it('is refetched when it is next opened', async () => {
    const client = new QueryClient()
    client.setQueryData(keys.bobFollowers, { pages: [], pageParams: [] })
    client.setQueryData(keys.carolFollowers, { pages: [], pageParams: [] })
    await refreshAfter(client, aliceFollowsBob)
    expect(client.getQueryState(keys.bobFollowers)?.isInvalidated).toBe(true)
    expect(client.getQueryState(keys.carolFollowers)?.isInvalidated).toBe(false)
  })
})

it('refetches the followers of somebody, though somebody else was followed meanwhile', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const followersOf = (id: string) => peopleQuery('followers', id, '')
  const none = { pages: [{ items: [], next: null }], pageParams: [null] }
  client.setQueryData(keys.bobFollowers, none, { updatedAt: 1_000 })
  client.setQueryData(followersOf('dan').queryKey, {
    pages: [{ items: [person('carol')], next: null }],
    pageParams: [null],
  })
  patchFollow(client, aliceFollowsBob, true)
  await refreshAfter(client, aliceFollowsBob)

  const aliceFollowsCarol = { followerId: 'alice', followedId: 'carol' }
  patchFollow(client, aliceFollowsCarol, true)
  await refreshAfter(client, aliceFollowsCarol)

  expect(shownFollow(client, 'carol')).toBe(true)
  expect(client.getQueryState(keys.bobFollowers)).toMatchObject({
    isInvalidated: true,
    dataUpdatedAt: 1_000,
  })
  const fresh = { items: [person('alice')], next: null }
  const opened = new InfiniteQueryObserver(client, { ...followersOf('bob'), queryFn: () => fresh })
  const close = opened.subscribe(() => undefined)
  await expect.poll(() => opened.getCurrentResult().data?.pages[0]).toEqual(fresh)
  close()
})

describe('patchFollow', () => {
  function world() {
    const client = new QueryClient()
    client.setQueryData(keys.alice, profile('alice'))
    client.setQueryData(keys.bob, profile('bob'))
    client.setQueryData(keys.carolFollowers, {
      pages: [
        { items: [person('bob'), person('dan')], next: 'c' },
        { items: [person('eve')], next: null },
      ],
      pageParams: [null, 'c'],
    })
    return client
  }

  it('changes both counts once, however often it is called', () => {
    const client = world()
    patchFollow(client, aliceFollowsBob, true)
    patchFollow(client, aliceFollowsBob, true)
    expect(client.getQueryData(keys.bob)).toMatchObject({ isFollowing: true, followers: 6 })
    expect(client.getQueryData(keys.alice)).toMatchObject({ following: 3, followers: 5 })
    expect(client.getQueryData(keys.carolFollowers)).toMatchObject({
      pages: [{ items: [{ isFollowing: true }, { isFollowing: false }] }, {}],
    })
    patchFollow(client, aliceFollowsBob, false)
    expect(client.getQueryData(keys.bob)).toMatchObject({ isFollowing: false, followers: 5 })
    expect(client.getQueryData(keys.alice)).toMatchObject({ following: 2 })
  })

  it('puts a profile from before the follow right, and leaves one’s own count', () => {
    const client = world()
    patchFollow(client, aliceFollowsBob, true)
    client.setQueryData(keys.bob, profile('bob'))
    patchFollowed(client, 'bob', true)
    patchFollowed(client, 'bob', true)
    expect(client.getQueryData(keys.bob)).toMatchObject({ isFollowing: true, followers: 6 })
    expect(client.getQueryData(keys.alice)).toMatchObject({ following: 3 })
  })

  it('prefers the server’s count', () => {
    const client = world()
    patchFollow(client, aliceFollowsBob, true)
    patchFollow(client, aliceFollowsBob, true, 41)
    expect(client.getQueryData(keys.bob)).toMatchObject({ isFollowing: true, followers: 41 })
    expect(client.getQueryData(keys.alice)).toMatchObject({ following: 3 })
  })

  it('finds the follow in a row when there is no profile, and creates no profile', () => {
    const client = world()
    const carol = { followerId: 'alice', followedId: 'dan' }
    expect(shownFollow(client, 'dan')).toBe(false)
    expect(shownFollow(client, 'zoe')).toBeUndefined()
    patchFollow(client, carol, true)
    expect(shownFollow(client, 'dan')).toBe(true)
    expect(client.getQueryData(keys.alice)).toMatchObject({ following: 3 })
    expect(client.getQueryData(queryKey(getProfile, one('dan')))).toBeUndefined()
  })

  it('keeps the identity of what it does not change', () => {
    const client = new QueryClient()
    const people = {
      pages: [
        { items: [person('bob'), person('dan')], next: null },
        { items: [person('eve')], next: null },
      ],
      pageParams: [null, null],
    }
    client.setQueryData(keys.carolFollowers, people)
    const shown = () => client.getQueryData(keys.carolFollowers)
    patchFollow(client, { followerId: 'alice', followedId: 'zoe' }, true)
    expect(shown()).toBe(people)
    patchFollow(client, aliceFollowsBob, false)
    expect(shown()).toBe(people)
    patchFollow(client, aliceFollowsBob, true)
    expect(shown()?.pages[0]?.items[1]).toBe(people.pages[0]?.items[1])
    expect(shown()?.pages[1]).toBe(people.pages[1])
  })
})
