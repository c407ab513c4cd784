import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import type { Comment } from '@plinth/contract/posts/comments.ts'
import { expect, it } from 'vitest'
import { commentsQuery } from './comment-api.ts'
import { changeComment } from './comment-cache.ts'

const comment = (id: string, postId: string): Comment => ({
  id,
  postId,
  parentId: null,
  content: `Comment ${id}`,
  mentions: [],
  author: {
    id: 'ben',
    handle: 'ben',
    firstName: 'Ben',
    lastName: 'Castellan',
    profileImageUrl: null,
    location: null,
    isCreator: false,
  },
  likeCount: 0,
  isLiked: false,
  replyCount: 0,
  replies: [],
  isByCreator: false,
  isRemoved: false,
  editableUntil: null,
  canDelete: false,
  createdAt: '2026-11-20T12:00:00Z',
  editedAt: null,
})
const page = (...items: Comment[]) => ({ items, next: null })
const listOf = (...items: Comment[]) => ({ pages: [page(...items)], pageParams: [null] })

it("fetches a stale list again even if another post's comment was changed in the meantime", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const first = commentsQuery(client, 'first', 'oldest')
  const second = commentsQuery(client, 'second', 'oldest')
  client.setQueryData(first.queryKey, listOf(comment('a', 'first')), { updatedAt: 1_000 })
  client.setQueryData(second.queryKey, listOf(comment('b', 'second')))
  await client.invalidateQueries({ queryKey: first.queryKey })

  changeComment(client, 'b', (one) => ({ ...one, isLiked: true }))

  expect(client.getQueryData(second.queryKey)?.pages[0]?.items[0]?.isLiked).toBe(true)
  expect(client.getQueryState(first.queryKey)).toMatchObject({
    isInvalidated: true,
    dataUpdatedAt: 1_000,
  })
  const fresh = page(comment('a', 'first'), comment('c', 'first'))
  const opened = new InfiniteQueryObserver(client, { ...first, queryFn: () => fresh })
  const close = opened.subscribe(() => undefined)
  await expect.poll(() => opened.getCurrentResult().data?.pages[0]?.items.length).toBe(2)
  close()
})
