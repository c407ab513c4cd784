/** Values people choose from, with the words they see. Order is display order. */
export const CATEGORIES = [
  { id: 1, slug: 'graphic-design', name: 'Graphic Design' },
  { id: 2, slug: 'photography', name: 'Photography' },
  { id: 3, slug: 'videography', name: 'Videography' },
  { id: 4, slug: 'editing', name: 'Editing' },
  { id: 5, slug: 'artwork', name: 'Artwork' },
  { id: 6, slug: 'crafting', name: 'Crafting' },
] as const

export type CategorySlug = (typeof CATEGORIES)[number]['slug']
export const CATEGORY_SLUGS = CATEGORIES.map((category) => category.slug)

export const PORTFOLIO_SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'popular', label: 'Most liked' },
] as const
export type PortfolioSort = (typeof PORTFOLIO_SORTS)[number]['value']

/** How a work was made. The words are in `portfolios/origins.ts`, because few screens need them. */
export const ORIGIN_SLUGS = ['hand', 'camera', 'computer', 'ai_assisted', 'ai_generated'] as const
export type OriginSlug = (typeof ORIGIN_SLUGS)[number]

/**
 * Where a work stands. `draft`, `scheduled`: not shown yet. `hidden`: its creator took it off their wall. `binned`:
 * deleted, and kept for a while.
 */
export const WORK_STATES = ['draft', 'scheduled', 'published', 'hidden', 'binned'] as const
export type WorkState = (typeof WORK_STATES)[number]

export const POST_TYPES = ['image', 'video', 'portfolio'] as const

export const POST_SORTS = [
  { value: 'popular', label: 'Popular now' },
  { value: 'newest', label: 'Newest first' },
] as const
export type PostSort = (typeof POST_SORTS)[number]['value']

export const COMMENT_SORTS = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
] as const
export type CommentSort = (typeof COMMENT_SORTS)[number]['value']
