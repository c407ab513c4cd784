import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { Post } from '@plinth/contract/posts/posts.ts'
import { describe, expect, it } from 'vitest'
import {
  findPost,
  isMadeOld,
  patchFollowing,
  patchPost,
  refreshAfterPost,
  withCounts,
  type PostChange,
} from './post-cache.ts'
import { post } from './post-fixture.example.ts'

const keys = {
  forYou: ['/api/posts?limit=20', 'pages'],
  followed: ['/api/posts/feed?limit=20', 'pages'],
  explore: ['/api/posts/explore?sort=newest&limit=20', 'pages'],
  byPerson: ['/api/posts/user/c?limit=20', 'pages'],
  liked: ['/api/posts/liked?limit=20', 'pages'],
  saved: ['/api/posts/saved?limit=20', 'pages'],
  tagged: ['/api/posts/tag/sea?limit=20', 'pages'],
  one: ['/api/posts/a'],
  other: ['/api/posts/b'],
  comments: ['/api/posts/a/comments?limit=20', 'pages'],
  tag: ['/api/tags/sea'],
  profile: ['/api/users/profile/c'],
  works: ['/api/portfolios?limit=20', 'pages'],
}
type Name = keyof typeof keys
const pagesWith = (...items: Post[]) => ({ pages: [{ items, next: null }], pageParams: [null] })

describe('what a change makes old', () => {
  const table: [PostChange, Name[]][] = [
    [{ type: 'create' }, ['explore', 'byPerson', 'tagged', 'one', 'other', 'tag', 'profile']],
    [
      { type: 'update', id: 'a' },
      [
        'followed',
        'explore',
        'byPerson',
        'liked',
        'saved',
        'tagged',
        'one',
        'other',
        'tag',
        'profile',
      ],
    ],
    [{ type: 'delete', id: 'a' }, ['other', 'tag', 'profile']],
    [{ type: 'like', id: 'a' }, ['liked']],
    [{ type: 'save', id: 'a' }, ['saved']],
    [{ type: 'follow', creatorId: 'c' }, ['followed']],
    [{ type: 'hide', id: 'a' }, ['forYou']],
  ]
  for (const [change, old] of table) {
    it(change.type, () => {
      const names = Object.keys(keys) as Name[]
      expect(names.filter((name) => isMadeOld(keys[name], change))).toEqual(old)
    })
  }
})

describe('after a change', () => {
  it('a deleted post is off every list, and its page is asked for only when opened', async () => {
    const client = new QueryClient()
    client.setQueryData(keys.explore, pagesWith(post('a'), post('b')))
    client.setQueryData(keys.one, post('a'))
    await refreshAfterPost(client, { type: 'delete', id: 'a' })
    expect(client.getQueryData(keys.explore)).toEqual(pagesWith(post('b')))
    expect(client.getQueryState(keys.one)?.isInvalidated).toBe(true)
  })

  it('the list of liked posts stays as it is while it is on show, and is old for the next visit', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    let asked = 0
    const watch = new QueryObserver(client, {
      queryKey: keys.liked,
      queryFn: () => {
        asked += 1
        return pagesWith()
      },
      initialData: pagesWith(post('a')),
    })
    const leave = watch.subscribe(() => undefined)
    await refreshAfterPost(client, { type: 'like', id: 'a' })
    expect(asked).toBe(0)
    expect(watch.getCurrentResult().data).toEqual(pagesWith(post('a')))
    leave()
    expect(client.getQueryState(keys.liked)?.isInvalidated).toBe(true)
  })
})

it('shows a change in lists and on the post itself, and finds what a list knows', () => {
  const client = new QueryClient()
  client.setQueryData(keys.forYou, pagesWith(post('a')))
  client.setQueryData(keys.one, { ...post('a'), creatorFollowers: 4 })
  patchPost(client, 'a', () => withCounts({ likeCount: 8, commentCount: 5 }))
  expect(findPost(client, 'a')).toMatchObject({ likes: 8, likeCount: 8, comments: 5 })
  expect(client.getQueryData(keys.one)).toMatchObject({ likeCount: 8, creatorFollowers: 4 })
})

it('shows a follow on all of a person’s posts', () => {
  const client = new QueryClient()
  client.setQueryData(keys.forYou, pagesWith(post('a', 'x'), post('b', 'y'), post('d', 'x')))
  patchFollowing(client, 'x', true)
  expect(['a', 'b', 'd'].map((id) => findPost(client, id)?.isFollowing)).toEqual([
    true,
    false,
    true,
  ])
})
