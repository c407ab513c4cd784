import { MAX_FACET_COUNT } from '@plinth/contract/search/search.ts'
import { sql, type RawBuilder } from 'kysely'
import { dollarsOf } from '../../core/money/money-sql.ts'
import {
  facetsOf,
  filterSql,
  hasPlace,
  hasPrices,
  meantBy,
  priceParts,
  worksMeant,
  type WorkFilters,
} from '../../core/search/search-sql.ts'
import { meTable, type Who } from '../../core/session/viewer-sql.ts'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { HotResult, HotRow } from '../../http/mount.ts'

interface Query extends WorkFilters {
  search?: string | undefined
  exact?: boolean | undefined
}

const MAX_PLACES = 50
const WORD = /[\p{L}\p{N}]/u

/** Rows of category, works and creators; with category null those of all. With words they are of the found works. */
const counted = (filters: WorkFilters, search: string | undefined, exact: boolean) => {
  if (search === undefined) {
    const { from, to, facets } = priceParts(filterSql(filters))
    return sql`count_works(${facetsOf(filterSql(filters))}, ${facets}, ${from}, ${to}, ${sql.lit(MAX_FACET_COUNT)})`
  }
  return sql`(
    select p.category_id as category, count(*)::integer as works, count(distinct p.creator_id)::integer as creators
    from ${meantBy({ search, exact })} m cross join lateral ${worksMeant(filterSql(filters))} f
    join portfolio_items p on p.id = f.id
    group by grouping sets ((p.category_id), ()))`
}

/** Each filter that can be dropped, with the query without it. */
function variantsOf(query: Query): [name: string, query: Query][] {
  const variants: [string, boolean, Partial<Query>][] = [
    ['categoryId', query.categoryId !== undefined, { categoryId: undefined }],
    ['price', hasPrices(query), { minPrice: undefined, maxPrice: undefined }],
    ['place', hasPlace(query), { place: undefined }],
    ['origin', query.origin !== undefined, { origin: undefined }],
    ['search', WORD.test(query.search ?? ''), { search: undefined }],
  ]
  return variants.filter(([, isOn]) => isOn).map(([name, , off]) => [name, { ...query, ...off }])
}

/**
 * Counts of works, for filters and words. Blocks make no difference: everybody gets the same counts. What there would be
 * without a filter is only counted where there is nothing.
 */
export function facetsStatement(who: Who, query: Query): RawBuilder<HotRow> {
  const tableOf = ({ search, exact = false, ...filters }: Query) =>
    counted(filters, WORD.test(search ?? '') ? search : undefined, exact)
  const totalOf = (one: Query) =>
    sql`coalesce((select works from ${tableOf(one)} c where category is null), 0)`
  const without = variantsOf(query).map(
    ([name, one]) => sql`
      select ${name}::text as filter, ${totalOf(one)} as works
      where (select works from total) = 0`,
  )
  return sql<HotRow>`
    with ${meTable(who)},
    counts as materialized (select * from ${tableOf(query)} c),
    total as materialized (
      select coalesce(max(works), 0) as works, coalesce(max(creators), 0) as creators
      from counts where category is null),
    by_category as materialized (
      select * from ${query.categoryId === undefined ? sql`counts` : sql`${tableOf({ ...query, categoryId: undefined })}`} c
      where category is not null),
    dropped as materialized (
      ${without.length === 0 ? sql`select null::text as filter, 0 as works where false` : sql.join(without, sql` union all `)})
    select (select user_id from me) as "viewerId", json_build_object(
      'workCount', (select works from total),
      'creatorCount', (select creators from total),
      'categories', (select coalesce(json_agg(json_build_object(
          'categoryId', c.id, 'workCount', coalesce(b.works, 0)) order by c.id), '[]')
        from categories c left join by_category b on b.category = c.id),
      'prices', (select case when lowest is not null then json_build_object(
          'lowest', ${dollarsOf(sql`lowest`)}, 'highest', ${dollarsOf(sql`highest`)}) end
        from (select
          (select min(starting_price_cents) from portfolio_items
            where is_listed and starting_price_cents is not null) as lowest,
          (select max(starting_price_cents) from portfolio_items
            where is_listed and starting_price_cents is not null) as highest) p),
      'places', (select coalesce(json_agg(json_build_object(
          'place', label, 'workCount', item_count) order by item_count desc, facet), '[]')
        from (select * from facet_counts where facet like 'at %' and label is not null
          order by item_count desc, facet limit ${sql.lit(MAX_PLACES)}) f),
      'without', (select coalesce(json_agg(json_build_object('filter', filter, 'workCount', works)), '[]')
        from dropped)
    )::text as json`
}

export const findFacets = (db: Database, who: Who, query: Query): Promise<HotResult> =>
  onlyRow(db, facetsStatement(who, query))
