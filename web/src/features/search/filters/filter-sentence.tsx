import { Link } from '@tanstack/react-router'
import type { WorkFacets } from '@plinth/contract/search/search.ts'
import { counted } from '../../../lib/format/format.ts'
import { changeSearch, NO_FILTERS } from '../../../lib/routing/works-search.ts'
import { texts } from '../search-texts.ts'
import { filterWords } from './filter-rules.ts'
import { useFilters } from './use-filters.ts'

/** `8 works by 8 makers`, what they are filtered by, and a link that takes all filters off. */
export function FilterSentence({ facets }: { facets: WorkFacets | undefined }) {
  const { address } = useFilters()
  const on = filterWords(address)
  const { category: _category, ...taken } = NO_FILTERS
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 text-16 text-ink-3">
      <p role="status" className="flex flex-wrap gap-x-4">
        {facets === undefined ? null : (
          <span className="tnum">
            <strong className="font-semibold text-ink">{counted(facets.workCount, 'work')}</strong>
            {facets.workCount === 0 ? null : ` by ${counted(facets.creatorCount, 'maker')}`}
          </span>
        )}
        {on === '' ? null : <span>{on}</span>}
      </p>
      {on === '' ? null : (
        <Link {...changeSearch(taken)} replace className="text-link hit text-14">
          {texts.filters.clear}
        </Link>
      )}
    </div>
  )
}
