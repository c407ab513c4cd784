import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { putMark, sendUnsent } from '../proof-api.ts'
import { makeProofOutbox, type ProofOutbox } from './outbox.ts'

/** Under which this browser keeps it. */
export const outboxKey = (roomId: string, viewerId: string): string =>
  `plinth.proof-outbox.${viewerId}.${roomId}`

/** What the viewer wrote in a room and is not there yet. */
export function useOutbox(roomId: string, viewerId: string): ProofOutbox {
  const client = useQueryClient()
  const [outbox] = useState(() =>
    makeProofOutbox({
      key: outboxKey(roomId, viewerId),
      store: localStorage,
      send: (unsent) => sendUnsent(roomId, unsent),
      onSent: (mark) => putMark(client, roomId, mark),
    }),
  )
  useSyncExternalStore(outbox.subscribe, outbox.all)
  useSyncExternalStore(outbox.subscribe, outbox.isWaiting)
  useEffect(() => {
    addEventListener('online', outbox.retry)
    return () => removeEventListener('online', outbox.retry)
  }, [outbox])
  return outbox
}
