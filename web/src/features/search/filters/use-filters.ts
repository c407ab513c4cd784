import { useNavigate, useSearch } from '@tanstack/react-router'
import type { WorkFilters } from '@plinth/contract/search/addresses.ts'
import {
  changeSearch,
  readWorksSearch,
  type WorksChange,
  type WorksSearch,
} from '../../../lib/routing/works-search.ts'

interface Filters {
  address: WorksSearch
  /** Stays on the screen with these parameters changed. */
  change: (change: WorksChange) => void
}

/** Whether anything but the words limits the works. */
export const isFiltered = (address: WorkFilters): boolean =>
  FILTERS.some((name) => address[name] !== undefined)

const FILTERS = ['category', 'min', 'max', 'place', 'origin'] as const

/** The filters in the address of explore or search. */
export function useFilters(): Filters {
  const address = readWorksSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  return {
    address,
    change: (change) => void navigate({ ...changeSearch(change), replace: true }),
  }
}
