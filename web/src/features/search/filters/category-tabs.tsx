import { Link } from '@tanstack/react-router'
import { CATEGORIES } from '@plinth/contract/choices.ts'
import type { WorkFacets } from '@plinth/contract/search/search.ts'
import { count } from '../../../lib/format/format.ts'
import { changeSearch } from '../../../lib/routing/works-search.ts'
import { LedgeTab, LedgeTabs } from '../../../ui/layout/tabs.tsx'
import { texts } from '../search-texts.ts'
import { useFilters } from './use-filters.ts'

/** Links to all works and to each category, with how many fit the other filters. No counts until they are known. */
export function CategoryTabs({ facets }: { facets: WorkFacets | undefined }) {
  const { address } = useFilters()
  const counts = new Map(facets?.categories.map((one) => [one.categoryId, one.workCount]))
  const all = [...counts.values()].reduce((sum, one) => sum + one, 0)
  const tabs = [
    { slug: undefined, name: texts.filters.all, workCount: all },
    ...CATEGORIES.map(({ id, slug, name }) => ({ slug, name, workCount: counts.get(id) ?? 0 })),
  ]
  return (
    <LedgeTabs label={texts.filters.categories} className="explore-tabs no-scrollbar">
      {tabs.map(({ slug, name, workCount }) => (
        <LedgeTab key={name} className="explore-tab">
          <Link
            {...changeSearch({ category: slug })}
            replace
            // Otherwise the link to all works would be the current one in every category.
            activeOptions={{ exact: true }}
            {...(address.category === slug ? { 'aria-current': 'page' as const } : {})}
          >
            {name}
            <span className="explore-count tnum">{facets && count(workCount)}</span>
          </Link>
        </LedgeTab>
      ))}
    </LedgeTabs>
  )
}
