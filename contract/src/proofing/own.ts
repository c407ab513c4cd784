import { Array as ListOf, Object as ObjectOf, String as Text, type Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import {
  Count,
  Id,
  Paging,
  Time,
  entity,
  exact,
  filledText,
  idParams,
  nullable,
} from '../http/scalars.ts'
import { MAX_ROOM_TITLE, MAX_ROOM_WORKS } from '../limits.ts'

/** A proof room that somebody has opened for themselves, among others. */
export const OwnProofRoom = entity('OwnProofRoom', {
  id: Id,
  title: Text(),
  files: Count,
  /** Comments that nobody has marked as done. */
  openMarks: Count,
  /** Links that open it to guests now. */
  openLinks: Count,
  /** Of its first file; null until it is ready. */
  preview: nullable(exact({ url: Text(), width: Count, height: Count })),
  createdAt: Time,
})
export type OwnProofRoom = Static<typeof OwnProofRoom>

const base = '/api/proof-rooms'

export const listOwnProofRooms = defineEndpoint({
  method: 'GET',
  path: base,
  access: 'member',
  summary: 'The proof rooms that the caller has opened for works of their own, the newest first.',
  query: Paging,
  response: ListOf(OwnProofRoom),
})

export const openOwnProofRoom = defineEndpoint({
  method: 'POST',
  path: base,
  access: 'member',
  idempotent: true,
  summary:
    'Open a proof room with copies of the files of works that only the caller sees, in this order. What happens to the works afterwards changes nothing in it.',
  body: exact({
    title: filledText(MAX_ROOM_TITLE, { title: 'The title' }),
    workIds: ListOf(Id, { minItems: 1, maxItems: MAX_ROOM_WORKS, uniqueItems: true }),
  }),
  status: 201,
  response: OwnProofRoom,
  errors: ['not_found', 'storage.full'],
})

export const deleteOwnProofRoom = defineEndpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  access: 'member',
  summary: 'Delete a proof room of the caller, with its files, comments and links.',
  params: ObjectOf(idParams),
  errors: ['not_found'],
})
