import {
  CATEGORY_SLUGS,
  POST_SORTS,
  type CategorySlug,
  type PostSort,
} from '@plinth/contract/choices.ts'

/** Everybody's posts in one of their orders, or posts of followed people. */
export const EXPLORE_ORDERS = [
  ...POST_SORTS,
  { value: 'following', label: 'People you follow' },
] as const
type ExploreOrder = PostSort | 'following'

const SHOWN = ['works', 'posts'] as const

/** Parameters of the screens of posts, saved things and tags in the address. Absent ones have their defaults. */
export interface ExploreSearch {
  category?: CategorySlug
  order?: ExploreOrder
  /** On a tag's page: shows only works or only posts. */
  show?: (typeof SHOWN)[number]
  /** The work whose dialog is open. */
  work?: string
}

/** Reads the valid parameters and ignores the rest; never throws. */
export function readExploreSearch(raw: Record<string, unknown>): ExploreSearch {
  const search: ExploreSearch = {}
  const category = CATEGORY_SLUGS.find((slug) => slug === raw['category'])
  if (category) search.category = category
  const order = EXPLORE_ORDERS.find(({ value }) => value === raw['order'])
  if (order) search.order = order.value
  const show = SHOWN.find((one) => one === raw['show'])
  if (show) search.show = show
  if (typeof raw['work'] === 'string' && raw['work'] !== '') search.work = raw['work']
  return search
}
