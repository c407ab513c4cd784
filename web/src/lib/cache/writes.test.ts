import { InfiniteQueryObserver, QueryClient, queryOptions } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { localKey, queryKey } from '@plinth/contract/http/query-key.ts'
import { listComments } from '@plinth/contract/posts/comments.ts'
import {
  getPost,
  listExplorePosts,
  listForYou,
  listUserPosts,
} from '@plinth/contract/posts/posts.ts'
import { pagesOf } from './pages.ts'
import { markOld, patchAnswer, putAnswer, fieldsOf, matches, startAnew } from './writes.ts'

const things = queryOptions({
  queryKey: localKey('things'),
  queryFn: (): string[] => [],
})

async function old(): Promise<QueryClient> {
  const client = new QueryClient()
  client.setQueryData(things.queryKey, ['a'], { updatedAt: 1_000 })
  await markOld(client, [things])
  return client
}

it('keeps the age of an answer that it changes', async () => {
  const client = await old()
  patchAnswer(client, things, (all = []) => [...all, 'b'])
  expect(client.getQueryState(things.queryKey)).toMatchObject({
    data: ['a', 'b'],
    isInvalidated: true,
    dataUpdatedAt: 1_000,
  })
})

it("marks a server's answer as fresh", async () => {
  const client = await old()
  putAnswer(client, things, ['c'])
  expect(client.getQueryState(things.queryKey)).toMatchObject({ data: ['c'], isInvalidated: false })
})

it('stores a change of missing data only if the change returns something', () => {
  const client = new QueryClient()
  patchAnswer(client, things, (all) => all?.slice(1))
  expect(client.getQueryData(things.queryKey)).toBeUndefined()
  patchAnswer(client, things, (all = []) => [...all, 'a'])
  expect(client.getQueryData(things.queryKey)).toEqual(['a'])
})

it('leaves an exception alone', async () => {
  const client = new QueryClient()
  client.setQueryData(things.queryKey, ['a'])
  await markOld(client, [things], { except: things })
  expect(client.getQueryState(things.queryKey)?.isInvalidated).toBe(false)
})

it("starts a list anew without the page's data", async () => {
  const client = new QueryClient()
  client.setQueryData(queryKey(listForYou, {}, 'first'), { items: [], next: 'more' })
  const answer = Promise.withResolvers<{ items: never[]; next: null }>()
  const options = () => ({ ...pagesOf(client, listForYou, {}), queryFn: () => answer.promise })
  const list = new InfiniteQueryObserver(client, options())
  const stop = list.subscribe(() => undefined)
  expect(list.getCurrentResult().hasNextPage).toBe(true)
  const done = startAnew(client, listForYou)
  // As when the screen renders again.
  list.setOptions(options())
  expect(list.getCurrentResult().data).toBeUndefined()
  answer.resolve({ items: [], next: null })
  await done
  expect(list.getCurrentResult().data?.pages).toEqual([{ items: [], next: null }])
  stop()
})

const ofCarol = queryKey(listUserPosts, { params: { id: 'carol' } }, 'pages')

it('gives the same call the same key and omits undefined parameters', () => {
  expect(queryKey(listExplorePosts, { query: { categoryId: 3, sort: undefined } })).toEqual(
    queryKey(listExplorePosts, { query: { categoryId: '3' } }),
  )
  expect(queryKey(listExplorePosts, { query: { sort: undefined } })).toEqual(
    queryKey(listExplorePosts),
  )
})

it('matches all queries of an endpoint, or those that are narrowed down', () => {
  expect(matches(ofCarol, [listUserPosts])).toBe(true)
  expect(matches(ofCarol, [{ endpoint: listUserPosts, params: { id: 'carol' } }])).toBe(true)
  expect(matches(ofCarol, [{ endpoint: listUserPosts, params: { id: 'dan' } }])).toBe(false)
  expect(matches(ofCarol, [{ endpoint: listUserPosts, form: 'first' }])).toBe(false)
  expect(matches(ofCarol, [getPost, listUserPosts])).toBe(true)
  expect(matches(ofCarol, [{ queryKey: ofCarol }])).toBe(true)
})

it('distinguishes endpoints whose addresses begin alike', () => {
  const comments = queryKey(listComments, { params: { id: 'a' } }, 'pages')
  expect(matches(comments, [getPost])).toBe(false)
})

it('matches nothing by a parameter that has no value yet', () => {
  expect(matches(ofCarol, [{ endpoint: listUserPosts, params: { id: undefined } }])).toBe(false)
  expect(matches(ofCarol, [{ endpoint: listUserPosts, params: { id: '' } }])).toBe(false)
})

it('reads the fields of a key', () => {
  expect(fieldsOf(ofCarol).params).toEqual({ id: 'carol' })
  expect(fieldsOf([])).toEqual({})
})
