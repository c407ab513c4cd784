import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { PortfolioItem } from '@plinth/contract/portfolios.ts'

/** Every query of works starts with this: `patchWork` reaches lists, ledges and single works alike. */
export const WORKS_ROOT = '/api/portfolios'

const pathOf = (key: QueryKey) => (typeof key[0] === 'string' ? key[0] : '')
const startsWith = (key: QueryKey, start: string) => pathOf(key).startsWith(start)
const isSaved = (key: QueryKey) => startsWith(key, `${WORKS_ROOT}/saved`)
const isByCreator = (key: QueryKey) => startsWith(key, `${WORKS_ROOT}/user/`)
/** Lists that a new work joins. */
const isList = (key: QueryKey) => startsWith(key, `${WORKS_ROOT}?`) || isByCreator(key)
const isWorkOf = (key: QueryKey, id: string) => pathOf(key) === `${WORKS_ROOT}/${id}`
const isAnyWork = (key: QueryKey) =>
  startsWith(key, `${WORKS_ROOT}/`) && !isByCreator(key) && !isSaved(key)
const isCategories = (key: QueryKey) => pathOf(key) === '/api/categories'
/** Profiles say how many works hang. */
const isProfile = (key: QueryKey) => startsWith(key, '/api/users/profile/')

export type WorkChange =
  | { type: 'create' }
  | { type: 'update'; id: string }
  | { type: 'delete'; id: string }
  | { type: 'save'; id: string }

/** Nothing refetches by itself: this table says what each change makes old. */
export function isMadeOld(key: QueryKey, change: WorkChange): boolean {
  switch (change.type) {
    case 'create':
      // Neighbours and positions in the creator's set change, so every single work is old too.
      return isList(key) || isCategories(key) || isAnyWork(key) || isProfile(key)
    case 'update':
      return isList(key) || isSaved(key) || isCategories(key) || isAnyWork(key)
    case 'delete':
      // The deleted work itself is not asked for again: that would only answer 404.
      return (
        isList(key) ||
        isSaved(key) ||
        isCategories(key) ||
        isProfile(key) ||
        (isAnyWork(key) && !isWorkOf(key, change.id))
      )
    case 'save':
      return isSaved(key)
  }
}

export async function refreshAfter(client: QueryClient, change: WorkChange): Promise<void> {
  if (change.type === 'delete') {
    // Off the wall at once, so that the focus does not return to what is about to go.
    client.setQueriesData({ predicate: inWorks }, (data: unknown) => dropFrom(data, change.id))
    // Its dialog is still leaving the screen: asking now would show that it is gone.
    const isIt = ({ queryKey }: Query) => isWorkOf(queryKey, change.id)
    await client.invalidateQueries({ predicate: isIt, refetchType: 'none' })
  }
  await client.invalidateQueries({ predicate: ({ queryKey }) => isMadeOld(queryKey, change) })
}

type Patch = Partial<PortfolioItem>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Patches the work wherever it stands: in a list, in pages of lists, or as the work itself. */
export function patchIn<T>(data: T, id: string, patch: (work: PortfolioItem) => Patch): T
export function patchIn(data: unknown, id: string, patch: (work: PortfolioItem) => Patch): unknown {
  if (Array.isArray(data)) {
    const next = data.map((entry: unknown) => patchIn(entry, id, patch))
    return next.some((entry, index) => entry !== data[index]) ? next : data
  }
  if (!isRecord(data)) return data
  if (data['id'] === id && 'likeCount' in data) {
    return { ...data, ...patch(data as unknown as PortfolioItem) }
  }
  for (const name of ['pages', 'items']) {
    if (!Array.isArray(data[name])) continue
    const next = patchIn(data[name], id, patch)
    return next === data[name] ? data : { ...data, [name]: next }
  }
  return data
}

/** Takes a work out of whatever list holds it. */
export function dropFrom(data: unknown, id: string): unknown {
  if (Array.isArray(data)) {
    const left = data.filter((entry: unknown) => !isRecord(entry) || entry['id'] !== id)
    return left.map((entry: unknown) => dropFrom(entry, id))
  }
  if (!isRecord(data)) return data
  const next = { ...data }
  for (const name of ['pages', 'items']) {
    if (Array.isArray(data[name])) next[name] = dropFrom(data[name], id)
  }
  return next
}

const inWorks = (query: Query) => pathOf(query.queryKey).startsWith(WORKS_ROOT)

export function patchWork(
  client: QueryClient,
  id: string,
  patch: (work: PortfolioItem) => Patch,
): void {
  client.setQueriesData({ predicate: inWorks }, (data: unknown) =>
    data === undefined ? undefined : patchIn(data, id, patch),
  )
}

/** The work as any list or ledge already knows it, so that its dialog opens with something in it. */
export function findWork(client: QueryClient, id: string): PortfolioItem | undefined {
  let found: PortfolioItem | undefined
  for (const [, data] of client.getQueriesData({ predicate: inWorks })) {
    patchIn(data, id, (work) => {
      found ??= work
      return {}
    })
    if (found) return found
  }
  return undefined
}
