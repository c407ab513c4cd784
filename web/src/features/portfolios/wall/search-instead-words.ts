import type { InsteadPair } from '@plinth/contract/portfolios/search-instead.ts'

const or = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const and = new Intl.ListFormat('en-GB', { type: 'conjunction' })

const quoted = (words: string[]) => [...new Set(words)].map((word) => `“${word}”`)

/** `Nothing for “potery”. These are for “pottery”.` */
export function insteadWords(pairs: readonly InsteadPair[]): string {
  const typed = quoted(pairs.map(([word]) => word))
  const taken = quoted(pairs.map(([, word]) => word))
  return `Nothing for ${or.format(typed)}. These are for ${and.format(taken)}.`
}
