import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api.ts'
import { newIdempotencyKey } from '../../../lib/forms/idempotency.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { texts } from './comment-texts.ts'
import { useSendComment, type NewComment } from './comment-api.ts'

interface WaitingComment extends NewComment {
  /** Why sending failed; null while it is being sent. */
  failure: string | null
}

export interface Sending {
  /** The text being typed; it is saved and survives leaving the screen. */
  draft: string
  setDraft: (text: string) => void
  /** Comments that are being sent or failed, oldest first. */
  outbox: WaitingComment[]
  send: (comment: Pick<NewComment, 'content' | 'parentId'>) => void
  retry: (comment: WaitingComment) => void
  discard: (comment: WaitingComment) => void
}

/** Sends comments. Each leaves the field at once and is shown until it has been sent; failed ones can be retried. */
export function useSending(postId: string, viewerId: string | null): Sending {
  const draft = useTextDraft(`comment.${postId}`, viewerId ?? '', { isPerTab: true })
  const [outbox, setOutbox] = useState<WaitingComment[]>([])
  const { mutateAsync } = useSendComment(postId)

  const drop = (clientId: string) =>
    setOutbox((all) => all.filter((one) => one.clientId !== clientId))
  const deliver = async (comment: NewComment) => {
    const { clientId, content, parentId } = comment
    setOutbox((all) => [
      ...all.filter((one) => one.clientId !== clientId),
      { clientId, content, parentId, failure: null },
    ])
    try {
      await mutateAsync({ clientId, content, parentId })
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
