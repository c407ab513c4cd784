import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query'
import { listComments } from '@plinth/contract/posts/comments.ts'
import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import type { Post } from '@plinth/contract/posts/posts.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import { describe, expect, it } from 'vitest'
import {
  exploreQuery,
  followedQuery,
  forYouQuery,
  likedPostsQuery,
  postQuery,
  savedPostsQuery,
  tagPostsQuery,
  tagQuery,
  userPostsQuery,
} from './post-api.ts'
import {
  findPost,
  isStaleAfter,
  patchFollowing,
  patchPost,
  refreshAfterPost,
  withCounts,
  type PostChange,
} from './post-cache.ts'
import { post } from './post-fixture.example.ts'

const unused = new QueryClient()
const one = (id: string) => ({ params: { id } })
const keyOf = (query: { queryKey: QueryKey }): QueryKey => query.queryKey
const keys = {
  forYou: keyOf(forYouQuery(unused)),
  followed: keyOf(followedQuery(unused)),
  explore: keyOf(exploreQuery(unused, { categoryId: undefined, sort: 'newest' })),
  byPerson: keyOf(userPostsQuery(unused, 'c')),
  liked: keyOf(likedPostsQuery(unused)),
  saved: keyOf(savedPostsQuery(unused)),
  tagged: keyOf(tagPostsQuery(unused, 'sea')),
  one: keyOf(postQuery('a')),
  other: keyOf(postQuery('b')),
  comments: queryKey(listComments, one('a'), 'pages'),
  tag: keyOf(tagQuery('sea')),
  profile: queryKey(getProfile, one('c')),
  works: queryKey(listPortfolios, {}, 'pages'),
}
type Name = keyof typeof keys
const pagesWith = (...items: Post[]) => ({ pages: [{ items, next: null }], pageParams: [null] })

describe('what becomes stale after a change', () => {
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
      expect(names.filter((name) => isStaleAfter(keys[name], change))).toEqual(old)
    })
  }
})

describe('after a change', () => {
  it('a deleted post is removed from all lists, and its page is fetched only when opened', async () => {
    const client = new QueryClient()
    client.setQueryData(keys.explore, pagesWith(post('a'), post('b')))
    client.setQueryData(keys.one, post('a'))
    await refreshAfterPost(client, { type: 'delete', id: 'a' })
    expect(client.getQueryData(keys.explore)).toEqual(pagesWith(post('b')))
    expect(client.getQueryState(keys.one)?.isInvalidated).toBe(true)
  })

  it('the visible list of liked posts stays the same, and is stale for the next visit', async () => {
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

it('changes a post in lists and by itself, and finds it in a list', () => {
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
