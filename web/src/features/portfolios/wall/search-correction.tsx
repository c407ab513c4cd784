import { useInfiniteQuery } from '@tanstack/react-query'
import { readCorrections, type Correction } from '@plinth/contract/portfolios/corrections.ts'
import type { WorksSource } from '../portfolio-api.ts'

/** Tells when a search used a similar word in place of one without results. */
export function SearchCorrection({ source }: { source: WorksSource }) {
  const { data, isPlaceholderData } = useInfiniteQuery({
    ...source,
    // The wall shows the error and the button to try again.
    retryOnMount: false,
  })
  const instead = data?.pages[0]?.instead
  if (instead === undefined || isPlaceholderData) return null
  return (
    <p className="-mt-3 mb-6 text-16 break-words text-ink-2">
      {correctionText(readCorrections(instead))}
    </p>
  )
}

const or = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const and = new Intl.ListFormat('en-GB', { type: 'conjunction' })

const quoted = (words: string[]) => [...new Set(words)].map((word) => `“${word}”`)

/** `No results for “potery”. Showing “pottery” instead.` */
export function correctionText(pairs: readonly Correction[]): string {
  const typed = quoted(pairs.map(([word]) => word))
  const taken = quoted(pairs.map(([, word]) => word))
  return `No results for ${or.format(typed)}. Showing ${and.format(taken)} instead.`
}
