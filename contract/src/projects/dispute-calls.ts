import {
  Array as ListOf,
  Enum,
  Number as NumberOf,
  Object as ObjectOf,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Id, Paging, Time, entity, exact, idParams, nullable } from '../http/scalars.ts'
import { Attachment } from '../messages/messages.ts'
import { caseFields } from '../moderation/cases.ts'
import { Creator } from '../people/users.ts'
import { PROJECT_ROLES } from './project-states.ts'
import { Project } from './projects.ts'

/** One booking of a project. Its entries add up to nothing. */
const Booking = exact({
  kind: Text(),
  at: Time,
  entries: ListOf(
    exact({
      account: Text(),
      /** Whose it is, where it is one of the two. */
      side: nullable(Enum([...PROJECT_ROLES])),
      /** In dollars; negative where it is credited. */
      amount: NumberOf(),
    }),
  ),
})

/** Everything that a ruling is decided by. */
export const DisputeCase = entity('DisputeCase', {
  ...caseFields,
  /** The brief, the terms, deliveries, offers, what each side says, and the timeline. */
  project: Project,
  /** Oldest first; at most 200. */
  ledger: ListOf(Booking),
})
export type DisputeCase = Static<typeof DisputeCase>

export const getDisputeCase = defineEndpoint({
  method: 'GET',
  path: '/api/admin/disputes/:id',
  access: 'admin',
  right: 'disputes.decide',
  summary:
    'The case of a disputed project: its room, its ledger, the proof of both sides, and the notes of staff. Opening it is logged.',
  params: ObjectOf(idParams),
  response: DisputeCase,
  errors: ['not_found'],
})

/** A message between the two sides, as staff read it. */
export const DisputeMessage = entity('DisputeMessage', {
  id: Id,
  sender: Creator,
  subject: Text(),
  content: Text(),
  attachments: ListOf(Attachment),
  createdAt: Time,
})
export type DisputeMessage = Static<typeof DisputeMessage>

export const listDisputeMessages = defineEndpoint({
  method: 'GET',
  path: '/api/admin/disputes/:id/messages',
  access: 'admin',
  right: 'disputes.decide',
  summary:
    'Messages that the two sides exchanged about this project while it ran, newest first, and nothing else. Opening them is logged.',
  params: ObjectOf(idParams),
  query: Paging,
  response: ListOf(DisputeMessage),
  errors: ['not_found'],
})

export const openOriginal = defineEndpoint({
  method: 'POST',
  path: '/api/admin/disputes/:id/files/:fileId/original',
  access: 'admin',
  right: 'disputes.decide',
  summary:
    'A link to a delivered file as it was handed over, for some minutes. Staff otherwise see previews. Opening it is logged.',
  params: ObjectOf({ ...idParams, fileId: Id }),
  response: exact({ url: Text() }),
  errors: ['not_found'],
})
