/** A search answers with a bare list, so the words it used in place of unknown ones are in this header. */
export const SEARCH_INSTEAD_HEADER = 'search-instead'

/** A word as it was typed, and one that was used in its place. */
export type Correction = [typed: string, taken: string]

/** `potery=pottery&potery=potter`: header values are ASCII, words are not. */
export const writeCorrections = (pairs: Correction[]): string =>
  new URLSearchParams(pairs).toString()

export const readCorrections = (header: string): Correction[] => [...new URLSearchParams(header)]
