import { useEffect, useState } from 'react'
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
