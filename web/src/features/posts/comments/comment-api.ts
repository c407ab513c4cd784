import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { CommentSort } from '@plinth/contract/choices.ts'
import {
  createComment,
  deleteComment,
  likeComment,
  listComments,
  listReplies,
  updateComment,
} from '@plinth/contract/posts/comments.ts'
import { searchPeople } from '@plinth/contract/people/users.ts'
import { call } from '../../../lib/api/api.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { pagesOf, plainPagesOf } from '../../../lib/cache/pages.ts'
import { useToggle } from '../../../lib/cache/use-toggle.ts'
import { showFailure, toast } from '../../../ui/feedback/toast.ts'
import { addComment, changeComment } from './comment-cache.ts'
import { texts } from './comment-texts.ts'
import { findPost, patchPost, withCounts } from '../post-cache.ts'

export const commentsQuery = (client: QueryClient, postId: string, order: CommentSort) =>
  pagesOf(client, listComments, {
    params: { id: postId },
    query: { sort: order === 'oldest' ? undefined : order },
  })

export const repliesQuery = (commentId: string) =>
  plainPagesOf(listReplies, { params: { id: commentId } })

export const peopleQuery = (words: string) =>
  queryOptions({
    ...answerOf(searchPeople, { query: { search: words, limit: 5 } }),
    enabled: words !== '',
  })

export interface NewComment {
  /** Made once for each text, so that sending it again does not create a second comment. */
  clientId: string
  content: string
  parentId: string | undefined
}

/** Changes the post's count everywhere it is shown; the server's own count follows through the live stream. */
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
      if ('isHeld' in comment) {
        toast({ title: comment.message })
        return
      }
      addComment(client, comment)
      moveCount(client, postId, 1)
    },
  })
}

export function useEditComment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; content: string }) =>
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

export function useLikeComment(): (id: string, now: boolean, wanted: boolean) => void {
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
    fail: (again) => showFailure(texts.likeFailed, again),
  })
}
