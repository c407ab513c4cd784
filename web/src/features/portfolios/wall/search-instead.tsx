import { useInfiniteQuery } from '@tanstack/react-query'
import { readInstead } from '@plinth/contract/portfolios/search-instead.ts'
import type { WorksSource } from '../portfolio-api.ts'
import { insteadWords } from './search-instead-words.ts'

/** Says so where a search found nothing for a word and took a similar one. */
export function SearchInstead({ source }: { source: WorksSource }) {
  const { data, isPlaceholderData } = useInfiniteQuery({
    ...source,
    // It comes after the wall, whose failure is for a person to try again.
    retryOnMount: false,
  })
  const instead = data?.pages[0]?.instead
  if (instead === undefined || isPlaceholderData) return null
  return (
    <p className="-mt-3 mb-6 text-16 break-words text-ink-2">
      {insteadWords(readInstead(instead))}
    </p>
  )
}
