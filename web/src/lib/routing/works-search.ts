import { readSearchAddress, type SearchAddress } from '@plinth/contract/search/addresses.ts'

/** Parameters of explore and search in the address. Absent ones have their defaults. */
export interface WorksSearch extends SearchAddress {
  /** The work whose dialog is open. */
  work?: string
}

/** Reads the valid parameters and ignores the rest; never throws. */
export function readWorksSearch(raw: Record<string, unknown>): WorksSearch {
  const { work } = raw
  return {
    ...readSearchAddress(raw),
    ...(typeof work === 'string' && work !== '' ? { work } : {}),
  }
}

/** New values of some parameters; undefined ones return to their defaults. */
export type WorksChange = { [K in keyof WorksSearch]?: WorksSearch[K] | undefined }

/** The search with some parameters changed. The list begins anew, so a cursor is dropped. */
export function withChange<Search extends object>(search: Search, change: WorksChange): Search {
  const next: Record<string, unknown> = { ...search, ...change }
  if (!('cursor' in change)) delete next['cursor']
  for (const [name, value] of Object.entries(next)) if (value === undefined) delete next[name]
  return next as Search
}

/** Spread on a `Link`: stays on this screen with some parameters changed. */
export const changeSearch = (change: WorksChange) => ({
  to: '.' as const,
  search: <Search extends object>(previous: Search) => withChange(previous, change),
  resetScroll: false,
})

/** Changes that take every filter off. */
export const NO_FILTERS: WorksChange = {
  category: undefined,
  min: undefined,
  max: undefined,
  place: undefined,
  origin: undefined,
}
