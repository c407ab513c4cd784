import { useEffect, useState, useRef } from 'react'
import { typeInConversation } from '@plinth/contract/messages/conversations.ts'
import { call } from '../../../lib/api/api.ts'
import { useLive } from '../../../lib/live/live.ts'

/** Somebody who goes on writing says so again before this is over. */
const SHOWN_MS = 5_000

/** Whether the other one is writing, by what the server pushes. A message that has arrived ends it. */
export function useTyping(conversationId: string, newestId: string | undefined): boolean {
  const [heardAt, setHeardAt] = useState<number | null>(null)
  const [newest, setNewest] = useState(newestId)
  if (newest !== newestId) {
    setNewest(newestId)
    setHeardAt(null)
  }
  useLive((notice) => {
    if (notice.type === 'typing' && notice.conversationId === conversationId) {
      setHeardAt(Date.now())
    }
  })
  useEffect(() => {
    if (heardAt === null) return
    const timer = setTimeout(() => setHeardAt(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [heardAt])
  return heardAt !== null
}

/** Told again at most so often. */
const TOLD_EVERY_MS = 3_000

/** Says that the viewer is writing; to be called at every key. A hint that gets lost is nobody's trouble. */
export function useSendTyping(conversationId: string): () => void {
  const toldAt = useRef(0)
  return () => {
    if (Date.now() - toldAt.current < TOLD_EVERY_MS) return
    toldAt.current = Date.now()
    call(typeInConversation, { params: { id: conversationId } }).catch(() => undefined)
  }
}
