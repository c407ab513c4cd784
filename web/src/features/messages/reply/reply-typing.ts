import { useRef } from 'react'
import { typeInConversation } from '@plinth/contract/messages/conversations.ts'
import { call } from '../../../lib/api/api.ts'

/** Told again at most so often. */
const TOLD_EVERY_MS = 3_000

/** Says that the viewer is writing; to be called at every key. A hint that gets lost is nobody's trouble. */
export function useTellTyping(conversationId: string): () => void {
  const toldAt = useRef(0)
  return () => {
    if (Date.now() - toldAt.current < TOLD_EVERY_MS) return
    toldAt.current = Date.now()
    call(typeInConversation, { params: { id: conversationId } }).catch(() => undefined)
  }
}
