/** A search's answer is a bare list: what it took in place of words that no work has stands in this header. */
export const SEARCH_INSTEAD_HEADER = 'search-instead'

/** A word as it was typed, and one that was taken in its place. */
export type Correction = [typed: string, taken: string]

/** `potery=pottery&potery=potter`: header values are ASCII, words are not. */
export const writeCorrections = (pairs: Correction[]): string =>
  new URLSearchParams(pairs).toString()

export const readCorrections = (header: string): Correction[] => [...new URLSearchParams(header)]
