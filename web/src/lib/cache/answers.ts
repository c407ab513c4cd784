import { queryOptions } from '@tanstack/react-query'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { queryKey, type QueryInput } from '@plinth/contract/http/query-key.ts'
import { call, type CallArguments } from '../api/api.ts'

/** The query of one call of the contract: its key is made of what is asked. Spread it to add more options. */
export const answerOf = <const E extends EndpointDefinition>(
  endpoint: E,
  ...[input]: CallArguments<E>
) =>
  queryOptions({
    queryKey: queryKey(endpoint, input as QueryInput | undefined),
    queryFn: ({ signal }) => call(endpoint, ...([{ ...input, signal }] as CallArguments<E>)),
  })
