import { queryOptions } from '@tanstack/react-query'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { queryKey, type QueryInput } from '@plinth/contract/http/query-key.ts'
import { call, type CallArguments } from '../api/api.ts'

/** The query options for one call of the contract. Spread them to add more options. */
export const answerOf = <const E extends EndpointDefinition>(
  endpoint: E,
  ...[input]: CallArguments<E>
) =>
  queryOptions({
    queryKey: queryKey(endpoint, input as QueryInput | undefined),
    queryFn: ({ signal }) => call(endpoint, ...([{ ...input, signal }] as CallArguments<E>)),
  })
