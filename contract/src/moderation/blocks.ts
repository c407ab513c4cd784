import {
  Array as ListOf,
  Enum,
  Integer,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Id, Time, entity, exact, filledText, idParams, nullable, paged } from '../http/scalars.ts'
import { Picture } from '../media/media.ts'
import { Creator } from '../people/users.ts'
import { MAX_NOTE_LENGTH } from './moderation.ts'

/** An upload whose look differs from a blocked one in at most so many of 256 bits is held (decision 0051). */
export const LOOK_ALIKE_BITS = 36

const blockFields = {
  id: Id,
  /** What was taken down. */
  kind: Enum(['post', 'portfolio']),
  subjectId: Id,
  /** Its title, while it exists. */
  title: Text(),
  /** Who had uploaded it; null when the account was deleted. */
  owner: nullable(Creator),
  /** The file, while it exists. */
  picture: nullable(Picture),
  reason: Text(),
  createdAt: Time,
  liftedAt: nullable(Time),
}

/** A file that cannot be uploaded again, because it was part of something that was taken down. */
export const MediaBlock = entity('MediaBlock', blockFields)
export type MediaBlock = Static<typeof MediaBlock>

export const listBlocks = defineEndpoint({
  method: 'GET',
  path: '/api/admin/blocks',
  access: 'admin',
  right: 'content.moderate',
  summary:
    'Files that were taken down and can’t be uploaded again, newest first; or lifted blocks.',
  query: paged({ status: Optional(Enum(['active', 'lifted'])) }),
  response: ListOf(MediaBlock),
})

export const liftBlock = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/blocks/:id',
  access: 'admin',
  right: 'content.moderate',
  summary: 'Let a blocked file be uploaded again. What was taken down stays down.',
  params: ObjectOf(idParams),
  errors: ['not_found'],
})

/** An upload that looks like a blocked one, and is shown to nobody until staff have looked. */
export const LookAlike = entity('LookAlike', {
  /** Of the upload. */
  id: Id,
  owner: nullable(Creator),
  picture: Picture,
  /** In how many of 256 bits the two differ; null for the very same file. */
  distance: nullable(Integer()),
  block: exact(blockFields),
  createdAt: Time,
})
export type LookAlike = Static<typeof LookAlike>

export const listLookAlikes = defineEndpoint({
  method: 'GET',
  path: '/api/admin/look-alikes',
  access: 'admin',
  right: 'content.moderate',
  summary:
    'Uploads that look like something that was taken down and wait for a decision, newest first.',
  query: paged({}),
  response: ListOf(LookAlike),
})

export const decideLookAlike = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/look-alikes/:id',
  access: 'admin',
  right: 'content.moderate',
  summary: 'Let an upload through, or refuse it: its owner reads the note.',
  params: ObjectOf(idParams),
  body: exact({
    outcome: Enum(['passed', 'refused']),
    note: Optional(filledText(MAX_NOTE_LENGTH)),
  }),
  errors: ['not_found', 'conflict'],
})
