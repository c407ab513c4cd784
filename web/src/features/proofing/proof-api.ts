import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { MarkState, ProofMark } from '@plinth/contract/proofing/marks.ts'
import {
  addProofMark,
  addProofReply,
  bindProofVersion,
  changeProofMark,
  deleteProofMark,
  deleteProofReply,
  getProofRoom,
  listProofMarks,
  setProofMarkState,
  type ProofMarks,
  type ProofRoom,
  type ProofVersion,
} from '@plinth/contract/proofing/rooms.ts'
import { call } from '../../lib/api/api.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { patchAnswer, putAnswer } from '../../lib/cache/writes.ts'
import { mergeMarks } from './marks/mark-rules.ts'
import type { Unsent } from './comments/outbox.ts'

export const POLL_MS = 3_000

/** A room, read again until what can be looked at is made. */
export const proofRoomQuery = (id: string) =>
  queryOptions({
    ...answerOf(getProofRoom, { params: { id } }),
    refetchInterval: ({ state }) => (isPreparing(state.data) ? POLL_MS : false),
  })

export const isPreparing = (room: ProofRoom | undefined): boolean =>
  room?.things.some(({ versions }) => versions.some(isWaiting)) === true

/** Whether something of it is still being made. */
export const isWaiting = ({ previewState, proofState }: ProofVersion): boolean =>
  previewState === 'waiting' || proofState === 'waiting'

/** The marks of a room. After the first time only what has changed since is read. */
export function proofMarksQuery(id: string) {
  const { queryKey } = answerOf(listProofMarks, { params: { id } })
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<ProofMarks> => {
      const known = client.getQueryData(queryKey)
      const query = known === undefined ? {} : { since: known.changes }
      const read = await call(listProofMarks, { params: { id }, query, signal })
      // Something may have been written while it was read.
      return mergeMarks(client.getQueryData(queryKey), read)
    },
  })
}

/** Puts a mark as the server answered it in the place of the old one. What others changed meanwhile is still to be read. */
export function putMark(client: QueryClient, roomId: string, mark: ProofMark): void {
  patchAnswer(client, proofMarksQuery(roomId), (known) =>
    known === undefined ? undefined : mergeMarks(known, { changes: known.changes, marks: [mark] }),
  )
}

/** Sends what was written. Sending it again has no second effect, because it has its id already. */
export function sendUnsent(roomId: string, unsent: Unsent): Promise<ProofMark> {
  const { id, text, target } = unsent
  return 'place' in target
    ? call(addProofMark, {
        params: { id: roomId, markId: id },
        body: { versionId: target.versionId, place: target.place, text },
      })
    : call(addProofReply, {
        params: { id: roomId, markId: target.markId, replyId: id },
        body: { text },
      })
}

type MarkChange =
  | { kind: 'state'; markId: string; state: MarkState }
  | { kind: 'text'; markId: string; text: string }
  | { kind: 'delete'; markId: string }
  | { kind: 'deleteReply'; markId: string; replyId: string }

function sendChange(id: string, change: MarkChange): Promise<ProofMark> {
  const params = { id, markId: change.markId }
  switch (change.kind) {
    case 'state':
      return call(setProofMarkState, { params, body: { state: change.state } })
    case 'text':
      return call(changeProofMark, { params, body: { text: change.text } })
    case 'delete':
      return call(deleteProofMark, { params })
    case 'deleteReply':
      return call(deleteProofReply, { params: { ...params, replyId: change.replyId } })
  }
}

/** Changes a mark of a room. */
export function useMarkChange(roomId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: MarkChange) => sendChange(roomId, change),
    onSuccess: (mark) => putMark(client, roomId, mark),
  })
}

/** Says which thing a file is a version of. */
export function useBindVersion(roomId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ versionId, thingId }: { versionId: string; thingId: string | null }) =>
      call(bindProofVersion, { params: { id: roomId, versionId }, body: { thingId } }),
    onSuccess: (room) => putAnswer(client, proofRoomQuery(roomId), room),
  })
}
