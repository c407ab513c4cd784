import { CATEGORIES, ORIGIN_SLUGS, type CategorySlug, type OriginSlug } from '../choices.ts'
import { MAX_LOCATION_LENGTH, MAX_PRICE_CENTS, MAX_SEARCH_LENGTH } from '../limits.ts'

const SORTS = ['popular', 'newest'] as const
const TABS = ['works', 'people', 'posts'] as const
/** One part of a search alone. */
export type SearchTab = (typeof TABS)[number]

/** The filters that limit works in the addresses of explore and search. Prices are whole dollars. */
export interface WorkFilters {
  category?: CategorySlug
  min?: number
  max?: number
  place?: string
  origin?: OriginSlug
}

/** What the addresses of explore and search hold. Absent parameters have their defaults. */
export interface SearchAddress extends WorkFilters {
  /** The words. Explore has none. */
  q?: string
  /** The words are taken as they are typed. */
  exact?: true
  /** All three parts when absent. */
  tab?: SearchTab
  /** Best match when absent. Explore has no words to match, so it is sorted by popularity then. */
  sort?: (typeof SORTS)[number]
  /** Where the list begins: the next page of a browser without scripts. */
  cursor?: string
}

/** A router may have read `1984` as a number. */
const textOf = (value: unknown, most: number): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return undefined
  const trimmed = text.trim().slice(0, most)
  return trimmed === '' ? undefined : trimmed
}

const dollarsOf = (value: unknown): number | undefined => {
  const dollars = value === '' ? Number.NaN : Number(value)
  const isPrice = Number.isSafeInteger(dollars) && dollars > 0 && dollars <= MAX_PRICE_CENTS / 100
  return isPrice ? dollars : undefined
}

/**
 * Reads the valid parameters and ignores the rest; never throws. Values are text as in a query string, or what the
 * web's router has made of it.
 */
export function readSearchAddress(raw: Record<string, unknown>): SearchAddress {
  const [low, high] = [dollarsOf(raw['min']), dollarsOf(raw['max'])]
  const isTurned = low !== undefined && high !== undefined && low > high
  const [min, max] = isTurned ? [high, low] : [low, high]
  return dropUndefined({
    q: textOf(raw['q'], MAX_SEARCH_LENGTH),
    exact: raw['exact'] === true || raw['exact'] === 'true' ? (true as const) : undefined,
    tab: TABS.find((tab) => tab === raw['tab']),
    category: CATEGORIES.find(({ slug }) => slug === raw['category'])?.slug,
    min,
    max,
    place: textOf(raw['place'], MAX_LOCATION_LENGTH),
    origin: ORIGIN_SLUGS.find((slug) => slug === raw['origin']),
    sort: SORTS.find((sort) => sort === raw['sort']),
    cursor: textOf(raw['cursor'], 300),
  })
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The fields that have a value. */
export const dropUndefined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<T>

const filtersOf = ({ category, min, max, place, origin }: WorkFilters) => ({
  categoryId: CATEGORIES.find(({ slug }) => slug === category)?.id,
  minPrice: min,
  maxPrice: max,
  place,
  origin,
})

/** The query of `getWorkFacets` for explore. */
export const facetsInput = (address: WorkFilters) => ({ query: filtersOf(address) })

/** The query of `listPortfolios` for explore. */
export const exploredInput = (address: SearchAddress) => ({
  query: {
    ...filtersOf(address),
    sort: address.sort ?? ('popular' as const),
    cursor: address.cursor,
  },
})

const wordsOf = ({ q = '', exact }: SearchAddress) => ({ search: q, exact })

/** The query of a search in all parts: of `searchEverything`, and of `getWorkFacets` with words. */
export const everythingInput = (address: SearchAddress) => ({
  query: { ...wordsOf(address), ...filtersOf(address) },
})

/** The query of `listPortfolios` for the works of a search. */
export const foundWorksInput = (address: SearchAddress) => ({
  query: {
    ...wordsOf(address),
    ...filtersOf(address),
    sort: address.sort,
    cursor: address.cursor,
  },
})

/** The query of `searchFoundPeople`. */
export const foundPeopleInput = (address: SearchAddress) => ({
  query: { ...wordsOf(address), cursor: address.cursor },
})

/** The query of `searchPosts`. */
export const foundPostsInput = (address: SearchAddress) => ({
  query: {
    ...wordsOf(address),
    categoryId: filtersOf(address).categoryId,
    cursor: address.cursor,
  },
})
