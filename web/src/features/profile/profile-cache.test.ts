import { QueryClient } from '@tanstack/react-query'
import { DEFAULT_PROFILE_COLORS, type Person, type Profile } from '@plinth/contract/people/users.ts'
import { describe, expect, it } from 'vitest'
import { isMadeOld, patchFollow, patchPeople, refreshAfter, shownFollow } from './profile-cache.ts'

const profile = (id: string, more: Partial<Profile> = {}): Profile => ({
  id,
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
  socialLinks: {},
  workCount: 0,
  postCount: 0,
  likesReceived: null,
  followers: 5,
  following: 2,
  isFollowing: false,
  rating: null,
  followsViewer: false,
  isBlocked: false,
  ...more,
})

const person = (id: string, isFollowing = false): Person => ({
  id,
  firstName: id,
  lastName: 'Reed',
  profileImageUrl: null,
  location: null,
  isCreator: false,
  craft: null,
  isFollowing,
  followsViewer: false,
})

const keys = {
  alice: ['/api/users/profile/alice'],
  bob: ['/api/users/profile/bob'],
  aliceStats: ['/api/users/alice/stats'],
  bobStats: ['/api/users/bob/stats'],
  carolStats: ['/api/users/carol/stats'],
  aliceFollowers: ['/api/users/alice/followers?limit=20', 'pages'],
  aliceFollowing: ['/api/users/alice/following?limit=20', 'pages'],
  bobFollowers: ['/api/users/bob/followers?limit=20', 'pages'],
  bobFollowersFound: ['/api/users/bob/followers?search=al&limit=20', 'pages'],
  bobFollowing: ['/api/users/bob/following?limit=20', 'pages'],
  carolFollowers: ['/api/users/carol/followers?limit=20', 'pages'],
  works: ['/api/portfolios/user/bob?limit=20', 'pages'],
  viewer: ['/api/auth/user'],
}
const aliceFollowsBob = { followerId: 'alice', followedId: 'bob' }

describe('what a follow makes old', () => {
  it('is the two lists that gain or lose a row, and the two stats', () => {
    const names = Object.keys(keys) as (keyof typeof keys)[]
    expect(names.filter((name) => isMadeOld(keys[name], aliceFollowsBob))).toEqual([
      'aliceStats',
      'bobStats',
      'aliceFollowing',
      'bobFollowers',
      'bobFollowersFound',
    ])
  })

  it('is asked for when it is next opened', async () => {
    const client = new QueryClient()
    client.setQueryData(keys.bobFollowers, { pages: [], pageParams: [] })
    client.setQueryData(keys.carolFollowers, { pages: [], pageParams: [] })
    await refreshAfter(client, aliceFollowsBob)
    expect(client.getQueryState(keys.bobFollowers)?.isInvalidated).toBe(true)
    expect(client.getQueryState(keys.carolFollowers)?.isInvalidated).toBe(false)
  })
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

  it('moves both counts once, however often the same is shown', () => {
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

  it('takes the server’s count for the last word', () => {
    const client = world()
    patchFollow(client, aliceFollowsBob, true)
    patchFollow(client, aliceFollowsBob, true, 41)
    expect(client.getQueryData(keys.bob)).toMatchObject({ isFollowing: true, followers: 41 })
    expect(client.getQueryData(keys.alice)).toMatchObject({ following: 3 })
  })

  it('knows from a row what no profile says, and makes up no profile', () => {
    const client = world()
    const carol = { followerId: 'alice', followedId: 'dan' }
    expect(shownFollow(client, 'dan')).toBe(false)
    expect(shownFollow(client, 'zoe')).toBeUndefined()
    patchFollow(client, carol, true)
    expect(shownFollow(client, 'dan')).toBe(true)
    expect(client.getQueryData(keys.alice)).toMatchObject({ following: 3 })
    expect(client.getQueryData(['/api/users/profile/dan'])).toBeUndefined()
  })

  it('keeps the identity of what it does not change', () => {
    const people = {
      pages: [
        { items: [person('bob'), person('dan')], next: null },
        { items: [person('eve')], next: null },
      ],
    }
    expect(patchPeople(people, 'zoe', true)).toBe(people)
    expect(patchPeople(people, 'bob', false)).toBe(people)
    const next = patchPeople(people, 'bob', true)
    expect(next.pages[0]?.items[1]).toBe(people.pages[0]?.items[1])
    expect(next.pages[1]).toBe(people.pages[1])
  })
})
