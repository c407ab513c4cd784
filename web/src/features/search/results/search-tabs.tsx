import { Link } from '@tanstack/react-router'
import type { SearchResults } from '@plinth/contract/search/search.ts'
import { changeSearch } from '../../../lib/routing/works-search.ts'
import { FilterTab } from '../../../ui/layout/tabs.tsx'
import { useFilters } from '../filters/use-filters.ts'
import { texts } from '../search-texts.ts'
import { tabCount } from './result-rules.ts'

const TABS = [undefined, 'works', 'people', 'posts'] as const

/** Links to all results and to each part alone, with counts. */
export function SearchTabs({ results }: { results: SearchResults | undefined }) {
  const { address } = useFilters()
  return (
    <nav aria-label={texts.search.tabs} className="search-tabs no-scrollbar">
      {TABS.map((tab) => (
        <FilterTab key={tab ?? 'all'} active={address.tab === tab} asChild>
          <Link {...changeSearch({ tab })} replace activeOptions={{ exact: true }}>
            {texts.search[tab ?? 'all']}
            <span className="tnum ml-2 text-13">{results && tabCount(results, tab)}</span>
          </Link>
        </FilterTab>
      ))}
    </nav>
  )
}
