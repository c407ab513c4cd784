import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { ApiError, sentenceOf } from '../../lib/api.ts'
import { usePhone } from '../../lib/media-query.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { AnswerDialogs, type InquiryAnswer } from './answer-dialogs.tsx'
import { Spinner } from './conversation-list.tsx'
import { conversationQuery, threadQuery } from './message-api.ts'
import { findConversation } from './message-cache.ts'
import { texts } from './messages-texts.ts'
import { BackToList, ThreadHead } from './thread-head.tsx'
import { ThreadRoom } from './thread-room.tsx'

interface ThreadProps {
  id: string
  viewerId: string
  /** The message that the address names. */
  at: string | undefined
}

/** One conversation: what it is, what was written, and the way to answer. */
export function Thread({ id, viewerId, at }: ThreadProps) {
  const client = useQueryClient()
  const [known] = useState(() => findConversation(client, id))
  const head = useQuery({
    ...conversationQuery(id),
    ...(known === undefined ? {} : { placeholderData: known }),
  })
  const thread = useInfiniteQuery(threadQuery(id))
  const isAlone = usePhone()
  const [answer, setAnswer] = useState<InquiryAnswer | null>(null)
  const error = head.error ?? (thread.data ? null : thread.error)
  if (error !== null && head.data === undefined) {
    return (
      <Waiting isAlone={isAlone}>
        {isMissing(error) ? (
          <Gone />
        ) : (
          <Failure
            title={texts.thread.failed}
            line={sentenceOf(error, texts.list.failedLine)}
            retrying={head.isFetching}
            onRetry={() => void Promise.all([head.refetch(), thread.refetch()])}
          />
        )}
      </Waiting>
    )
  }
  if (head.data === undefined) {
    return (
      <Waiting isAlone={isAlone}>
        <Spinner words={texts.thread.loading} />
      </Waiting>
    )
  }
  return (
    <>
      <ThreadHead conversation={head.data} isAlone={isAlone} />
      {thread.data ? (
        <ThreadRoom
          conversation={head.data}
          pages={thread.data}
          query={thread}
          viewerId={viewerId}
          at={at}
          onAnswer={setAnswer}
        />
      ) : thread.error === null ? (
        <Spinner words={texts.thread.loading} />
      ) : (
        <Failure
          title={texts.thread.failed}
          line={sentenceOf(thread.error, texts.list.failedLine)}
          retrying={thread.isFetching}
          onRetry={() => void thread.refetch()}
        />
      )}
      <AnswerDialogs answer={answer} onClose={() => setAnswer(null)} />
    </>
  )
}

/** Also what is no id at all is nobody's conversation. */
const isMissing = (error: Error) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

const Waiting = ({ isAlone, children }: { isAlone: boolean; children: ReactNode }) => (
  <>
    {isAlone ? (
      <header className="thread-head">
        <BackToList />
      </header>
    ) : null}
    <div className="thread-waiting">{children}</div>
  </>
)

const Gone = () => (
  <EmptyState
    title={texts.thread.gone}
    line={texts.thread.goneLine}
    action={
      <Button asChild>
        <Link to="/messages">{texts.thread.back}</Link>
      </Button>
    }
  />
)
