import { Link } from '@tanstack/react-router'
import type { Comment } from '@plinth/contract/posts/comments.ts'
import { partsOf } from './mentions.ts'

/** A comment's text, with links to the people it mentions. */
export const CommentText = ({ comment }: { comment: Pick<Comment, 'content' | 'mentions'> }) =>
  partsOf(comment.content, comment.mentions).map(({ text, userId }, index) =>
    userId === null ? (
      text
    ) : (
      <Link
        key={index}
        to="/profile/$id"
        params={{ id: userId }}
        className="text-accent-text hover:underline"
      >
        {text}
      </Link>
    ),
  )
