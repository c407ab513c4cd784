import {
  SEARCH_INSTEAD_HEADER,
  writeCorrections,
  type Correction,
} from '@plinth/contract/portfolios/corrections.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import type {
  listPortfolios,
  listSavedPortfolios,
  listUserPortfolios,
} from '@plinth/contract/portfolios/portfolios.ts'
import type { listTagPortfolios } from '@plinth/contract/posts/tags.ts'
import { sql, type RawBuilder } from 'kysely'
import { cursorAfter, type FoundPage } from '../../http/paging.ts'
import { rowColumns, type CardPageRow } from '../../core/session/marked-sql.ts'
import { viewerPages, type PageSlots } from '../../core/session/viewer-page-sql.ts'
import { meTable, viewerSeesHidden, type Who } from '../../core/session/viewer-sql.ts'
import {
  centsOf,
  hasPrices,
  isFiltered,
  meantBy,
  worksFit,
  worksMeant,
  type FilterSql,
  type WorkFilters,
} from '../../core/search/search-sql.ts'
import { isNotBlocked, hasBlockedViewer } from '../../core/users/block-sql.ts'
import { cutRows, onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { Bound } from '../../db/statement.ts'
import { rowsIn } from '../../db/writes.ts'
import type { Deps } from '../../deps.ts'
import type { HotResult, HotRow } from '../../http/mount.ts'
import { listOf } from '../../http/cards.ts'
import { createSharedPages, type FoundItems, type SharedPages } from '../../http/shared-pages.ts'
import { WORK_ROWS, workReads, type WorkReads } from './portfolio-card-queries.ts'
import { findFlags, hasSearchWords } from './portfolio-item-queries.ts'
import {
  decodeWorkPosition,
  slottedPage,
  SORTS,
  type LikedOrSaved,
  type ListInput,
  type Order,
} from './portfolio-page-sql.ts'
import { isSeen, isShown } from './portfolio-sql.ts'

export interface WorksInput extends ListInput, WorkFilters {
  search?: string | undefined
  /** Search for the words as they are typed. */
  exact?: boolean | undefined
  /** Only featured works. */
  featured?: boolean | undefined
}

/** A filtered list looks at this many works in its order before it looks for all that fit. */
export const MAX_WALKED = 2_000
/** So few fit where the first ones do not fill a page, except where they are all of one time. */
const MAX_GATHERED = 20_000

type WorkDeps = Pick<Deps, 'db' | 'reads'>

interface WorksRow extends CardPageRow {
  /** What a search used in place of words that no work contains. */
  instead?: Correction[] | null
}

interface WorksShape {
  order: Order
  isSearch: boolean
  isFeatured: boolean
  isInCategory: boolean
  isFiltered: boolean
  hasPrices: boolean
  /** Shared pages are read without a viewer and filtered later; a known viewer's query leaves out blocked people. */
  hasViewer: boolean
}

interface WorksValues {
  search: string
  exact: boolean
  categoryId: number | null
  origin: string | null
  place: string | null
  from: number
  to: number
}

/** Everybody's works: by time, by popularity, featured, filtered, or found by a search. */
const everybodysWorks = viewerPages<WorksShape, WorksValues, WorksRow>((shape, slots, page) => {
  const { order, isFeatured, hasViewer } = shape
  const { categoryId, origin, place, from, to } = slots
  const filters = { categoryId, origin, place, prices: shape.hasPrices ? { from, to } : null }
  const featured = isFeatured ? [sql`p.featured_at is not null`] : []
  const unblocked = hasViewer ? [isNotBlocked(sql`p.creator_id`)] : []
  if (shape.isSearch) {
    const me = sql`${page.me},
      meant as materialized (select * from ${meantBy({ search: slots.search, exact: slots.exact })}),
      found as materialized (select f.* from meant m cross join lateral ${worksMeant(filters)} f)`
    // Only the works of the page are read, because the search already returns what relevance is.
    const cut = { ...page, sort: SORTS[order], from: sql`found p`, conditions: [] }
    const found = order === 'relevant' && !isFeatured ? sql`(${cutRows(cut, sql`*`)})` : sql`found`
    return slottedPage(
      { ...page, me },
      {
        order,
        from: sql`(select f.score, i.* from ${found} f join portfolio_items i on i.id = f.id) p`,
        conditions: featured,
        columns: sql`, (select instead from meant where exists (select 1 from found)) as instead`,
      },
    )
  }
  if (shape.isFiltered) return filteredPage(page, { order, filters, featured, unblocked })
  const inCategory = shape.isInCategory ? [sql`p.category_id = ${categoryId}::smallint`] : []
  return slottedPage(page, {
    order,
    from: sql`portfolio_items p`,
    conditions: [sql`p.is_listed`, ...featured, ...inCategory, ...unblocked],
  })
})

export const worksStatement = (
  who: Who,
  { order, search, exact = false, featured = false, limit, after, ...filters }: WorksInput,
): Bound<WorksRow> =>
  everybodysWorks(
    who,
    { limit, after },
    {
      order,
      isSearch: search !== undefined,
      isFeatured: featured,
      isInCategory: filters.categoryId !== undefined,
      isFiltered: isFiltered(filters),
      hasPrices: hasPrices(filters),
      hasViewer: !('viewerId' in who) || who.viewerId !== null,
    },
    {
      search: search ?? '',
      exact,
      categoryId: filters.categoryId ?? null,
      origin: filters.origin ?? null,
      place: filters.place ?? null,
      ...centsOf(filters),
    },
  )

/**
 * Works that fit filters other than a category. It looks at the next works in the order of the list, and if too few of
 * them fit, then few do, so that all can be found by the index of facets (`offset 0`: by no other).
 */
function filteredPage(
  page: PageSlots,
  {
    order,
    filters,
    featured,
    unblocked,
  }: {
    order: Order
    filters: FilterSql
    featured: RawBuilder<unknown>[]
    unblocked: RawBuilder<unknown>[]
  },
): RawBuilder<WorksRow> {
  const { after, fetched } = page
  const { column, restore } = SORTS[order]
  const passed =
    after === null ? [] : [sql`(${column}, p.id) < (${restore(after.key)}, ${after.id}::uuid)`]
  const listed = [sql`p.is_listed`, ...featured]
  const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)
  const shown = and([sql`true`, ...unblocked])
  const inOrder = sql`order by ${column} desc, p.id desc limit`
  const columns = sql`p.id, p.created_at, p.pop, p.featured_at, ${rowColumns(WORK_ROWS, 'p')}`
  const me = sql`${page.me},
    walked as materialized (
      select ${columns} from (
        select ${columns}, p.facets, p.starting_price_cents from portfolio_items p
        where ${and([...listed, ...passed])} ${inOrder} ${sql.lit(MAX_WALKED)}) p
      where ${worksFit(filters)} and ${shown} ${inOrder} ${fetched}),
    gathered as materialized (
      select ${columns} from (
        select ${columns} from (
          select ${columns} from portfolio_items p
          where ${and(listed)} and ${worksFit(filters)}
            and (select count(*) from walked) < ${fetched} offset 0) p
        where ${and([sql`true`, ...passed])} limit ${sql.lit(MAX_GATHERED)}) p
      where ${shown} ${inOrder} ${fetched})`
  const from = sql`(
    select * from walked where (select count(*) from walked) >= ${fetched}
    union all select * from gathered) p`
  return slottedPage({ ...page, me }, { order, from, conditions: [] })
}

/** One creator's works. The creator also sees those whose picture is not ready. */
const userWorks = viewerPages<
  { order: Order },
  { userId: string },
  CardPageRow & { isUser: boolean }
>(({ order }, { userId }, page) =>
  slottedPage(page, {
    order,
    from: sql`portfolio_items p`,
    conditions: [sql`p.creator_id = ${userId}::uuid`, isShown],
    columns: sql`, exists (
        select 1 from users u where u.id = ${userId}::uuid
          and (not u.is_gone or ${viewerSeesHidden}) and not ${hasBlockedViewer(sql`u.id`)}) as "isUser"`,
  }),
)
export const userWorksStatement = (who: Who, userId: string, { order, ...page }: ListInput) =>
  userWorks(who, page, { order }, { userId })

const TABLES = { saved: 'portfolio_saves', liked: 'portfolio_likes' } as const

/** What the viewer saved or likes and can still see. The id comes from the save or like, whose index has the order. */
const likedOrSaved = viewerPages<{ order: LikedOrSaved }, object, CardPageRow>(
  ({ order }, _, page) =>
    slottedPage(page, {
      order,
      from: sql`(
      select s.item_id as id, s.created_at as toggled_at, i.state, ${rowColumns(WORK_ROWS, 'i')}
      from ${sql.table(TABLES[order])} s join portfolio_items i on i.id = s.item_id
      where s.user_id = (select user_id from me)) p`,
      conditions: [isSeen],
      on: order === 'liked' ? 'likes' : 'saves',
    }),
)
export const likedOrSavedWorksStatement = (
  who: Who,
  { order, ...page }: ListInput & { order: LikedOrSaved },
) => likedOrSaved(who, page, { order }, {})

/** Works with a tag. The tag's rows exist only while their works are listed. */
const tagWorks = viewerPages<object, { tag: string }, CardPageRow>((_, { tag }, page) =>
  slottedPage(page, {
    order: 'newest',
    from: sql`(
      select t.item_id as id, t.created_at, ${rowColumns(WORK_ROWS, 'i')}
      from portfolio_tags t join portfolio_items i on i.id = t.item_id
      where t.tag = tag_key(${tag}::text)) p`,
    conditions: [isNotBlocked(sql`p.creator_id`)],
  }),
)
export const tagWorksStatement = (who: Who, tag: string, { limit, after }: ListInput) =>
  tagWorks(who, { limit, after }, {}, { tag })

/** A page of so many works from its row. */
async function workPage(
  { cards }: WorkReads,
  who: Who,
  order: Order,
  { rows, viewerId }: CardPageRow,
  limit: number,
): Promise<FoundPage> {
  const { json, last } = await cards.page(who, rows, limit)
  return { json, viewerId, nextCursor: cursorAfter(order, last) }
}

async function listWorks(
  deps: WorkDeps,
  who: Who,
  input: WorksInput,
): Promise<FoundItems & { viewerId: string | null }> {
  const [row] = await rowsIn(deps.db, worksStatement(who, input))
  if (row === undefined) throw new Error('The statement returned no row.')
  const { items, last } = await workReads(deps).cards.items(who, row.rows, input.limit)
  return {
    items,
    viewerId: row.viewerId,
    nextCursor: cursorAfter(input.order, last),
    ...(row.instead ? { headers: { [SEARCH_INSTEAD_HEADER]: writeCorrections(row.instead) } } : {}),
  }
}

export const categoriesStatement = (who: Who): RawBuilder<HotRow> => sql<HotRow>`
  with ${meTable(who)}
  select (select user_id from me) as "viewerId",
    (select json_agg(json_build_object('id', id, 'name', name, 'slug', slug, 'workCount', work_count)
      order by id)::text from categories) as json`

export const findCategories = (db: Database, who: Who): Promise<HotResult> =>
  onlyRow(db, categoriesStatement(who))

/**
 * Works that match the filters. Unless the query names a sort, featured works come in the order they were featured and
 * search results by relevance. A search without a real word (punctuation, stop words) is ignored.
 */
export async function findWorks(
  deps: WorkDeps,
  who: Who,
  query: QueryOf<typeof listPortfolios>,
): Promise<FoundPage> {
  const { items, ...page } = await findWorkItems(deps, who, query)
  return { ...page, json: listOf(items) }
}

async function findWorkItems(
  deps: WorkDeps,
  who: Who,
  query: QueryOf<typeof listPortfolios>,
): Promise<FoundItems & { viewerId: string | null }> {
  const { featured, sort, limit = PAGE_SIZE } = query
  const plainOrder: Order = featured === true ? 'featured' : (sort ?? 'newest')
  const searchOrder: Order = sort ?? 'relevant'
  const search = /[\p{L}\p{N}]/u.test(query.search ?? '') ? query.search : undefined
  const after = decodeWorkPosition(
    query.cursor,
    search === undefined ? [plainOrder] : [searchOrder, plainOrder],
  )
  const filters = { ...query, search: undefined, limit, after }

  if (search !== undefined && (after === null || after.order === searchOrder)) {
    const page = await listWorks(deps, who, { ...filters, search, order: searchOrder })
    if (page.items.length > 0 || (await hasSearchWords(deps.db, search))) return page
  }
  return listWorks(deps, who, { ...filters, order: plainOrder })
}

/** Null JSON when there is no such person. */
export async function findUserWorks(
  works: WorkReads,
  who: Who,
  userId: string,
  { cursor, sort: order = 'newest', limit = PAGE_SIZE }: QueryOf<typeof listUserPortfolios>,
): Promise<FoundPage> {
  const input: ListInput = { order, limit, after: decodeWorkPosition(cursor, [order]) }
  const row = await works.reads.one(userWorksStatement(who, userId, input))
  if (!row.isUser) return { json: null, viewerId: row.viewerId, nextCursor: null }
  return workPage(works, who, order, row, limit)
}

export async function findLikedOrSavedWorks(
  works: WorkReads,
  who: Who,
  order: LikedOrSaved,
  { cursor, limit = PAGE_SIZE }: QueryOf<typeof listSavedPortfolios>,
): Promise<FoundPage> {
  const input = { order, limit, after: decodeWorkPosition(cursor, [order]) }
  const row = await works.reads.one(likedOrSavedWorksStatement(who, input))
  return workPage(works, who, order, row, limit)
}

export async function findTagWorks(
  works: WorkReads,
  who: Who,
  tag: string,
  { cursor, limit = PAGE_SIZE }: QueryOf<typeof listTagPortfolios>,
): Promise<FoundPage> {
  const input: ListInput = { order: 'newest', limit, after: decodeWorkPosition(cursor, ['newest']) }
  const row = await works.reads.one(tagWorksStatement(who, tag, input))
  return workPage(works, who, 'newest', row, limit)
}

type Query = QueryOf<typeof listPortfolios>

/** Lists of works are the same for everybody except for the viewer's own flags. */
export const createWorkPages = (deps: WorkDeps & Pick<Deps, 'replicas'>): SharedPages<Query> => {
  const { replicas } = deps
  const load = (at: WorkDeps, query: Query) => findWorkItems(at, { viewerId: null }, query)
  return createSharedPages({
    load: (query) => load(deps, query),
    ...(replicas.reports().length === 0
      ? {}
      : { loadForVisitors: (query) => replicas.read((db) => load({ ...deps, db }, query)) }),
    findFlags: (who, page) => findFlags(deps.reads, who, page),
  })
}
