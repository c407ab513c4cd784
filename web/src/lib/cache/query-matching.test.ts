import { listComments } from '@plinth/contract/posts/comments.ts'
import { getPost, listExplorePosts, listUserPosts } from '@plinth/contract/posts/posts.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { expect, it } from 'vitest'
import { fieldsOf, matches } from './query-matching.ts'

const ofCarol = queryKey(listUserPosts, { params: { id: 'carol' } }, 'pages')

it('gives the same call the same key, and leaves out what is not asked', () => {
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

it('keeps apart endpoints whose addresses begin alike', () => {
  const said = queryKey(listComments, { params: { id: 'a' } }, 'pages')
  expect(matches(said, [getPost])).toBe(false)
})

it('matches nothing by a parameter that has no value yet', () => {
  expect(matches(ofCarol, [{ endpoint: listUserPosts, params: { id: undefined } }])).toBe(false)
  expect(matches(ofCarol, [{ endpoint: listUserPosts, params: { id: '' } }])).toBe(false)
})

it('reads what a key says', () => {
  expect(fieldsOf(ofCarol).params).toEqual({ id: 'carol' })
  expect(fieldsOf([])).toEqual({})
})
