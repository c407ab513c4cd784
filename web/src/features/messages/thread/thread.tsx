import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { sentenceOf } from '../../../lib/api/api.ts'
import { isMissing } from '../../../lib/api/errors.ts'
import { usePhone } from '../../../lib/browser/use-media-query.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Failure } from '../../../ui/feedback/failure.tsx'
import { AnswerDialogs, type InquiryAnswer } from '../answer/answer-dialogs.tsx'
import { Spinner } from '../conversations/conversation-list.tsx'
import { conversationQuery, threadQuery } from '../message-api.ts'
import { findConversation } from '../message-cache.ts'
import { texts } from '../messages-texts.ts'
import { BackToList, ThreadHead } from './thread-head.tsx'
import { ThreadInquiry, ThreadQuote } from './thread-messages.tsx'
import { ThreadBody } from './thread-body.tsx'

interface ThreadProps {
  id: string
  viewerId: string
  /** The id of the message in the address. */
  at: string | undefined
  /** Inside another screen, which has its own heading: no head here, and the focus stays. */
  isEmbedded?: boolean
  /** Messages are not marked as read while false. */
  isInSight?: boolean
}

/** One conversation: its head, its messages and the reply box. */
export function Thread({ id, viewerId, at, isEmbedded = false, isInSight = true }: ThreadProps) {
  const client = useQueryClient()
  const [known] = useState(() => findConversation(client, id))
  const head = useQuery({
    ...conversationQuery(id),
    ...(known === undefined ? {} : { placeholderData: known }),
  })
  const thread = useInfiniteQuery(threadQuery(id))
  // Loaded along with the messages, so that a quote renders without a jump.
  useEffect(() => {
    void ThreadInquiry.preload?.()
    void ThreadQuote.preload?.()
  }, [])
  const isAlone = usePhone() && !isEmbedded
  const [answer, setAnswer] = useState<InquiryAnswer | null>(null)
  const error = head.error ?? (thread.data ? null : thread.error)
  if (error !== null && head.data === undefined) {
    return (
      <Waiting isAlone={isAlone}>
        {isMissing(error) ? (
          <NotFound />
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
      {isEmbedded ? null : <ThreadHead conversation={head.data} isAlone={isAlone} />}
      {thread.data ? (
        <Suspense fallback={<Spinner words={texts.thread.loading} />}>
          <ThreadBody
            conversation={head.data}
            pages={thread.data}
            query={thread}
            viewerId={viewerId}
            at={at}
            isInSight={isInSight}
            onAnswer={setAnswer}
          />
        </Suspense>
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

const NotFound = () => (
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
