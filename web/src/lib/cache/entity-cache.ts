import type { Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'

/** The address that a query's key starts with. */
export const pathOf = (key: QueryKey): string => (typeof key[0] === 'string' ? key[0] : '')
export const startsWith = (key: QueryKey, start: string): boolean => pathOf(key).startsWith(start)

type Matches = (entity: Record<string, unknown>) => boolean

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const LISTS = ['pages', 'items']
/** An entity has its counts; what only carries its id, like a neighbour's picture, has not. */
const isWhole = (record: Record<string, unknown>) => 'likeCount' in record

function walk(data: unknown, matches: Matches, patch: (entity: object) => object): unknown {
  if (Array.isArray(data)) {
    const next = data.map((entry: unknown) => walk(entry, matches, patch))
    return next.some((entry, index) => entry !== data[index]) ? next : data
  }
  if (!isRecord(data)) return data
  if (isWhole(data) && matches(data)) return { ...data, ...patch(data) }
  for (const name of LISTS) {
    if (!Array.isArray(data[name])) continue
    const next = walk(data[name], matches, patch)
    return next === data[name] ? data : { ...data, [name]: next }
  }
  return data
}

/**
 * Patches what matches wherever it stands: in a list, in pages of lists, or by itself. Keeps the
 * identity of all that it does not change.
 */
export const patchWhere = <E extends object, T>(
  data: T,
  matches: Matches,
  patch: (entity: E) => Partial<E>,
): T => walk(data, matches, patch as (entity: object) => object) as T

const hasId =
  (id: string): Matches =>
  (entity) =>
    entity['id'] === id

/** Takes what matches out of whatever list holds it. Keeps the identity of all that it does not change. */
function without(data: unknown, matches: Matches): unknown {
  if (Array.isArray(data)) {
    const left = data.filter(
      (entry: unknown) => !isRecord(entry) || !isWhole(entry) || !matches(entry),
    )
    const next = left.map((entry: unknown) => without(entry, matches))
    const isSame = next.length === data.length && next.every((one, index) => one === data[index])
    return isSame ? data : next
  }
  if (!isRecord(data)) return data
  for (const name of LISTS) {
    if (!Array.isArray(data[name])) continue
    const next = without(data[name], matches)
    return next === data[name] ? data : { ...data, [name]: next }
  }
  return data
}

export interface EntityCache<E> {
  patch: (client: QueryClient, id: string, patch: (entity: E) => Partial<E>) => void
  patchWhere: (
    client: QueryClient,
    matches: (entity: E) => boolean,
    patch: (entity: E) => Partial<E>,
  ) => void
  /** Off every list at once. */
  drop: (client: QueryClient, id: string) => void
  /** Off the lists of one key, which says what belongs on them. */
  keepOnly: (client: QueryClient, key: QueryKey, belongs: (entity: E) => boolean) => void
  /** As any list already knows it, so that it opens with something on show. */
  find: (client: QueryClient, id: string) => E | undefined
  findWhere: (client: QueryClient, matches: (entity: E) => boolean) => E | undefined
  /** Off every list; and when it is opened again it is asked for, and not before: it is leaving the screen. */
  forget: (client: QueryClient, id: string) => Promise<void>
}

/** One kind of entity wherever queries under `root` hold it: lists, pages and single ones alike. */
export function makeEntityCache<E extends object>(root: string): EntityCache<E> {
  const isUnderRoot = ({ queryKey }: Query) => startsWith(queryKey, root)

  /**
   * Writes what changes. `setQueryData` would make every list that it passes young again, also one that
   * is known to be old: what is patched keeps its age.
   */
  function rewrite(
    client: QueryClient,
    change: (data: unknown) => unknown,
    filters: QueryFilters = { predicate: isUnderRoot },
  ): void {
    for (const query of client.getQueryCache().findAll(filters)) {
      const data: unknown = query.state.data
      const next = change(data)
      if (next !== data) query.setState({ data: next })
    }
  }
  const patchAll = (client: QueryClient, matches: Matches, patch: (entity: E) => Partial<E>) =>
    rewrite(client, (data) => patchWhere(data, matches, patch))
  const drop = (client: QueryClient, id: string) =>
    rewrite(client, (data) => without(data, hasId(id)))

  /** As the server said it last. */
  const findNewest = (client: QueryClient, matches: Matches): E | undefined => {
    let found: E | undefined
    const queries = client.getQueryCache().findAll({ predicate: isUnderRoot })
    for (const { state } of queries.toSorted(
      (a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt,
    )) {
      patchWhere<E, unknown>(state.data, matches, (entity) => {
        found ??= entity
        return {}
      })
      if (found) return found
    }
    return undefined
  }

  return {
    drop,
    patch: (client, id, patch) => patchAll(client, hasId(id), patch),
    patchWhere: (client, matches, patch) =>
      patchAll(client, (entity) => matches(entity as unknown as E), patch),
    keepOnly: (client, queryKey, belongs) =>
      rewrite(client, (data) => without(data, (entity) => !belongs(entity as unknown as E)), {
        queryKey,
      }),
    find: (client, id) => findNewest(client, hasId(id)),
    findWhere: (client, matches) => findNewest(client, (entity) => matches(entity as unknown as E)),
    forget: async (client, id) => {
      drop(client, id)
      const isIt = ({ queryKey }: Query) => pathOf(queryKey) === `${root}/${id}`
      await client.invalidateQueries({ predicate: isIt, refetchType: 'none' })
    },
  }
}
