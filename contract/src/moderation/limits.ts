import { Enum, Integer, Object as ObjectOf, String as Text } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Id, exact, filledText, idParams } from '../http/scalars.ts'
import { PersonLimits } from './appeals.ts'
import { DAILY_KINDS, MAX_DAILY_LIMIT } from '../people/levels.ts'
import { MAX_NOTE_LENGTH } from './moderation.ts'

/** How long a limit of one person can last. */
export const MAX_LIMIT_DAYS = 365

export const getPersonLimits = defineEndpoint({
  method: 'GET',
  path: '/api/admin/users/:id/limits',
  access: 'admin',
  right: 'users.read',
  summary: 'What somebody may do today, how much of it they used, and their strikes.',
  params: ObjectOf(idParams),
  response: PersonLimits,
  errors: ['not_found'],
})

const path = '/api/admin/users/:id/limits/:kind'
const params = () => ObjectOf({ id: Id, kind: Enum(DAILY_KINDS) })

export const setPersonLimit = defineEndpoint({
  method: 'PUT',
  path,
  access: 'admin',
  right: 'limits.set',
  summary: `Give somebody a daily limit of their own, lower or higher than that of their level, for ${MAX_LIMIT_DAYS} days at most. They read the reason.`,
  params: params(),
  body: exact({
    allowed: Integer({ minimum: 0, maximum: MAX_DAILY_LIMIT }),
    reason: filledText(MAX_NOTE_LENGTH),
    until: Text({ format: 'date-time', maxLength: 30 }),
  }),
  response: PersonLimits,
  errors: ['not_found'],
})

export const dropPersonLimit = defineEndpoint({
  method: 'DELETE',
  path,
  access: 'admin',
  right: 'limits.set',
  summary: 'End a limit of somebody’s own, so that the one of their level applies again.',
  params: params(),
  status: 200,
  response: PersonLimits,
  errors: ['not_found'],
})
