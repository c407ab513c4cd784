import { partialMatchKey, type QueryKey } from '@tanstack/react-query'
import {
  callFields,
  type QueryEndpoint,
  type QueryForm,
  type QueryInput,
  type QueryKeyFields,
} from '@plinth/contract/http/query-key.ts'

/** Queries of one endpoint, narrowed down as far as is said. */
interface EndpointQueries extends QueryInput {
  endpoint: QueryEndpoint
  form?: QueryForm
}

/** Which queries are meant: all of an endpoint, some of them, or the one that options name. */
export type Where = QueryEndpoint | EndpointQueries | { queryKey: QueryKey }

/** A key to match by: TanStack's partial matching compares the fields that it has. */
function partialKey(where: Where): QueryKey {
  if ('queryKey' in where) return where.queryKey
  if (!('endpoint' in where)) return [callFields(where)]
  const { endpoint, form, ...input } = where
  return [{ ...callFields(endpoint, input), ...(form && { form }) }]
}

/** Whether a query is among these, and is not the exception. */
export const matches = (key: QueryKey, wheres: readonly Where[], except?: Where): boolean =>
  wheres.some((where) => partialMatchKey(key, partialKey(where))) &&
  (except === undefined || !partialMatchKey(key, partialKey(except)))

/** What the key of an endpoint's answer says; every field is missing in a key of anything else. */
export const fieldsOf = (key: QueryKey): Partial<QueryKeyFields> => key[0] ?? {}
