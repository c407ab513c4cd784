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
  Id,
  Paging,
  Time,
  entity,
  exact,
  filledText,
  idParams,
  nullable,
  paged,
} from '../http/scalars.ts'
import { Creator } from '../people/users.ts'
import { MAX_NOTE_LENGTH } from './moderation.ts'

/** The same text or link to more people than this in a day is held until staff have looked at it. */
export const HELD_AFTER_PEOPLE = 10
/** Of several young accounts together: at least so many. */
export const YOUNG_TOGETHER = 3
/** Texts of one person that wait at the same time. */
export const MAX_HELD_TEXTS = 20

const State = Enum(['waiting', 'sent', 'refused', 'gone'])

const heldFields = {
  id: Id,
  kind: Enum(['message', 'comment']),
  content: Text(),
  /** Who a message is for; null for a comment. */
  receiver: nullable(Creator),
  /** The post of a comment; null for a message. */
  postId: nullable(Id),
  /** `gone`: it could no longer be delivered. */
  state: State,
  /** Why it was refused. */
  note: nullable(Text()),
  createdAt: Time,
  decidedAt: nullable(Time),
}

/** A message or comment of the caller's that went to many people and waits for staff. */
export const HeldText = entity('HeldText', heldFields)
export type HeldText = Static<typeof HeldText>

export const listOwnHeld = defineEndpoint({
  method: 'GET',
  path: '/api/held',
  access: 'member',
  summary:
    'The caller’s messages and comments that were held for a look before they are sent, newest first.',
  query: Paging,
  response: ListOf(HeldText),
})

export const AdminHeldText = entity('AdminHeldText', {
  ...heldFields,
  author: nullable(Creator),
  decidedBy: nullable(Creator),
})
export type AdminHeldText = Static<typeof AdminHeldText>

export const listHeld = defineEndpoint({
  method: 'GET',
  path: '/api/admin/held',
  access: 'admin',
  right: 'reports.decide',
  summary:
    'Messages and comments that wait for a look, newest first; or decided ones, the last first.',
  query: paged({ status: Optional(Enum(['waiting', 'decided'])) }),
  response: ListOf(AdminHeldText),
})

export const decideHeld = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/held/:id',
  access: 'admin',
  right: 'reports.decide',
  summary:
    'Send a held text, or refuse it: its author reads the note and gets a strike. What can no longer be delivered becomes `gone`.',
  params: ObjectOf(idParams),
  body: exact({
    outcome: Enum(['sent', 'refused']),
    note: Optional(filledText(MAX_NOTE_LENGTH)),
  }),
  response: AdminHeldText,
  errors: ['not_found', 'conflict'],
})
