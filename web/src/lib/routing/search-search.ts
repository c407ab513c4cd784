import { MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'

/** The search's parameters in the address. */
export interface SearchSearch {
  q?: string
}

/** Reads the valid parameters and ignores the rest; never throws. */
export function readSearchSearch(raw: Record<string, unknown>): SearchSearch {
  // The router reads `?q=1984` as a number.
  const q = typeof raw['q'] === 'number' ? String(raw['q']) : raw['q']
  return typeof q === 'string' && q.trim() !== '' ? { q: q.slice(0, MAX_SEARCH_LENGTH) } : {}
}
