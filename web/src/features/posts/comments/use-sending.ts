import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api.ts'
import { newIdempotencyKey } from '../../../lib/forms/idempotency.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { texts } from './comment-texts.ts'
import { useSendComment, type NewComment } from './comment-api.ts'

interface WaitingComment extends NewComment {
  /** Why it did not arrive; null while it is on its way. */
  failure: string | null
}

export interface Sending {
  /** What is being typed; it outlives the screen. */
  draft: string
  setDraft: (text: string) => void
  /** What is on its way or did not arrive, the oldest first. */
  outbox: WaitingComment[]
  send: (comment: Pick<NewComment, 'content' | 'mentions' | 'parentId'>) => void
  retry: (comment: WaitingComment) => void
  discard: (comment: WaitingComment) => void
}

/** Comments leave the box at once and stay on show until they have arrived; one that fails can be sent again. */
export function useSending(postId: string, viewerId: string | null): Sending {
  const draft = useTextDraft(`comment.${postId}`, viewerId ?? '', { isPerTab: true })
  const [outbox, setOutbox] = useState<WaitingComment[]>([])
  const { mutateAsync } = useSendComment(postId)

  const drop = (clientId: string) =>
    setOutbox((all) => all.filter((one) => one.clientId !== clientId))
  const deliver = async (comment: NewComment) => {
    const { clientId, content, mentions, parentId } = comment
    setOutbox((all) => [
      ...all.filter((one) => one.clientId !== clientId),
      { clientId, content, mentions, parentId, failure: null },
    ])
    try {
      await mutateAsync({ clientId, content, mentions, parentId })
      drop(clientId)
    } catch (error) {
      const failure = sentenceOf(error, texts.tryLater)
      setOutbox((all) => all.map((one) => (one.clientId === clientId ? { ...one, failure } : one)))
    }
  }

  return {
    draft: draft.text,
    setDraft: draft.setText,
    outbox,
    send: (comment) => {
      if (comment.parentId === undefined) draft.drop()
      void deliver({ ...comment, clientId: newIdempotencyKey() })
    },
    retry: (comment) => void deliver(comment),
    discard: ({ clientId }) => drop(clientId),
  }
}
