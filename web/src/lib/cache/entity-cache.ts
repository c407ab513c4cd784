import type { QueryClient } from '@tanstack/react-query'
import type { QueryEndpoint } from '@plinth/contract/http/query-key.ts'
import { markOld, patchAnswers, matches, type Where } from './writes.ts'

/** Where cached answers contain one kind of entity. */
export interface EntityKind {
  /** The queries whose answers contain it: lists, pages and single ones. */
  heldBy: readonly Where[]
  /** The endpoint that returns a single one by the parameter `id`. */
  single?: QueryEndpoint
  /** A field that only a complete entity has, unlike a reference that has just the id and a picture. */
  requiredField?: string
  /** Fields of an entity, or of an answer, that list entities. */
  within?: readonly string[]
}

type Change<E> = (entity: E) => E | null

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * Applies `change` to every entity in the data; null removes it from its list. Whatever does not change keeps its
 * identity.
 */
export function changeEntities<E extends object, T>(
  data: T,
  change: Change<E>,
  { requiredField = 'id', within = [] }: Pick<EntityKind, 'requiredField' | 'within'> = {},
): T {
  const lists = ['pages', 'items', ...within]
  const changedList = (list: readonly unknown[]): readonly unknown[] => {
    const next = list.flatMap((entry) => {
      const one = changed(entry)
      return one === null && entry !== null ? [] : [one]
    })
    const isSame = next.length === list.length && next.every((one, index) => one === list[index])
    return isSame ? list : next
  }
  const changed = (value: unknown): unknown => {
    if (Array.isArray(value)) return changedList(value)
    if (!isRecord(value)) return value
    if (requiredField in value) {
      const next = change(value as E)
      if (next !== value) return next
    }
    const nextLists = lists.flatMap((name) => {
      const list = value[name]
      if (!Array.isArray(list)) return []
      const next = changedList(list)
      return next === list ? [] : [[name, next] as const]
    })
    return nextLists.length === 0 ? value : { ...value, ...Object.fromEntries(nextLists) }
  }
  const next = changed(data)
  // A single answer is not in a list, so it cannot be removed from one.
  return next === null ? data : (next as T)
}

/** Operations on one kind of entity wherever it is cached. They don't change the age of the data. */
export function makeEntityCache<E extends { id: string }>(kind: EntityKind) {
  const { heldBy, single } = kind
  const changeAll = (
    client: QueryClient,
    change: Change<E>,
    where: readonly Where[] = heldBy,
  ): void => patchAnswers(client, where, (data) => changeEntities(data, change, kind))

  const patchWhere = (
    client: QueryClient,
    isIt: (entity: E) => boolean,
    patch: (entity: E) => Partial<E>,
  ): void => changeAll(client, (one) => (isIt(one) ? { ...one, ...patch(one) } : one))

  const drop = (client: QueryClient, id: string): void =>
    changeAll(client, (one) => (one.id === id ? null : one))

  /** The entity from the newest answer that contains it. */
  const findWhere = (client: QueryClient, isIt: (entity: E) => boolean): E | undefined => {
    const held = client.getQueryCache().findAll({
      predicate: ({ queryKey }) => matches(queryKey, heldBy),
    })
    for (const { state } of held.toSorted(
      (a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt,
    )) {
      let found: E | undefined
      const check = (one: E) => {
        if (isIt(one)) found ??= one
        return one
      }
      changeEntities<E, unknown>(state.data, check, kind)
      if (found) return found
    }
    return undefined
  }

  return {
    /** Applies `change` to one entity; null removes it from its lists. */
    change: (client: QueryClient, id: string, change: Change<E>): void =>
      changeAll(client, (one) => (one.id === id ? change(one) : one)),
    patchWhere,
    patch: (client: QueryClient, id: string, patch: (entity: E) => Partial<E>): void =>
      patchWhere(client, (one) => one.id === id, patch),
    /** Removes it from every list at once. */
    drop,
    /** Removes from one list what no longer belongs there. */
    keepOnly: (client: QueryClient, where: Where, belongs: (entity: E) => boolean): void =>
      changeAll(client, (one) => (belongs(one) ? one : null), [where]),
    /** The entity from whatever is cached, to show while it loads. */
    find: (client: QueryClient, id: string): E | undefined =>
      findWhere(client, (one) => one.id === id),
    findWhere,
    /** Removes it from every list. Its own page is only marked as stale, because it is about to leave the screen. */
    forget: async (client: QueryClient, id: string): Promise<void> => {
      drop(client, id)
      if (single) await markOld(client, [{ endpoint: single, params: { id } }])
    },
  }
}
