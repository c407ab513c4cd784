import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api.ts'
import { newClientId } from '../../lib/client-id.ts'
import { texts } from './comment-texts.ts'
import { useSendComment, type NewComment } from './comment-api.ts'

export interface WaitingComment extends NewComment {
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

const keyOf = (postId: string, viewerId: string) => `plinth.comment.${viewerId}.${postId}`

function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function keepDraft(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // A full or forbidden store costs the draft and nothing else.
  }
}

/** Comments leave the box at once and stay on show until they have arrived; one that fails can be sent again. */
export function useSending(postId: string, viewerId: string | null): Sending {
  const key = keyOf(postId, viewerId ?? '')
  const [draft, setText] = useState(() => readDraft(key))
  const [outbox, setOutbox] = useState<WaitingComment[]>([])
  const { mutateAsync } = useSendComment(postId)

  const setDraft = (text: string) => {
    setText(text)
    keepDraft(key, text)
  }
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
    draft,
    setDraft,
    outbox,
    send: (comment) => {
      if (comment.parentId === undefined) setDraft('')
      void deliver({ ...comment, clientId: newClientId() })
    },
    retry: (comment) => void deliver(comment),
    discard: ({ clientId }) => drop(clientId),
  }
}
