import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Comment } from '@plinth/contract/posts/comments.ts'
import { fullName } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { repliesQuery } from './comment-api.ts'
import { CommentBox } from './comment-box.tsx'
import { CommentItem } from './comment-item.tsx'
import { texts } from './comment-texts.ts'
import type { Sending } from './use-sending.ts'

interface CommentThreadProps {
  comment: Comment
  isMember: boolean
  linkedId: string | undefined
  sending: Sending
}

/** A comment with its replies: the first few at once, all of them when asked for. */
export function CommentThread({ comment, isMember, linkedId, sending }: CommentThreadProps) {
  const [replyingTo, setReplyingTo] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [all, setAll] = useState(false)
  const query = useInfiniteQuery({ ...repliesQuery(comment.id), enabled: all })
  const replies = (all && query.data?.pages.flatMap(({ items }) => items)) || comment.replies
  const hidden = comment.replyCount - replies.length

  return (
    <CommentItem
      comment={comment}
      isMember={isMember}
      isLinked={comment.id === linkedId}
      onReply={() => setReplyingTo(fullName(comment.author))}
    >
      {replies.length === 0 ? null : (
        <ol className="mt-5 grid gap-5">
          {replies.map((reply) => (
            <CommentItem
              key={reply.id}
              comment={reply}
              isMember={isMember}
              isLinked={reply.id === linkedId}
              onReply={() => {
                const name = fullName(reply.author)
                setReplyingTo(name)
                setText((before) => (before === '' ? `@${name} ` : before))
              }}
            />
          ))}
        </ol>
      )}
      {hidden > 0 || query.error ? (
        <div className="mt-3">
          {query.error ? (
            <p role="alert" className="text-14 text-danger">
              {texts.repliesFailed}
            </p>
          ) : null}
          <Button
            variant="quiet"
            className="-ml-3"
            busy={query.isFetching && texts.loadingMore}
            onClick={() => {
              if (all) void (query.hasNextPage ? query.fetchNextPage() : query.refetch())
              else setAll(true)
            }}
          >
            {query.error ? texts.again : texts.moreReplies(hidden)}
          </Button>
        </div>
      ) : null}
      {replyingTo === null ? null : (
        <div className="mt-4">
          <CommentBox
            label={texts.replyLabel(replyingTo)}
            placeholder={texts.replyPlaceholder}
            send={texts.sendReply}
            value={text}
            onChange={setText}
            onSend={(content) => {
              sending.send({ content, parentId: comment.id })
              setText('')
              setReplyingTo(null)
            }}
            onCancel={() => setReplyingTo(null)}
            focusAtOnce
          />
        </div>
      )}
    </CommentItem>
  )
}
