import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  decideOnVersion,
  setProofPicks,
  type FileVerdict,
  type ProofPicks,
} from '@plinth/contract/proofing/decisions.ts'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { ApiError, call, isUnauthorized } from '../../../lib/api/api.ts'
import { refusedOr } from '../../../lib/api/errors.ts'
import { patchAnswer, readAgain } from '../../../lib/cache/writes.ts'
import { showError } from '../../../ui/feedback/toast.ts'
import { proofRoomQuery } from '../proof-api.ts'
import { decideTexts as texts } from './decide-texts.ts'

const tell = (error: unknown) => {
  if (!isUnauthorized(error)) showError(refusedOr(error, texts.failed))
}

/** Says of a version that it is right, or that it has to change. */
export function useVerdict(roomId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ versionId, verdict }: { versionId: string; verdict: FileVerdict }) =>
      call(decideOnVersion, { params: { id: roomId, versionId }, body: { verdict } }),
    onSuccess: (decision) =>
      patchAnswer(client, proofRoomQuery(roomId), (room) =>
        room === undefined
          ? undefined
          : {
              ...room,
              decisions: [
                ...room.decisions.filter((one) => one.versionId !== decision.versionId),
                decision,
              ],
            },
      ),
    onError: tell,
  })
}

type Change = (picks: readonly string[]) => string[]

/**
 * Changes the picks: at once on the screen, and one after the other at the server. If somebody else was quicker, the
 * change is made again to their list.
 */
export function usePicks(room: ProofRoom) {
  const client = useQueryClient()
  const query = proofRoomQuery(room.id)
  const show = (picks: ProofPicks) =>
    patchAnswer(client, query, (known) => (known === undefined ? undefined : { ...known, picks }))
  const known = (): ProofPicks => client.getQueryData(query.queryKey)?.picks ?? room.picks
  const send = (thingIds: string[], change: number) =>
    call(setProofPicks, { params: { id: room.id }, body: { thingIds, change } })
  const { mutate } = useMutation({
    scope: { id: `picks ${room.id}` },
    onMutate: (change: Change) => show({ ...known(), thingIds: change(known().thingIds) }),
    mutationFn: async (change: Change) => {
      const picks = known()
      try {
        return await send(picks.thingIds, picks.change)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
        const newer = (await client.fetchQuery({ ...query, staleTime: 0 })).picks
        if (newer.change === picks.change) throw error
        return send(change(newer.thingIds), newer.change)
      }
    },
    onSuccess: (picks) => show({ ...picks, thingIds: known().thingIds }),
    onError: (error) => {
      tell(error)
      void readAgain(client, [query])
    },
  })
  return mutate
}
