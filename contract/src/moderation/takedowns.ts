import { Enum, Object as ObjectOf } from 'typebox'
import { RESTORABLE_KINDS } from './appeals.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { MAX_NOTE_LENGTH, REPORT_REASONS } from './moderation.ts'
import { Id, filledText, exact } from '../http/scalars.ts'

const path = '/api/admin/taken-down/:kind/:id'
const params = () => ObjectOf({ kind: Enum([...RESTORABLE_KINDS]), id: Id })

export const takeDown = defineEndpoint({
  method: 'PUT',
  path,
  access: 'admin',
  right: 'content.moderate',
  summary:
    'Take a post, work or board down, reported or not. Its author reads the reason with the note, and can appeal; its open reports are closed.',
  params: params(),
  body: exact({
    reason: Enum(REPORT_REASONS.map(({ value }) => value)),
    note: filledText(MAX_NOTE_LENGTH),
  }),
  errors: ['not_found', 'conflict'],
})

export const putBack = defineEndpoint({
  method: 'DELETE',
  path,
  access: 'admin',
  right: 'content.moderate',
  summary:
    'Restore a post, work or board and notify its author. If there is an open appeal or a copyright notice, decide that instead.',
  params: params(),
  errors: ['not_found', 'conflict'],
})
