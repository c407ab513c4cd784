import { useEffect, useState, useRef } from 'react'
import { typeInConversation } from '@plinth/contract/messages/conversations.ts'
import { call } from '../../../lib/api/api.ts'
import { useLive } from '../../../lib/live/live.ts'

/** Longer than the pause between two typing events of a person who goes on writing. */
const SHOWN_MS = 5_000

/** Whether the other person is typing, from live events. A new message ends it. */
export function useTyping(conversationId: string, newestId: string | undefined): boolean {
  const [heardAt, setHeardAt] = useState<number | null>(null)
  const [newest, setNewest] = useState(newestId)
  if (newest !== newestId) {
    setNewest(newestId)
    setHeardAt(null)
  }
  useLive((event) => {
    if (event.type === 'typing' && event.conversationId === conversationId) {
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

/** Sent at most this often. */
const SEND_EVERY_MS = 3_000

/** Returns a function to call at every key press, which tells the server that the viewer is typing; it may fail. */
export function useSendTyping(conversationId: string): () => void {
  const sentAt = useRef(0)
  return () => {
    if (Date.now() - sentAt.current < SEND_EVERY_MS) return
    sentAt.current = Date.now()
    call(typeInConversation, { params: { id: conversationId } }).catch(() => undefined)
  }
}
