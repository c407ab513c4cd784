import { sql, type RawBuilder } from 'kysely'
import { meTable, type Who } from '../../core/session/viewer-sql.ts'
import { microsOf, timeOfMicros } from '../../db/micros.ts'
import type { Database } from '../../db/pool.ts'
import { encodePosition, type Order, type Position } from './portfolio-cursor.ts'
import { isVisible, itemColumns, itemJoins, type Found } from './portfolio-item-queries.ts'

export interface ListInput {
  order: Order
  limit: number
  after: Position | null
}

export interface WorksInput extends ListInput {
  categoryId?: number | undefined
  search?: string | undefined
  /** Only featured works. */
  featured?: boolean | undefined
}

export interface FoundPage extends Found {
  nextCursor: string | null
}

type PageRow = Found & { last: [number, string] | null }

/** Most works that a search finds. */
export const MAX_FOUND = 200

/** By order: the sort column, how a cursor carries it, and how the cursor's value becomes that column again. */
const ORDERS: Record<
  Order,
  {
    column: RawBuilder<unknown>
    carried: RawBuilder<unknown>
    restore: (key: number) => RawBuilder<unknown>
  }
> = {
  newest: byTime(sql`p.created_at`),
  featured: byTime(sql`p.featured_at`),
  saved: byTime(sql`p.saved_at`),
  popular: byReal(sql`p.pop`),
  relevant: byReal(sql`p.score`),
}

function byTime(column: RawBuilder<unknown>) {
  return {
    column,
    carried: microsOf(column),
    restore: timeOfMicros,
  }
}

function byReal(column: RawBuilder<unknown>) {
  return { column, carried: column, restore: (key: number) => sql`${key}::real` }
}

/** Works of everybody: by time, by popularity, featured, or found by a search. */
export function worksStatement(who: Who, input: WorksInput): RawBuilder<PageRow> {
  const { categoryId, search, featured } = input
  const isFeatured = featured === true ? [sql`p.featured_at is not null`] : []
  if (search !== undefined) {
    const found = sql`search_portfolio_items(
      ${search}::text, ${categoryId ?? null}::smallint, ${sql.lit(MAX_FOUND)})`
    // Relevance needs no more than the search itself gives.
    const from =
      input.order === 'relevant' && featured !== true
        ? sql`${found} p`
        : sql`(select f.score, i.* from ${found} f join portfolio_items i on i.id = f.id) p`
    return pageStatement(who, input, { from, conditions: isFeatured })
  }
  const inCategory = categoryId === undefined ? [] : [sql`p.category_id = ${categoryId}::smallint`]
  return pageStatement(who, input, {
    from: sql`portfolio_items p`,
    conditions: [sql`p.is_listed`, ...isFeatured, ...inCategory],
  })
}

/** One creator's works; their own view has those, too, whose picture is not ready. */
export const userWorksStatement = (
  who: Who,
  userId: string,
  input: ListInput,
): RawBuilder<PageRow & { isUser: boolean }> =>
  pageStatement(who, input, {
    from: sql`portfolio_items p`,
    conditions: [sql`p.creator_id = ${userId}::uuid`, isVisible],
    columns: sql`, exists (
      select 1 from users where id = ${userId}::uuid and suspended_at is null) as "isUser"`,
  })

/** What the viewer saved and can still see. The id is that of the save, whose index has the order. */
export const savedWorksStatement = (who: Who, input: ListInput): RawBuilder<PageRow> =>
  pageStatement(who, input, {
    from: sql`(
      select s.item_id as id, s.created_at as saved_at, i.is_listed, i.creator_id
      from portfolio_saves s join portfolio_items i on i.id = s.item_id
      where s.user_id = (select user_id from me)) p`,
    conditions: [isVisible],
  })

/** Works with a tag: its rows are there only while their works hang. */
export const tagWorksStatement = (who: Who, tag: string, input: ListInput): RawBuilder<PageRow> =>
  pageStatement(who, input, {
    from: sql`(
      select item_id as id, created_at from portfolio_tags where tag = tag_key(${tag}::text)) p`,
    conditions: [],
  })

/**
 * Ids first, from the index alone, then the wide columns for one page. The number fetched is one of two
 * constants: with a parameter the planner would guess it, and with any number there were a hundred statements.
 */
function pageStatement<Row extends PageRow>(
  who: Who,
  { order, limit, after }: ListInput,
  list: {
    from: RawBuilder<unknown>
    conditions: RawBuilder<unknown>[]
    columns?: RawBuilder<unknown>
  },
): RawBuilder<Row> {
  const { column, carried, restore } = ORDERS[order]
  const conditions =
    after === null
      ? list.conditions
      : [...list.conditions, sql`(${column}, p.id) < (${restore(after.key)}, ${after.id}::uuid)`]
  return sql<Row>`
    with ${meTable(who)},
    page as materialized (
      select p.id, ${carried} as key,
        row_number() over (order by ${column} desc, p.id desc) as place
      from ${list.from} where ${sql.join([sql`true`, ...conditions], sql` and `)}
      order by ${column} desc, p.id desc limit ${sql.lit(limit <= 20 ? 21 : 101)})
    select (select user_id from me) as "viewerId",
      (select json_build_array(key, id) from page where place = ${limit}::int
        and exists (select 1 from page where place > ${limit}::int)) as last,
      (select coalesce(json_agg(t), '[]')::text from (
        select ${itemColumns} from page join portfolio_items p on p.id = page.id ${itemJoins}
        where page.place <= ${limit}::int order by page.place
      ) t) as json
      ${list.columns ?? sql``}`
}

export async function listWorks(db: Database, who: Who, input: WorksInput): Promise<FoundPage> {
  const { rows } = await worksStatement(who, input).execute(db)
  return toPage(input.order, rows[0])
}

export async function listSavedWorks(db: Database, who: Who, input: ListInput): Promise<FoundPage> {
  const { rows } = await savedWorksStatement(who, input).execute(db)
  return toPage(input.order, rows[0])
}

export async function listTagWorks(
  db: Database,
  who: Who,
  tag: string,
  input: ListInput,
): Promise<FoundPage> {
  const { rows } = await tagWorksStatement(who, tag, input).execute(db)
  return toPage(input.order, rows[0])
}

/** Null JSON when there is no such person. */
export async function listUserWorks(
  db: Database,
  who: Who,
  userId: string,
  input: ListInput,
): Promise<FoundPage> {
  const { rows } = await userWorksStatement(who, userId, input).execute(db)
  const page = toPage(input.order, rows[0])
  return rows[0]?.isUser === true ? page : { ...page, json: null, nextCursor: null }
}

function toPage(order: Order, row: PageRow | undefined): FoundPage {
  if (row === undefined) throw new Error('a page without a row')
  const { json, viewerId, last } = row
  return {
    json,
    viewerId,
    nextCursor: last && encodePosition({ order, key: last[0], id: last[1] }),
  }
}

/** Which of these works the viewer likes and has saved. */
export async function findFlags(
  db: Database,
  who: Who,
  ids: string[],
): Promise<{ viewerId: string | null; liked: string[]; saved: string[] }> {
  const { rows } = await sql<{ viewerId: string | null; liked: string[]; saved: string[] }>`
    with ${meTable(who)}
    select (select user_id from me) as "viewerId",
      array(select item_id::text from portfolio_likes
        where user_id = (select user_id from me) and item_id = any (${ids}::uuid[])) as liked,
      array(select item_id::text from portfolio_saves
        where user_id = (select user_id from me) and item_id = any (${ids}::uuid[])) as saved`.execute(
    db,
  )
  return rows[0] ?? { viewerId: null, liked: [], saved: [] }
}

/** False for a search of nothing but stop words and signs. */
export async function hasSearchWords(db: Database, search: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from search_words(${search}::text)) as found`.execute(db)
  return rows[0]?.found === true
}

export const categoriesStatement = (who: Who): RawBuilder<Found> => sql<Found>`
  with ${meTable(who)}
  select (select user_id from me) as "viewerId",
    (select json_agg(json_build_object('id', id, 'name', name, 'slug', slug, 'workCount', work_count)
      order by id)::text from categories) as json`

export async function findCategories(db: Database, who: Who): Promise<Found> {
  const { rows } = await categoriesStatement(who).execute(db)
  return rows[0] ?? { json: null, viewerId: null }
}
