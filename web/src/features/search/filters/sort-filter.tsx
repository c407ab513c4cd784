import { Link } from '@tanstack/react-router'
import { changeSearch } from '../../../lib/routing/works-search.ts'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { FilterTab } from '../../../ui/layout/tabs.tsx'
import { texts } from '../search-texts.ts'
import { useFilters } from './use-filters.ts'

const words = texts.sorts
const BEST = { value: 'best', label: words.best } as const
const POPULAR = { value: 'popular', label: words.popular } as const
const NEWEST = { value: 'newest', label: words.newest } as const

/** Explore has no words that works could match, so it has these two orders. */
const EXPLORED = [POPULAR, NEWEST] as const
const FOUND = [BEST, POPULAR, NEWEST] as const
type Order = (typeof FOUND)[number]['value']

/** The orders of explore, as links. */
export function SortTabs() {
  const { address } = useFilters()
  return (
    <nav aria-label={texts.filters.sort} className="flex gap-1 max-tablet:hidden">
      {EXPLORED.map(({ value, label }) => (
        <FilterTab key={value} active={(address.sort ?? 'popular') === value} asChild>
          <Link
            {...changeSearch({ sort: value === 'popular' ? undefined : value })}
            replace
            activeOptions={{ exact: true }}
          >
            {label}
          </Link>
        </FilterTab>
      ))}
    </nav>
  )
}

/** The order on phones, beside the button that opens the filters. */
export function SortPicker({ search = false }: { search?: boolean }) {
  const { address, change } = useFilters()
  const first = search ? 'best' : 'popular'
  const options: readonly { value: Order; label: string }[] = search ? FOUND : EXPLORED
  return (
    <NativeSelect
      variant="quiet"
      aria-label={texts.filters.sort}
      options={options}
      value={address.sort ?? first}
      onValueChange={(next) =>
        change({ sort: next === first || next === 'best' ? undefined : next })
      }
      className="search-sort-picker"
    />
  )
}

/** The orders of a search. They sort works only; people and posts come by how well they match. */
export function SortSelect() {
  const { address, change } = useFilters()
  const options: readonly { value: Order; label: string }[] = FOUND
  return (
    <Select
      variant="quiet"
      aria-label={texts.filters.sort}
      options={options}
      value={address.sort ?? 'best'}
      onValueChange={(next) => change({ sort: next === 'best' ? undefined : next })}
    />
  )
}
