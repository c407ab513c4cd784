import { CATEGORIES } from '@plinth/contract/choices.ts'
import { ORIGINS } from '@plinth/contract/portfolios/origins.ts'
import type { SearchAddress, WorkFilters } from '@plinth/contract/search/addresses.ts'
import type { WorkFacets } from '@plinth/contract/search/search.ts'
import { count, price } from '../../../lib/format/format.ts'
import type { WorksChange } from '../../../lib/routing/works-search.ts'
import { quoted, texts } from '../search-texts.ts'

const words = texts.filters

/** The step of the price slider, in dollars. */
export const PRICE_STEP = 25
/** Where the slider ends at most: above it nearly every handle would stand at its left end. */
const LAST_PRICE = 5_000

type Prices = NonNullable<WorkFacets['prices']>

/** Both ends of the price slider for works of these prices. */
export function priceEnds({ lowest, highest }: Prices): { low: number; high: number } {
  const low = Math.floor(lowest / PRICE_STEP) * PRICE_STEP
  const high = Math.ceil(Math.min(highest, LAST_PRICE) / PRICE_STEP) * PRICE_STEP
  return { low, high: Math.max(high, low + PRICE_STEP) }
}

/** What the handles mean: one at its end of the line sets no limit. */
export const pricesAt = (
  [min, max]: readonly [number, number],
  { low, high }: { low: number; high: number },
): Pick<WorksChange, 'min' | 'max'> => ({
  min: min <= low ? undefined : min,
  max: max >= high ? undefined : max,
})

/** `$75 to $600`, `from $75`, `up to $600`; undefined without limits. */
export function priceWords({ min, max }: Pick<WorksChange, 'min' | 'max'>): string | undefined {
  if (min === undefined) return max === undefined ? undefined : words.upTo(price(max))
  return max === undefined ? words.from(price(min)) : words.between(price(min), price(max))
}

/** `made by hand`, but `AI-assisted` and `3D or vector`. */
function originWords(origin: WorkFilters['origin']): string | undefined {
  const label = ORIGINS.find(({ value }) => value === origin)?.label
  return label === undefined || !/^[A-Z][a-z]/.test(label)
    ? label
    : label.charAt(0).toLowerCase() + label.slice(1)
}

/** The category's name, or undefined. */
const categoryWords = (category: WorkFilters['category']): string | undefined =>
  CATEGORIES.find(({ slug }) => slug === category)?.name

/** `made by hand, $75 to $600, in Bergen`: the filters that no tab shows; empty without any. */
export const filterWords = (filters: WorkFilters): string =>
  [
    originWords(filters.origin),
    priceWords(filters),
    filters.place === undefined ? undefined : words.in(filters.place),
  ]
    .filter((part) => part !== undefined)
    .join(', ')

/** A way out of a list that is empty: what to drop, and how many works there would be. */
export interface WayOut {
  what: string
  workCount: number
  change: WorksChange
}

/** The filter whose absence would show the most works; undefined when dropping one alone helps nothing. */
export function wayOutOf(
  without: WorkFacets['without'],
  address: SearchAddress,
): WayOut | undefined {
  const ways: Record<WorkFacets['without'][number]['filter'], Omit<WayOut, 'workCount'>> = {
    categoryId: {
      what: categoryWords(address.category) ?? words.categories,
      change: { category: undefined },
    },
    price: {
      what: words.thePrice,
      change: { min: undefined, max: undefined },
    },
    place: { what: address.place ?? words.place, change: { place: undefined } },
    origin: {
      what: quoted(originWords(address.origin) ?? words.origin),
      change: { origin: undefined },
    },
    search: { what: words.theWords, change: { q: undefined, exact: undefined } },
  }
  const [most] = without.toSorted((a, b) => b.workCount - a.workCount)
  return most === undefined || most.workCount === 0
    ? undefined
    : { ...ways[most.filter], workCount: most.workCount }
}

/** `Without Bergen there are 22.`, `Without the price limit there is 1.` */
export const wayOutSentence = ({ what, workCount }: WayOut): string =>
  words.without(what, count(workCount), workCount === 1)
