import type { AdminSearch } from '../../../lib/routing/admin-search.ts'

/** What every queue of Quick Actions is given: where it is, and the way to elsewhere. */
export interface QueueProps {
  viewerId: string
  search: AdminSearch
  onSearch: (search: AdminSearch, how?: { replace: boolean }) => void
}

/** One of a queue in its list. */
export interface QueueRowProps<T> {
  one: T
  isOpen: boolean
}

/** One of a queue as it is decided. */
export interface QueuePaneProps<T> {
  one: T
  viewerId: string
  onDone: () => void
}
