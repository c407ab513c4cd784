import { Array as ListOf, Object as ObjectOf, String as Text, type Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'

export const DebugUrls = ListOf(
  ObjectOf({ name: Text(), url: Text() }, { additionalProperties: false }),
)
export type DebugUrls = Static<typeof DebugUrls>

export const getDebugUrls = defineEndpoint({
  method: 'GET',
  path: '/api/debug',
  access: 'member',
  summary: 'The addresses that the debug page tries. Not there with `DEBUG_PAGE=off`.',
  status: 200,
  response: DebugUrls,
  errors: ['not_found'],
})
