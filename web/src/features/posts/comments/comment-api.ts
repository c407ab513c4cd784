import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { CommentSort } from '@plinth/contract/choices.ts'
import {
  createComment,
  deleteComment,
  likeComment,
  listComments,
  listReplies,
  updateComment,
} from '@plinth/contract/posts/comments.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { searchPeople } from '@plinth/contract/people/users.ts'
import { call, callPage } from '../../../lib/api/api.ts'
import { pagesOf } from '../../lib/pages-of.ts'
import { useToggle } from '../../../lib/cache/use-toggle.ts'
import { sayFailed } from '../../../ui/feedback/say-failed.ts'
import { addComment, changeComment, repliesKey } from './comment-cache.ts'
import { texts } from './comment-texts.ts'
import { findPost, patchPost, withCounts } from '../post-cache.ts'

export function commentsQuery(client: QueryClient, postId: string, order: CommentSort) {
  const params = { id: postId }
  const sort = order === 'oldest' ? undefined : order
  const url = endpointUrl(listComments, { params, query: { sort } })
  return pagesOf(client, url, ({ signal, ...query }) =>
    callPage(listComments, { params, query: { sort, ...query }, signal }),
  )
}

export const repliesQuery = (commentId: string) =>
  infiniteQueryOptions({
    queryKey: repliesKey(commentId),
    queryFn: ({ pageParam, signal }) =>
      callPage(listReplies, {
        params: { id: commentId },
        query: { cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })

export const peopleQuery = (words: string) => {
  const query = { search: words, limit: 5 }
  return queryOptions({
    queryKey: [endpointUrl(searchPeople, { query })],
    queryFn: ({ signal }) => call(searchPeople, { query, signal }),
    enabled: words !== '',
  })
}

export interface NewComment {
  /** Made with the text: sending it again is the same comment. */
  clientId: string
  content: string
  mentions: string[]
  parentId: string | undefined
}

/** The count moves on this post wherever it stands; the server's own count follows by the live stream. */
function moveCount(client: QueryClient, postId: string, by: number): void {
  const post = findPost(client, postId)
  if (!post) return
  patchPost(client, postId, () => withCounts({ commentCount: Math.max(0, post.commentCount + by) }))
}

export function useSendComment(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (comment: NewComment) =>
      call(createComment, { params: { id: postId }, body: comment }),
    onSuccess: (comment) => {
      addComment(client, comment)
      moveCount(client, postId, 1)
    },
  })
}

export function useEditComment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; content: string; mentions: string[] }) =>
      call(updateComment, { params: { id }, body }),
    onSuccess: ({ id, content, mentions, editedAt }) =>
      changeComment(client, id, (one) => ({ ...one, content, mentions, editedAt })),
  })
}

export function useDeleteComment(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteComment, { params: { id } }),
    onSuccess: (_, id) => {
      changeComment(client, id, (one) =>
        one.replyCount > 0 ? { ...one, content: '', mentions: [], isRemoved: true } : null,
      )
      moveCount(client, postId, -1)
    },
  })
}

export function useLikeComment(): (id: string, now: boolean, wish: boolean) => void {
  const client = useQueryClient()
  return useToggle({
    name: 'comment-like',
    send: (id, liked) => call(likeComment, { params: { id }, body: { liked } }),
    stateOf: ({ liked }) => liked,
    show: (id, isLiked) =>
      changeComment(client, id, (one) =>
        one.isLiked === isLiked
          ? one
          : { ...one, isLiked, likeCount: Math.max(0, one.likeCount + (isLiked ? 1 : -1)) },
      ),
    settle: (id, { liked, likeCount }) =>
      changeComment(client, id, (one) => ({ ...one, isLiked: liked, likeCount })),
    fail: (again) => sayFailed(texts.likeFailed, again),
  })
}
