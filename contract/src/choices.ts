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

/** How a work was made. The line below each is shown where the creator chooses. */
export const ORIGINS = [
  {
    value: 'hand',
    label: 'Made by hand',
    line: 'Thrown, drawn, sewn, cut, carved. A photograph of it is fine.',
  },
  {
    value: 'camera',
    label: 'Photographed or filmed',
    line: 'From a camera, with ordinary editing.',
  },
  { value: 'computer', label: '3D or vector', line: 'Built on a computer by you.' },
  {
    value: 'ai_assisted',
    label: 'AI-assisted',
    line: 'Parts came from a generator. You say which.',
  },
  { value: 'ai_generated', label: 'AI-generated', line: 'Most of it came from a generator.' },
] as const
export type OriginSlug = (typeof ORIGINS)[number]['value']
export const ORIGIN_SLUGS = ORIGINS.map((origin) => origin.value)

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
