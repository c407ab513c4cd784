import {
  Array as ListOf,
  Boolean as Flag,
  Object as ObjectOf,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { words } from '../http/words.ts'
import { Id, Paging, Time, entity, exact, filledText, idParams, nullable } from '../http/scalars.ts'
import { Creator } from '../people/users.ts'
import { MAX_NOTE_LENGTH } from './moderation.ts'

/** What staff note about a person, who never sees it. */
export const UserNote = entity('UserNote', {
  id: Id,
  text: Text(),
  /** Null when the account was deleted. */
  author: nullable(Creator),
  /** Whether the caller wrote it, and can remove it. */
  isOwn: Flag(),
  createdAt: Time,
})
export type UserNote = Static<typeof UserNote>

export const listUserNotes = defineEndpoint({
  method: 'GET',
  path: '/api/admin/users/:id/notes',
  access: 'admin',
  right: 'notes.write',
  summary: 'Notes about a person, newest first. Nobody reads those about themselves.',
  params: ObjectOf(idParams),
  query: Paging,
  response: ListOf(UserNote),
  errors: ['not_found'],
})

export const createUserNote = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/:id/notes',
  access: 'admin',
  right: 'notes.write',
  idempotent: true,
  summary: 'Note something about a person. They never see it.',
  params: ObjectOf(idParams),
  body: exact({ text: filledText(MAX_NOTE_LENGTH, words('note', { missing: 'Write a note.' })) }),
  status: 201,
  response: UserNote,
  errors: ['not_found'],
})

export const deleteUserNote = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/notes/:id',
  access: 'admin',
  right: 'notes.write',
  summary: 'Remove a note of the caller’s own.',
  params: ObjectOf(idParams),
  errors: ['not_found'],
})

export const assignUser = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/assignee',
  access: 'admin',
  right: 'notes.write',
  summary:
    'Say who of the staff looks after a person; null for nobody. Nobody looks after themselves.',
  params: ObjectOf(idParams),
  body: exact({ assigneeId: nullable(Id) }),
  errors: ['not_found'],
})
