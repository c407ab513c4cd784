import { MAX_PRICE_CENTS } from '@plinth/contract/limits.ts'
import { MAX_SEARCH_COUNT } from '@plinth/contract/search/search.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Given } from '../../db/page-sql.ts'

type Sql = RawBuilder<unknown>

/** What limits works besides words, as the contract's `workFilters` have it. Prices are dollars. */
export interface WorkFilters {
  categoryId?: number | undefined
  minPrice?: number | undefined
  maxPrice?: number | undefined
  place?: string | undefined
  origin?: string | undefined
}

/** Whether somebody limits a price. */
export const hasPrices = ({ minPrice, maxPrice }: WorkFilters): boolean =>
  minPrice !== undefined || maxPrice !== undefined

/** A place without a letter or a digit limits nothing. */
export const hasPlace = ({ place }: WorkFilters): boolean => /[\p{L}\p{N}]/u.test(place ?? '')

/** Whether anything but the category limits the works. */
export const isFiltered = (filters: WorkFilters): boolean =>
  hasPrices(filters) || hasPlace(filters) || filters.origin !== undefined

/** The first and last price that somebody asks for, in cents. */
export const centsOf = ({ minPrice = 0, maxPrice = MAX_PRICE_CENTS / 100 }: WorkFilters) => ({
  from: Math.ceil(minPrice * 100 - 1e-6),
  to: Math.floor(maxPrice * 100 + 1e-6),
})

/** The same filters as parts of a statement: values, or slots for them. Without a range `prices` is null. */
export interface FilterSql {
  categoryId: Sql
  origin: Sql
  place: Sql
  prices: { from: Sql; to: Sql } | null
}

export function filterSql(filters: WorkFilters): FilterSql {
  const { from, to } = centsOf(filters)
  return {
    categoryId: sql`${filters.categoryId ?? null}`,
    origin: sql`${filters.origin ?? null}`,
    place: sql`${filters.place ?? null}`,
    prices: hasPrices(filters) ? { from: sql`${from}`, to: sql`${to}` } : null,
  }
}

/** The first and last price in cents, and the facets of the steps between; all null without a range. */
export const priceParts = ({ prices }: FilterSql): { from: Sql; to: Sql; facets: Sql } => {
  if (prices === null)
    return { from: sql`null::bigint`, to: sql`null::bigint`, facets: sql`null::text[]` }
  const [from, to] = [sql`${prices.from}::bigint`, sql`${prices.to}::bigint`]
  return { from, to, facets: sql`price_facets(${from}, ${to})` }
}

/** The facets that a work must have, from the category, the origin and the place. */
export const facetsOf = ({ categoryId, origin, place }: FilterSql): Sql =>
  sql`work_facets(${categoryId}::smallint, ${origin}::text, ${place}::text)`

/** What the words of a search mean. Only members find people who are no creators. */
export const meantBy = (
  { search, exact = false }: { search: Given<string>; exact?: Given<boolean> | undefined },
  withMembers = sql`false`,
): Sql => sql`search_meant(${search}::text, ${exact}::boolean, ${withMembers}, false)`

/** Works found by the row `m` of `search_meant`: `id` and `score`. */
export const worksMeant = (filters: FilterSql, wanted = MAX_SEARCH_COUNT): Sql => {
  const { from, to, facets } = priceParts(filters)
  return sql`search_works(m.wish, m.item_share, ${filters.categoryId}::smallint,
    ${facetsOf({ ...filters, categoryId: sql`null` })}, ${facets}, ${from}, ${to}, ${sql.lit(wanted)})`
}

/** Whether work `p` has all of these. For rows that an index has found by something else. */
export const worksFit = (filters: FilterSql): Sql => {
  const { from, to, facets } = priceParts(filters)
  const inRange =
    filters.prices === null
      ? sql``
      : sql` and p.facets && (select ${facets}) and p.starting_price_cents between ${from} and ${to}`
  return sql`p.facets @> (select ${facetsOf(filters)})${inRange}`
}
