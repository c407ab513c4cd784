import {
  type dataTagSymbol,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  partialMatchKey,
} from '@tanstack/react-query'
import {
  type QueryKeyFields,
  callFields,
  type QueryEndpoint,
  type QueryForm,
  type QueryInput,
} from '@plinth/contract/http/query-key.ts'

/** A query by its key, as `queryOptions` give it, with the type of what it holds. */
interface Typed<T> {
  queryKey: QueryKey & { [dataTagSymbol]: T }
}

interface Choice {
  /** What is on show, or what is not; both when left out. */
  type?: 'active' | 'inactive'
  /** Is left as it is. */
  except?: Where
}

const filtersOf = (wheres: readonly Where[], { type, except }: Choice = {}): QueryFilters => ({
  ...(type && { type }),
  predicate: ({ queryKey }) => matches(queryKey, wheres, except),
})

/** Keeps an answer of the server: what was known before is replaced, and it is fresh from now on. */
export function putAnswer<T>(client: QueryClient, { queryKey }: Typed<T>, data: T): void {
  client.setQueryData(queryKey, data)
}

/**
 * Changes what is kept under one key. It keeps its age; where nothing is kept, what `change` makes of that is fresh,
 * and `undefined` leaves it so.
 */
export function patchAnswer<T>(
  client: QueryClient,
  { queryKey }: Typed<T>,
  change: (data: T | undefined) => T | undefined,
): void {
  const query = client.getQueryCache().find<T>({ queryKey })
  const before = query?.state.data
  const after = change(before)
  if (after === undefined || after === before) return
  if (query === undefined || before === undefined) client.setQueryData(queryKey, after)
  else query.setState({ data: after })
}

/**
 * Changes what queries hold, and keeps their age: `setQueryData` would clear the mark of a list that is known to be
 * old, and nothing would ever read it again. What comes back unchanged is not written.
 */
export function patchAnswers(
  client: QueryClient,
  wheres: readonly Where[],
  change: (data: unknown, fields: Partial<QueryKeyFields>) => unknown,
): void {
  for (const query of client.getQueryCache().findAll(filtersOf(wheres))) {
    const data: unknown = query.state.data
    if (data === undefined) continue
    const next = change(data, fieldsOf(query.queryKey))
    if (next !== data) query.setState({ data: next })
  }
}

/** Read again when it is next opened, and not before: nothing moves under the hand. */
export const markOld = (
  client: QueryClient,
  wheres: readonly Where[],
  choice?: Choice,
): Promise<void> => client.invalidateQueries({ ...filtersOf(wheres, choice), refetchType: 'none' })

/** What is on show is read again at once, the rest when it is next opened. */
export const readAgain = (
  client: QueryClient,
  wheres: readonly Where[],
  choice?: Choice,
): Promise<void> => client.invalidateQueries(filtersOf(wheres, choice))

/** Everything that is kept is old: what is on show is read again at once, the rest when it is next opened. */
export const readAllAgain = (client: QueryClient): Promise<void> => client.invalidateQueries()

/** Reads now, on show or not. */
export const readNow = (client: QueryClient, where: Where): Promise<void> =>
  client.refetchQueries(filtersOf([where]))

/** Forgets what is kept; what is on show begins anew. */
export const startAnew = (client: QueryClient, where: Where): Promise<void> =>
  client.resetQueries(filtersOf([where]))

/** An answer that is on its way is not taken in. */
export const stopReading = (client: QueryClient, where: Where): Promise<void> =>
  client.cancelQueries(filtersOf([where]))

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
