import {
  Array as ListOf,
  Enum,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
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
import { MEDIA_KINDS } from '../media/file-types.ts'
import { Picture } from '../media/media.ts'

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

/** A work that can be put into a room, with what decides whether its file becomes a version of another. */
export const RoomWork = entity('RoomWork', {
  id: Id,
  title: Text(),
  /** As the copy of its file is called in a room. */
  fileName: Text(),
  kind: Enum([...MEDIA_KINDS]),
  picture: Picture,
})
export type RoomWork = Static<typeof RoomWork>

const base = '/api/proof-rooms'
const title = filledText(MAX_ROOM_TITLE, { title: 'The title' })
const chosen = ListOf(Id, { minItems: 1, maxItems: MAX_ROOM_WORKS, uniqueItems: true })

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
  body: exact({ title, workIds: chosen }),
  status: 201,
  response: OwnProofRoom,
  errors: ['not_found', 'storage.full'],
})

export const renameOwnProofRoom = defineEndpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  access: 'member',
  summary: 'Give a proof room of the caller another title.',
  params: ObjectOf(idParams),
  body: exact({ title }),
  response: OwnProofRoom,
  errors: ['not_found'],
})

export const listRoomWorks = defineEndpoint({
  method: 'GET',
  path: '/api/proof-works',
  access: 'member',
  summary:
    'Works of the caller that can be put into a proof room, because only they see them. The latest change first.',
  query: Paging,
  response: ListOf(RoomWork),
})

export const addRoomFiles = defineEndpoint({
  method: 'POST',
  path: `${base}/:id/files`,
  access: 'member',
  idempotent: true,
  summary:
    'Put copies of the files of works that only the caller sees into their proof room, and uploads of the caller that nothing uses. Uploads are part of the room afterwards. A file with the name of one that is there becomes its next version (`v2`, `final` and the like at the end of a name don’t count), every other file is a new one.',
  params: ObjectOf(idParams),
  body: exact({ workIds: Optional(chosen), mediaIds: Optional(chosen) }, { minProperties: 1 }),
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
