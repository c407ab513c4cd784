import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listComments } from '@plinth/contract/posts/comments.ts'
import type { Post } from '@plinth/contract/posts/posts.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { count, fullName } from '../../../lib/format/format.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { CommentText } from './comment-text.tsx'
import { texts } from '../for-you/for-you-texts.ts'

const LATEST = { sort: 'newest', limit: 1 } as const

/** A post's latest comment, with a link to all comments. */
export function LatestComment({ post }: { post: Pick<Post, 'id' | 'commentCount'> }) {
  const { id, commentCount } = post
  const { data } = useQuery({
    ...answerOf(listComments, { params: { id }, query: LATEST }),
    enabled: commentCount > 0,
  })
  const comment = commentCount > 0 ? data?.find(({ isRemoved }) => !isRemoved) : undefined
  return (
    <div className="mt-6 pt-5 border-t border-line max-tablet:hidden">
      {comment ? (
        <p className="flex items-start gap-3 text-14 text-ink-2">
          <Avatar {...faceOf(comment.author)} size={32} />
          <span className="line-clamp-2 min-w-0 pt-1.5">
            <strong className="font-semibold text-ink">{fullName(comment.author)}</strong>{' '}
            <CommentText comment={comment} />
          </span>
        </p>
      ) : null}
      <Link
        to="/post/$id"
        params={{ id }}
        hash="comments"
        className="hit mt-2 inline-block text-14 font-semibold text-ink underline underline-offset-4"
      >
        {commentCount === 0
          ? texts.firstComment
          : commentCount === 1
            ? texts.oneComment
            : texts.comments(count(commentCount))}
      </Link>
    </div>
  )
}
