import type { QueryClient } from '@tanstack/react-query'
import {
  listComments,
  listReplies,
  type Comment,
  type Reply,
} from '@plinth/contract/posts/comments.ts'
import { patchAnswers, readAgain } from '../../../lib/cache/writes.ts'
import { makeEntityCache } from '../../../lib/cache/entity-cache.ts'
import type { PagesData } from '../../../lib/cache/pages.ts'

type AnyComment = Comment | Reply

const comments = makeEntityCache<AnyComment>({
  heldBy: [
    { endpoint: listComments, form: 'pages' },
    { endpoint: listReplies, form: 'pages' },
  ],
  within: ['replies'],
})
/** Changes a comment everywhere it is cached; null removes it. */
export const changeComment = comments.change

/** Replies that a comment shows before all are loaded. */
const REPLIES_SHOWN = 3

/** Adds a new comment to the cached lists: a reply under its comment, others at the end of lists that are fully loaded. */
export function addComment(client: QueryClient, comment: Comment): void {
  const { parentId, postId } = comment
  if (parentId !== null) {
    comments.patchWhere(
      client,
      (one) => one.id === parentId && 'replies' in one && !isAmong(one.replies, comment),
      (parent) => withReply(parent, comment),
    )
    void readAgain(client, [{ endpoint: listReplies, params: { id: parentId } }])
    return
  }
  patchAnswers(
    client,
    [{ endpoint: listComments, params: { id: postId }, form: 'pages' }],
    (data, { query }) =>
      withComment(data as PagesData<Comment>, comment, query?.['sort'] === 'newest'),
  )
}

const isAmong = (all: readonly AnyComment[], { id }: AnyComment) => all.some((one) => one.id === id)

function withReply(parent: AnyComment, { replies: _replies, ...reply }: Comment): Partial<Comment> {
  const replies = 'replies' in parent ? parent.replies : []
  return {
    replyCount: parent.replyCount + 1,
    replies: replies.length < REPLIES_SHOWN ? [...replies, reply] : replies,
  }
}

function withComment(
  data: PagesData<Comment>,
  comment: Comment,
  isNewestFirst: boolean,
): PagesData<Comment> {
  if (data.pages.some(({ items }) => isAmong(items, comment))) return data
  const at = isNewestFirst ? 0 : data.pages.length - 1
  const page = data.pages[at]
  if (page === undefined || (!isNewestFirst && page.next !== null)) return data
  const items = isNewestFirst ? [comment, ...page.items] : [...page.items, comment]
  return { ...data, pages: data.pages.with(at, { ...page, items }) }
}
