import { Boolean as Flag, Enum, Object as ObjectOf } from 'typebox'
import { TAKEN_DOWN_KINDS } from './appeals.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { Id, entity, exact } from '../http/scalars.ts'

const Choice = entity('SensitiveChoice', { showsSensitive: Flag() })

export const getSensitiveChoice = defineEndpoint({
  method: 'GET',
  path: '/api/settings/sensitive',
  access: 'member',
  summary: 'Whether the caller sees sensitive pictures without asking for each.',
  response: Choice,
})

export const updateSensitiveChoice = defineEndpoint({
  method: 'PATCH',
  path: '/api/settings/sensitive',
  access: 'member',
  summary: 'Choose whether sensitive pictures are blurred.',
  body: exact({ showsSensitive: Flag() }),
  response: Choice,
})

export const labelSensitive = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/sensitive/:kind/:id',
  access: 'admin',
  right: 'content.moderate',
  summary:
    'Label a post or work as sensitive, or take that label off again. The author cannot take it off.',
  params: ObjectOf({ kind: Enum([...TAKEN_DOWN_KINDS]), id: Id }),
  body: exact({ isSensitive: Flag() }),
  errors: ['not_found'],
})
