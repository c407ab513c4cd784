import {
  CATEGORY_SLUGS,
  POST_SORTS,
  type CategorySlug,
  type PostSort,
} from '@plinth/contract/choices.ts'

/** The posts of everybody in one of their orders, or of the people one follows. */
export const EXPLORE_ORDERS = [
  ...POST_SORTS,
  { value: 'following', label: 'People you follow' },
] as const
type ExploreOrder = PostSort | 'following'

const SHOWN = ['works', 'posts'] as const

/** What of the explore and tag screens lives in their address. What is absent has its default. */
export interface ExploreSearch {
  category?: CategorySlug
  order?: ExploreOrder
  /** On a tag's page: only works, or only posts. */
  show?: (typeof SHOWN)[number]
  /** The work whose dialog is open. */
  work?: string
}

/** Takes what it understands of an address and leaves out the rest; never throws. */
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
