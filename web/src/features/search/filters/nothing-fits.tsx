import { Link } from '@tanstack/react-router'
import type { WorkFacets } from '@plinth/contract/search/search.ts'
import { changeSearch, NO_FILTERS } from '../../../lib/routing/works-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { texts } from '../search-texts.ts'
import { wayOutOf, wayOutSentence } from './filter-rules.ts'
import { useFilters } from './use-filters.ts'

/** An empty list: what to drop, how many works there would be then, and a button that drops it. */
export function NothingFits({ facets }: { facets: WorkFacets | undefined }) {
  const { address } = useFilters()
  const wayOut = wayOutOf(facets?.without ?? [], address)
  return (
    <div role="status" className="max-w-160">
      <EmptyState
        title={texts.filters.nothingFits}
        line={wayOut && wayOutSentence(wayOut)}
        action={
          <Button asChild>
            <Link {...changeSearch(wayOut?.change ?? NO_FILTERS)} replace>
              {wayOut ? texts.filters.drop(wayOut.what) : texts.filters.clear}
            </Link>
          </Button>
        }
      />
    </div>
  )
}
