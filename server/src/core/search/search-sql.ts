import { MAX_PRICE_CENTS } from '@plinth/contract/limits.ts'
import { MAX_SEARCH_COUNT } from '@plinth/contract/search/search.ts'
import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/** What limits works besides words, as the contract's `workFilters` have it. Prices are dollars. */
export interface WorkFilters {
  categoryId?: number | undefined
  minPrice?: number | undefined
  maxPrice?: number | undefined
  place?: string | undefined
  origin?: string | undefined
}

export interface SearchWords {
  search: string
  /** Take the words as they are typed. */
  exact?: boolean | undefined
}

/** Whether somebody limits a price. */
export const hasPrices = ({ minPrice, maxPrice }: WorkFilters): boolean =>
  minPrice !== undefined || maxPrice !== undefined

/** A place without a letter or a digit limits nothing. */
export const hasPlace = ({ place }: WorkFilters): boolean => /[\p{L}\p{N}]/u.test(place ?? '')

/** Whether anything but the category limits the works. */
export const isFiltered = (filters: WorkFilters): boolean =>
  hasPrices(filters) || hasPlace(filters) || filters.origin !== undefined

const fromCents = ({ minPrice = 0 }: WorkFilters): Sql =>
  sql`${Math.ceil(minPrice * 100 - 1e-6)}::bigint`
const toCents = ({ maxPrice = MAX_PRICE_CENTS / 100 }: WorkFilters): Sql =>
  sql`${Math.floor(maxPrice * 100 + 1e-6)}::bigint`

/** The first and last price in cents, and the facets of the steps between; all null without a range. */
export const priceParts = (filters: WorkFilters): { from: Sql; to: Sql; facets: Sql } =>
  hasPrices(filters)
    ? {
        from: fromCents(filters),
        to: toCents(filters),
        facets: sql`price_facets(${fromCents(filters)}, ${toCents(filters)})`,
      }
    : { from: sql`null::bigint`, to: sql`null::bigint`, facets: sql`null::text[]` }

/** The facets that a work must have, from the category, the origin and the place. */
export const facetsOf = ({ categoryId, origin, place }: WorkFilters): Sql =>
  sql`work_facets(${categoryId ?? null}::smallint, ${origin ?? null}::text, ${place ?? null}::text)`

/** What the words of a search mean. Only members find people who are no creators. */
export const meantBy = ({ search, exact = false }: SearchWords, withMembers = sql`false`): Sql =>
  sql`search_meant(${search}::text, ${exact}::boolean, ${withMembers}, false)`

/** Works found by the row `m` of `search_meant`: `id` and `score`. */
export const worksMeant = (filters: WorkFilters, wanted = MAX_SEARCH_COUNT): Sql => {
  const { from, to, facets } = priceParts(filters)
  return sql`search_works(m.wish, m.item_share, ${filters.categoryId ?? null}::smallint,
    ${facetsOf({ ...filters, categoryId: undefined })}, ${facets}, ${from}, ${to}, ${sql.lit(wanted)})`
}

/** Whether work `p` has all of these. For rows that an index has found by something else. */
export const worksFit = (filters: WorkFilters): Sql => {
  const { from, to, facets } = priceParts(filters)
  const inRange = hasPrices(filters)
    ? sql` and p.facets && (select ${facets}) and p.starting_price_cents between ${from} and ${to}`
    : sql``
  return sql`p.facets @> (select ${facetsOf(filters)})${inRange}`
}
