import {
  CATEGORY_SLUGS,
  PORTFOLIO_SORTS,
  type CategorySlug,
  type PortfolioSort,
} from '@plinth/contract/choices.ts'
import type { NotificationFilter } from '@plinth/contract/notifications/notifications.ts'
import { MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'

/** Home can show all of these, and every other screen only the new post. */
export type DialogName = (typeof DIALOGS)[number]

/** Home's parameters in the address. Absent ones have their defaults. */
export interface HomeSearch {
  category?: CategorySlug
  q?: string
  sort?: Exclude<PortfolioSort, 'newest'>
  /** The work whose dialog is open. */
  work?: string
  dialog?: DialogName
  /** Portfolios when absent. */
  view?: (typeof VIEWS)[number]
  /** The notifications' filter; all when absent. */
  filter?: Exclude<NotificationFilter, 'all'>
}

const DIALOGS = ['upload', 'post', 'notification-settings'] as const
const VIEWS = ['for-you', 'profile', 'notifications'] as const
const FILTERS = ['unread', 'work', 'people', 'money'] as const

const SORTS = PORTFOLIO_SORTS.map((sort) => sort.value)

/** Reads the valid parameters and ignores the rest; never throws. */
export function readHomeSearch(raw: Record<string, unknown>): HomeSearch {
  const search: HomeSearch = {}
  const category = CATEGORY_SLUGS.find((slug) => slug === raw['category'])
  if (category) search.category = category
  // The router reads `?q=1984` as a number.
  const q = typeof raw['q'] === 'number' ? String(raw['q']) : raw['q']
  if (typeof q === 'string' && q.trim() !== '') search.q = q.slice(0, MAX_SEARCH_LENGTH)
  const sort = SORTS.find((value) => value === raw['sort'])
  if (sort && sort !== 'newest') search.sort = sort
  if (typeof raw['work'] === 'string' && raw['work'] !== '') search.work = raw['work']
  const dialog = DIALOGS.find((one) => one === raw['dialog'])
  if (dialog) search.dialog = dialog
  const view = VIEWS.find((one) => one === raw['view'])
  if (view) search.view = view
  const filter = FILTERS.find((one) => one === raw['filter'])
  if (filter) search.filter = filter
  return search
}

/** The search without these parameters, which return to their defaults. */
export function without(search: HomeSearch, ...parts: (keyof HomeSearch)[]): HomeSearch {
  const rest = { ...search }
  for (const part of parts) delete rest[part]
  return rest
}
