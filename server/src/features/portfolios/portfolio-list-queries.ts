import {
  SEARCH_INSTEAD_HEADER,
  writeInstead,
  type InsteadPair,
} from '@plinth/contract/portfolios/search-instead.ts'
import { sql, type RawBuilder } from 'kysely'
import { meTable, viewerIsAdmin, type Who } from '../../core/session/viewer-sql.ts'
import { isNotBlocked, hasBlockedViewer } from '../../core/users/block-sql.ts'
import {
  byNumber,
  byTime,
  onlyRow,
  pageStatement,
  type PageList,
  type Sort,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { foundPage, type FoundPage } from '../../http/paging.ts'
import type { ViewerFlags } from '../../http/shared-pages.ts'
import type { KeptOrder, Order, WorkPosition } from './portfolio-cursor.ts'
import { isShown, shownItem, type Found } from './portfolio-item-queries.ts'

export interface ListInput {
  order: Order
  limit: number
  after: WorkPosition | null
}

export interface WorksInput extends ListInput {
  categoryId?: number | undefined
  search?: string | undefined
  /** Only featured works. */
  featured?: boolean | undefined
}

/** Most works that a search finds. */
export const MAX_FOUND = 200

const SORTS: Record<Order, Sort> = {
  newest: byTime(sql`p.created_at`),
  featured: byTime(sql`p.featured_at`),
  saved: byTime(sql`p.kept_at`),
  liked: byTime(sql`p.kept_at`),
  popular: byNumber(sql`p.pop`, 'real'),
  relevant: byNumber(sql`p.score`, 'real'),
}

interface WorksRow extends ViewerPageRow {
  /** What a search took in place of words that no work has. */
  instead?: InsteadPair[] | null
}

/** Works of everybody: by time, by popularity, featured, or found by a search. */
export function worksStatement(who: Who, input: WorksInput): RawBuilder<WorksRow> {
  const { categoryId, search, featured } = input
  const isFeatured = featured === true ? [sql`p.featured_at is not null`] : []
  if (search !== undefined) {
    const me = sql`${meTable(who)}, found as materialized (select * from search_portfolio_items(
      ${search}::text, ${categoryId ?? null}::smallint, ${sql.lit(MAX_FOUND)}))`
    // Relevance needs no more than the search itself gives.
    const from =
      input.order === 'relevant' && featured !== true
        ? sql`found p`
        : sql`(select f.score, i.* from found f join portfolio_items i on i.id = f.id) p`
    const columns = sql`, (select instead from found limit 1) as instead`
    return worksPage(who, input, { me, from, conditions: isFeatured, columns })
  }
  const inCategory = categoryId === undefined ? [] : [sql`p.category_id = ${categoryId}::smallint`]
  return worksPage(who, input, {
    from: sql`portfolio_items p`,
    conditions: [sql`p.is_listed`, ...isFeatured, ...inCategory, ...notOfStrangers(who)],
  })
}

/** Pages of everybody are read for nobody; who is known reads their own. */
const notOfStrangers = (who: Who) =>
  'viewerId' in who && who.viewerId === null ? [] : [isNotBlocked(sql`p.creator_id`)]

/** One creator's works; their own view has those, too, whose picture is not ready. */
export const userWorksStatement = (
  who: Who,
  userId: string,
  input: ListInput,
): RawBuilder<ViewerPageRow & { isUser: boolean }> =>
  worksPage(who, input, {
    from: sql`portfolio_items p`,
    conditions: [sql`p.creator_id = ${userId}::uuid`, isShown],
    columns: sql`, exists (
      select 1 from users u where u.id = ${userId}::uuid
        and (not u.is_gone or ${viewerIsAdmin}) and not ${hasBlockedViewer(sql`u.id`)}) as "isUser"`,
  })

type KeptInput = ListInput & { order: KeptOrder }

const KEPT_IN = { saved: 'portfolio_saves', liked: 'portfolio_likes' } as const

/** What the viewer saved or likes and can still see. The id is that row's, as the index of saves has the order. */
export const keptWorksStatement = (who: Who, input: KeptInput): RawBuilder<ViewerPageRow> =>
  worksPage(who, input, {
    from: sql`(
      select s.item_id as id, s.created_at as kept_at, i.is_listed, i.creator_id
      from ${sql.table(KEPT_IN[input.order])} s join portfolio_items i on i.id = s.item_id
      where s.user_id = (select user_id from me)) p`,
    conditions: [isShown, isNotBlocked(sql`p.creator_id`)],
  })

/** Works with a tag: its rows are there only while their works hang. */
export const tagWorksStatement = (
  who: Who,
  tag: string,
  input: ListInput,
): RawBuilder<ViewerPageRow> =>
  worksPage(who, input, {
    from: sql`(
      select item_id as id, created_at from portfolio_tags where tag = tag_key(${tag}::text)) p`,
    conditions: [isNotBlocked(sql`(select i.creator_id from portfolio_items i where i.id = p.id)`)],
  })

const worksPage = <Row extends ViewerPageRow>(
  who: Who,
  { order, limit, after }: ListInput,
  list: PageList & { me?: RawBuilder<unknown> },
): RawBuilder<Row> =>
  pageStatement({ me: meTable(who), sort: SORTS[order], limit, after, shown: shownItem, ...list })

export async function listWorks(db: Database, who: Who, input: WorksInput): Promise<FoundPage> {
  const row = await onlyRow(db, worksStatement(who, input))
  const page = foundPage(input.order, row)
  return row.instead
    ? { ...page, headers: { [SEARCH_INSTEAD_HEADER]: writeInstead(row.instead) } }
    : page
}

export async function listKeptWorks(db: Database, who: Who, input: KeptInput): Promise<FoundPage> {
  return foundPage(input.order, await onlyRow(db, keptWorksStatement(who, input)))
}

export async function listTagWorks(
  db: Database,
  who: Who,
  tag: string,
  input: ListInput,
): Promise<FoundPage> {
  return foundPage(input.order, await onlyRow(db, tagWorksStatement(who, tag, input)))
}

/** Null JSON when there is no such person. */
export async function listUserWorks(
  db: Database,
  who: Who,
  userId: string,
  input: ListInput,
): Promise<FoundPage> {
  const row = await onlyRow(db, userWorksStatement(who, userId, input))
  return foundPage(input.order, row, row.isUser)
}

/** Which of these works the viewer likes and has saved, and which are by people with whom they share a block. */
export async function findFlags(db: Database, who: Who, ids: string[]): Promise<ViewerFlags> {
  const { rows } = await sql<ViewerFlags>`
    with ${meTable(who)}
    select (select user_id from me) as "viewerId", json_build_object(
      'isLiked', array(select item_id from portfolio_likes
        where user_id = (select user_id from me) and item_id = any (${ids}::uuid[])),
      'isSaved', array(select item_id from portfolio_saves
        where user_id = (select user_id from me) and item_id = any (${ids}::uuid[]))) as on,
      array(select p.id::text from portfolio_items p where p.id = any (${ids}::uuid[])
        and not ${isNotBlocked(sql`p.creator_id`)}) as hidden`.execute(db)
  return rows[0] ?? { viewerId: null, on: {}, hidden: [] }
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

export const findCategories = (db: Database, who: Who): Promise<Found> =>
  onlyRow(db, categoriesStatement(who))
