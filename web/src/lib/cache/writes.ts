import {
  type dataTagSymbol,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  notifyManager,
  partialMatchKey,
} from '@tanstack/react-query'
import {
  type QueryKeyFields,
  callFields,
  type QueryEndpoint,
  type QueryForm,
  type QueryInput,
} from '@plinth/contract/http/query-key.ts'

/** A query key as `queryOptions` returns it, with the type of its data. */
interface Typed<T> {
  queryKey: QueryKey & { [dataTagSymbol]: T }
}

interface Choice {
  /** Only queries on screen, or only those that are not; both when left out. */
  type?: 'active' | 'inactive'
  /** Queries to leave alone. */
  except?: Where
}

const filtersOf = (wheres: readonly Where[], { type, except }: Choice = {}): QueryFilters => ({
  ...(type && { type }),
  predicate: ({ queryKey }) => matches(queryKey, wheres, except),
})

/** Stores a server's answer in place of the old data, and marks it as fresh. */
export function putAnswer<T>(client: QueryClient, { queryKey }: Typed<T>, data: T): void {
  client.setQueryData(queryKey, data)
}

/**
 * Changes the cached data of one key without changing its age. If nothing is cached, the result of `change` is stored
 * as fresh, and `undefined` stores nothing.
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
 * Changes the data of queries without changing their age: `setQueryData` would mark an invalidated list as fresh, and
 * nothing would ever read it again. Data that `change` returns unchanged is not written.
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

/** Marks queries as stale: they are read again when next opened, so that nothing moves on screen now. */
export const markOld = (
  client: QueryClient,
  wheres: readonly Where[],
  choice?: Choice,
): Promise<void> => client.invalidateQueries({ ...filtersOf(wheres, choice), refetchType: 'none' })

/** Reads queries on screen again now, and the others when they are next opened. */
export const readAgain = (
  client: QueryClient,
  wheres: readonly Where[],
  choice?: Choice,
): Promise<void> => client.invalidateQueries(filtersOf(wheres, choice))

/** Reads every query on screen again now, and all others when they are next opened. */
export const readAllAgain = (client: QueryClient): Promise<void> => client.invalidateQueries()

/** Reads queries again now, whether they are on screen or not. */
export const readNow = (client: QueryClient, where: Where): Promise<void> =>
  client.refetchQueries(filtersOf([where]))

/** Drops the cached data, also that of the page; queries on screen load from the beginning. */
export function startAnew(client: QueryClient, where: Where): Promise<void> {
  const filters = filtersOf([where])
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().findAll(filters)) {
      // A list that started from the page's data goes back to that data.
      query.reset()
      query.setState({ data: undefined, dataUpdatedAt: 0, status: 'pending' })
    }
  })
  return client.refetchQueries({ ...filters, type: 'active' })
}

/** Cancels requests in flight, so that their answers don't overwrite the cache. */
export const stopReading = (client: QueryClient, where: Where): Promise<void> =>
  client.cancelQueries(filtersOf([where]))

/** Calls `then` after each answer that is on its way now, as soon as it is stored. */
export function afterReads(client: QueryClient, then: () => void): void {
  for (const { promise } of client.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
    // A read that fails stores nothing; its screen says so.
    promise?.then(then, () => undefined)
  }
}

/** Queries of one endpoint with these parameters; all where none are given. */
interface EndpointQueries extends QueryInput {
  endpoint: QueryEndpoint
  form?: QueryForm
}

/** Selects queries: all of an endpoint, some of them, or the one with a given key. */
export type Where = QueryEndpoint | EndpointQueries | { queryKey: QueryKey }

/** A key for TanStack's partial matching, which compares only the fields that it has. */
function partialKey(where: Where): QueryKey {
  if ('queryKey' in where) return where.queryKey
  if (!('endpoint' in where)) return [callFields(where)]
  const { endpoint, form, ...input } = where
  return [{ ...callFields(endpoint, input), ...(form && { form }) }]
}

/** Whether a key matches one of these and not the exception. */
export const matches = (key: QueryKey, wheres: readonly Where[], except?: Where): boolean =>
  wheres.some((where) => partialMatchKey(key, partialKey(where))) &&
  (except === undefined || !partialMatchKey(key, partialKey(except)))

/** The fields of an endpoint's key; empty for any other key. */
export const fieldsOf = (key: QueryKey): Partial<QueryKeyFields> => key[0] ?? {}
