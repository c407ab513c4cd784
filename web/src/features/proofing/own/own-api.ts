import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  deleteOwnProofRoom,
  listOwnProofRooms,
  openOwnProofRoom,
  type OwnProofRoom,
} from '@plinth/contract/proofing/own.ts'
import { call } from '../../../lib/api/api.ts'
import { plainPagesOf } from '../../../lib/cache/pages.ts'
import { readAgain } from '../../../lib/cache/writes.ts'

/** Guests change what a room says of itself at any time, so answers stay fresh for a short while only. */
export const ownRoomsQuery = () => ({ ...plainPagesOf(listOwnProofRooms, {}), staleTime: 10_000 })

/** Opens a room with these works, and reads the list anew. */
export function useOpenRoom() {
  const client = useQueryClient()
  return async (
    body: { title: string; workIds: string[] },
    idempotencyKey: string,
  ): Promise<OwnProofRoom> => {
    const room = await call(openOwnProofRoom, { body, idempotencyKey })
    void readAgain(client, [listOwnProofRooms])
    return room
  }
}

export function useDeleteRoom() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: OwnProofRoom) => call(deleteOwnProofRoom, { params: { id } }),
    onSuccess: () => readAgain(client, [listOwnProofRooms]),
  })
}
