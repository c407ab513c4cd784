import { Array as ListOf, Object as ObjectOf } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { idParams, Paging } from '../http/scalars.ts'
import { Person } from './users.ts'

export const blockUser = defineEndpoint({
  method: 'PUT',
  path: '/api/users/:id/block',
  access: 'member',
  summary:
    'Block somebody: neither can message, follow or comment on the other, or be notified about them. Ends their follows.',
  params: ObjectOf(idParams),
  errors: ['not_found'],
})

export const unblockUser = defineEndpoint({
  method: 'DELETE',
  path: '/api/users/:id/block',
  access: 'member',
  summary: 'Take a block back. Follows that it ended do not come back.',
  params: ObjectOf(idParams),
})

export const listBlocked = defineEndpoint({
  method: 'GET',
  path: '/api/users/blocked',
  access: 'member',
  summary: 'Whom the caller blocks, the last one first.',
  query: Paging,
  response: ListOf(Person),
})
