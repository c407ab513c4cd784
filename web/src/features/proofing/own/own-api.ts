import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import {
  addRoomFiles,
  deleteOwnProofRoom,
  listOwnProofRooms,
  listRoomWorks,
  openOwnProofRoom,
  renameOwnProofRoom,
  type OwnProofRoom,
} from '@plinth/contract/proofing/own.ts'
import { call } from '../../../lib/api/api.ts'
import { plainPagesOf } from '../../../lib/cache/pages.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { proofRoomQuery } from '../proof-api.ts'

/** Guests change what a room says of itself at any time, so answers stay fresh for a short while only. */
export const ownRoomsQuery = () => ({ ...plainPagesOf(listOwnProofRooms, {}), staleTime: 10_000 })

/** Works are added, published and deleted elsewhere, so they are read again each time they are chosen from. */
export const roomWorksQuery = () => ({ ...plainPagesOf(listRoomWorks, {}), staleTime: 0 })

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

/** Puts works and uploads into a room, and waits until the room is read anew if it is shown. */
export function useAddFiles() {
  const client = useQueryClient()
  return async (
    id: string,
    body: BodyOf<typeof addRoomFiles>,
    idempotencyKey: string,
  ): Promise<OwnProofRoom> => {
    const room = await call(addRoomFiles, { params: { id }, body, idempotencyKey })
    await readAgain(client, [listOwnProofRooms, proofRoomQuery(id)])
    return room
  }
}

export function useRenameRoom(id: string) {
  const client = useQueryClient()
  return async (title: string): Promise<OwnProofRoom> => {
    const room = await call(renameOwnProofRoom, { params: { id }, body: { title } })
    await readAgain(client, [listOwnProofRooms, proofRoomQuery(id)])
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
