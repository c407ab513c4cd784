import '../ledge.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CATEGORIES } from '@plinth/contract/choices.ts'
import { without } from '../../../lib/routing/home-search.ts'
import { FilterTab } from '../../../ui/layout/tabs.tsx'
import { categoriesQuery } from '../portfolio-api.ts'
import { texts } from '../portfolio-texts.ts'

/** Links to all works and to each category. Uses the built-in names until the server's categories have loaded. */
export function CategoryFilter({ active }: { active: string | undefined }) {
  const { data } = useQuery(categoriesQuery)
  return (
    <nav aria-label={texts.filter.label} className="category-filter no-scrollbar">
      <FilterTab active={active === undefined} asChild>
        <Link to="." search={(previous) => without(previous, 'category')} resetScroll={false}>
          {texts.filter.all}
        </Link>
      </FilterTab>
      {(data ?? CATEGORIES).map(({ slug, name }) => (
        <FilterTab key={slug} active={active === slug} asChild>
          <Link to="." search={(previous) => ({ ...previous, category: slug })} resetScroll={false}>
            {name}
          </Link>
        </FilterTab>
      ))}
    </nav>
  )
}
