import { Link } from '@tanstack/react-router'
import type { SearchResults } from '@plinth/contract/search/search.ts'
import { changeSearch } from '../../../lib/routing/works-search.ts'
import { quoted, texts } from '../search-texts.ts'
import { correctionLine } from './result-rules.ts'

const words = texts.search

interface SearchHeadingProps {
  /** The words as they were typed. */
  typed: string
  /** Undefined while they are for other words, or not there yet. */
  results: SearchResults | undefined
}

/** The words that were searched for, and in what they differ from those that were typed. */
export function SearchHeading({ typed, results }: SearchHeadingProps) {
  const line = results && correctionLine(typed, results)
  return (
    <header>
      <h1 className="display wrap-anywhere text-44 text-ink max-tablet:sr-only">
        {results?.taken ?? (typed === '' ? words.title : typed)}
      </h1>
      <p role="status" className="mt-2 min-h-6 text-16 text-ink-2 max-tablet:text-14">
        {line ? (
          <>
            {words.insteadStart}
            <Link {...changeSearch({ exact: true })} className="search-typed">
              {quoted(line.typed)}
            </Link>
            {words.insteadMiddle}
            <strong className="font-semibold text-ink">{quoted(line.taken)}</strong>
            {words.insteadEnd}
          </>
        ) : null}
      </p>
    </header>
  )
}
