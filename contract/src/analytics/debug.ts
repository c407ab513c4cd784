import { Array as ListOf, String as Text, type Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { exact } from '../http/scalars.ts'

export const DebugUrls = ListOf(exact({ name: Text(), url: Text() }))
export type DebugUrls = Static<typeof DebugUrls>

export const getDebugUrls = defineEndpoint({
  method: 'GET',
  path: '/api/debug',
  access: 'member',
  summary: 'The addresses that the debug page tries. Not there with `DEBUG_PAGE=off`.',
  response: DebugUrls,
  errors: ['not_found'],
})
