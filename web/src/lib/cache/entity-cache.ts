import type { QueryClient } from '@tanstack/react-query'
import type { QueryEndpoint } from '@plinth/contract/http/query-key.ts'
import { markOld, patchAnswers, matches, type Where } from './writes.ts'

/** One kind of entity, as the answers hold it. */
export interface EntityKind {
  /** Which answers hold it: lists, pages and single ones alike. */
  heldBy: readonly Where[]
  /** Answers one alone, by the parameter `id`. */
  single?: QueryEndpoint
  /** A field that tells a whole one from what only carries its id, like a neighbour's picture. */
  requiredField?: string
  /** A field of an entity that lists further ones. */
  within?: string
}

type Change<E> = (entity: E) => E | null

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * The same data with every entity as `change` answers it; null takes it off its list. Keeps the identity of all that
 * does not change.
 */
export function changeEntities<E extends object, T>(
  data: T,
  change: Change<E>,
  { requiredField = 'id', within }: Pick<EntityKind, 'requiredField' | 'within'> = {},
): T {
  const lists = ['pages', 'items', ...(within === undefined ? [] : [within])]
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
    const name = lists.find((list) => Array.isArray(value[list]))
    if (name === undefined) return value
    const list = value[name] as readonly unknown[]
    const next = changedList(list)
    return next === list ? value : { ...value, [name]: next }
  }
  const next = changed(data)
  // What is answered alone is on no list that it could be taken off.
  return next === null ? data : (next as T)
}

/** Operations on one kind of entity, wherever it is cached. What they change keeps its age. */
export function makeEntityCache<E extends { id: string }>(kind: EntityKind) {
  const { heldBy, single } = kind
  const change = (client: QueryClient, wish: Change<E>, where: readonly Where[] = heldBy): void =>
    patchAnswers(client, where, (data) => changeEntities(data, wish, kind))

  const patchWhere = (
    client: QueryClient,
    isIt: (entity: E) => boolean,
    patch: (entity: E) => Partial<E>,
  ): void => change(client, (one) => (isIt(one) ? { ...one, ...patch(one) } : one))

  const drop = (client: QueryClient, id: string): void =>
    change(client, (one) => (one.id === id ? null : one))

  /** As the server said it last. */
  const findWhere = (client: QueryClient, isIt: (entity: E) => boolean): E | undefined => {
    const held = client.getQueryCache().findAll({
      predicate: ({ queryKey }) => matches(queryKey, heldBy),
    })
    for (const { state } of held.toSorted(
      (a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt,
    )) {
      let found: E | undefined
      const look = (one: E) => {
        if (isIt(one)) found ??= one
        return one
      }
      changeEntities<E, unknown>(state.data, look, kind)
      if (found) return found
    }
    return undefined
  }

  return {
    /** Shows one as `wish` answers it; null takes it off its list. */
    change: (client: QueryClient, id: string, wish: Change<E>): void =>
      change(client, (one) => (one.id === id ? wish(one) : one)),
    patchWhere,
    patch: (client: QueryClient, id: string, patch: (entity: E) => Partial<E>): void =>
      patchWhere(client, (one) => one.id === id, patch),
    /** Takes it off every list at once. */
    drop,
    /** Takes off one list what no longer belongs there. */
    keepOnly: (client: QueryClient, where: Where, belongs: (entity: E) => boolean): void =>
      change(client, (one) => (belongs(one) ? one : null), [where]),
    /** As any list already knows it, so that it opens with something on show. */
    find: (client: QueryClient, id: string): E | undefined =>
      findWhere(client, (one) => one.id === id),
    findWhere,
    /** Off every list; read again when it is opened, and not before: it is leaving the screen. */
    forget: async (client: QueryClient, id: string): Promise<void> => {
      drop(client, id)
      if (single) await markOld(client, [{ endpoint: single, params: { id } }])
    },
  }
}
