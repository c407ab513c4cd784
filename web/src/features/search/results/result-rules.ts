import { MAX_SEARCH_COUNT, type SearchResults } from '@plinth/contract/search/search.ts'
import type { SearchTab } from '@plinth/contract/search/addresses.ts'
import { count } from '../../../lib/format/format.ts'

type Counts = Pick<SearchResults, 'workCount' | 'personCount' | 'postCount'>

const countsOf = ({ workCount, personCount, postCount }: Counts): Record<SearchTab, number> => ({
  works: workCount,
  people: personCount,
  posts: postCount,
})

/** `12`; `200+` where no more are counted. */
export const foundCount = (value: number): string =>
  value >= MAX_SEARCH_COUNT ? `${count(MAX_SEARCH_COUNT)}+` : count(value)

/** The number in a part, or in all three. One that is not counted to its end makes the sum an "at least". */
export function tabCount(counts: Counts, tab: SearchTab | undefined): string {
  const parts = countsOf(counts)
  if (tab !== undefined) return foundCount(parts[tab])
  const all = Object.values(parts)
  const isCut = all.some((value) => value >= MAX_SEARCH_COUNT)
  return `${count(all.reduce((sum, value) => sum + value, 0))}${isCut ? '+' : ''}`
}

/** Whether no part found anything. */
export const foundNothing = (counts: Counts): boolean =>
  Object.values(countsOf(counts)).every((value) => value === 0)

/** The typed words with every corrected word in its place: `blue cermaics` → `blue ceramics`. */
export interface CorrectionLine {
  typed: string
  taken: string
}

/** What to say about misspelt words; null where the words were taken as typed. */
export function correctionLine(
  typed: string,
  { corrections, taken }: Pick<SearchResults, 'corrections' | 'taken'>,
): CorrectionLine | null {
  if (corrections.length === 0) return null
  const [only] = corrections
  // With one misspelt word among others, only that word is the news.
  return corrections.length === 1 && only !== undefined
    ? { typed: only.typed, taken: only.taken }
    : { typed, taken }
}

/** Parts of a text, with those that the words match marked, as whole words or beginnings. */
export function marked(text: string, words: string): { text: string; isMatch: boolean }[] {
  const starts = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return text
    .split(/(?<![\p{L}\p{N}])(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])(?![\p{L}\p{N}])/u)
    .flatMap((part) => {
      const low = part.toLowerCase()
      const [start] = starts
        .filter((word) => low.startsWith(word))
        .toSorted((a, b) => b.length - a.length)
      if (start === undefined) return [{ text: part, isMatch: false }]
      const rest = part.slice(start.length)
      return [
        { text: part.slice(0, start.length), isMatch: true },
        ...(rest === '' ? [] : [{ text: rest, isMatch: false }]),
      ]
    })
}
