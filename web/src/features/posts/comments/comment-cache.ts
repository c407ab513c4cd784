import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { Comment, Reply } from '@plinth/contract/posts/comments.ts'
import type { Page } from '../../../lib/api/api.ts'
import { startsWith } from '../../lib/entity-cache.ts'

export const commentsRoot = (postId: string) => `/api/posts/${postId}/comments`
export const repliesKey = (commentId: string) => [`/api/comments/${commentId}/replies`]

type Said = Comment | Reply
type Pages = InfiniteData<Page<Said>, string | null>

const isPages = (data: unknown): data is Pages =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)

/** The comment as it is after `change`, and so are its replies; null takes one away. */
function changed<T extends Said>(
  comment: T,
  id: string,
  change: (one: Said) => Said | null,
): T | null {
  if (comment.id === id) return change(comment) as T | null
  if (!('replies' in comment) || !comment.replies.some((reply) => reply.id === id)) return comment
  const replies = comment.replies
    .map((reply) => changed<Reply>(reply, id, change))
    .filter((reply) => reply !== null)
  return { ...comment, replies }
}

const changeIn = (data: Pages, id: string, change: (one: Said) => Said | null): Pages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => changed(item, id, change)).filter((item) => item !== null),
  })),
})

const ofComments = ({ queryKey }: Query) =>
  startsWith(queryKey, '/api/comments/') ||
  (startsWith(queryKey, '/api/posts/') && String(queryKey[0]).includes('/comments'))

/** Shows a change of one comment wherever it stands; null takes it away. */
export function changeComment(
  client: QueryClient,
  id: string,
  change: (one: Said) => Said | null,
): void {
  client.setQueriesData({ predicate: ofComments }, (data: unknown) =>
    isPages(data) ? changeIn(data, id, change) : data,
  )
}

/** Puts a new comment where it belongs: a reply under its comment, another at the end of what is wholly loaded. */
function withComment(data: Pages, comment: Comment, isNewestFirst: boolean): Pages {
  if (data.pages.some(({ items }) => items.some(({ id }) => id === comment.id))) return data
  const { parentId } = comment
  if (parentId !== null) {
    return changeIn(data, parentId, (parent) =>
      'replies' in parent && !parent.replies.some(({ id }) => id === comment.id)
        ? {
            ...parent,
            replyCount: parent.replyCount + 1,
            replies:
              parent.replies.length < 3 ? [...parent.replies, asReply(comment)] : parent.replies,
          }
        : parent,
    )
  }
  const at = isNewestFirst ? 0 : data.pages.length - 1
  const page = data.pages[at]
  if (page === undefined || (!isNewestFirst && page.next !== null)) return data
  const items = isNewestFirst ? [comment, ...page.items] : [...page.items, comment]
  return { ...data, pages: data.pages.with(at, { ...page, items }) }
}

const asReply = ({ replies: _replies, ...reply }: Comment): Reply => reply

export function addComment(client: QueryClient, comment: Comment): void {
  const lists = client.getQueryCache().findAll({
    predicate: ({ queryKey }) => startsWith(queryKey, commentsRoot(comment.postId)),
  })
  for (const { queryKey } of lists) {
    const isNewestFirst = String(queryKey[0]).includes('sort=newest')
    client.setQueryData(queryKey, (data: unknown) =>
      isPages(data) ? withComment(data, comment, isNewestFirst) : data,
    )
  }
  if (comment.parentId !== null) {
    void client.invalidateQueries({ queryKey: repliesKey(comment.parentId) })
  }
}
