import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { readProofRoom, type ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { call } from '../../../lib/api/api.ts'

/**
 * Marks the notification of comments by guests as read while the room is visible: on opening, and after each change.
 * `changes` is the count up to which its comments are shown; undefined until they are.
 */
export function useRoomReading({ id, role }: ProofRoom, changes: number | undefined): void {
  const asked = useRef<number | null>(null)
  const { mutate } = useMutation({
    mutationFn: (upTo: number) => call(readProofRoom, { params: { id }, body: { upTo } }),
    // It is still unread; the next change, or the next visit to this tab, tries again.
    onError: () => {
      asked.current = null
    },
  })
  const read = useEffectEvent((upTo: number | undefined) => {
    if (upTo === undefined || role === null || document.hidden || asked.current === upTo) return
    asked.current = upTo
    mutate(upTo)
  })
  const look = useEffectEvent(() => read(changes))
  useEffect(() => read(changes), [changes])
  useEffect(() => {
    const onChange = () => look()
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
}
