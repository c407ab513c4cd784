import type { AdminWork, WorkFilter } from '@plinth/contract/moderation/admin.ts'
import { sql, type RawBuilder } from 'kysely'
import {
  candidatesOf,
  isReported,
  reportCount,
  takedownColumns,
} from '../../core/audit/moderated-sql.ts'
import { meTable } from '../../core/session/viewer-sql.ts'
import {
  byTime,
  onlyRow,
  pageJson,
  pageStatement,
  pastTime,
  type Shown,
  type Sort,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../http/paging.ts'
import { shownItem } from './portfolio-sql.ts'
import { moveCategoryCounts } from './portfolio-write-queries.ts'

const newest = byTime(sql`p.created_at`)
/** Each has an index in its order, except `reported`, which is few. */
const FILTERS: Record<WorkFilter, { sort: Sort; is: RawBuilder<unknown>[] }> = {
  all: { sort: newest, is: [] },
  featured: { sort: newest, is: [sql`p.featured_at is not null`] },
  reported: { sort: newest, is: [isReported('portfolio')] },
  taken_down: { sort: byTime(sql`p.taken_down_at`), is: [sql`p.taken_down_at is not null`] },
}

const { counted, joins } = reportCount('portfolio')
const shown: Shown = {
  table: 'portfolio_items',
  columns: sql`${shownItem.columns}, ${counted}, ${takedownColumns}`,
  joins: sql`${shownItem.joins} ${joins}`,
}

export interface AdminWorksInput {
  adminId: string
  filter: WorkFilter
  search: string
  limit: number
  after: TimePosition | null
}

/** A page of everybody's works. */
export const adminWorksStatement = ({
  adminId,
  filter,
  search,
  limit,
  after,
}: AdminWorksInput): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable({ viewerId: adminId }),
    sort: FILTERS[filter].sort,
    from: candidatesOf('portfolio_items', {
      search,
      kind: filter === 'reported' ? 'portfolio' : null,
    }),
    // What was never shown to anybody is nobody else's business.
    conditions: [sql`p.state not in ('draft', 'scheduled')`, ...FILTERS[filter].is],
    limit,
    after: pastTime(after),
    shown,
  })

export async function listAdminWorks(
  db: Database,
  input: AdminWorksInput,
): Promise<Page<AdminWork>> {
  const { json, last } = await onlyRow(db, adminWorksStatement(input))
  return new Page(JSON.parse(json) as AdminWork[], cursorAfter(input.filter, last))
}

/** One work, taken down or not; null when there is none. */
export async function findAdminWork(
  db: Database,
  adminId: string,
  id: string,
): Promise<AdminWork | null> {
  const { json } = await onlyRow(
    db,
    sql<{ json: string }>`
      with ${meTable({ viewerId: adminId })},
      page as materialized (select ${id}::uuid as id, 1 as place)
      select ${pageJson(1, shown)} as json`,
  )
  const [work] = JSON.parse(json) as AdminWork[]
  return work ?? null
}

/**
 * Starts or stops featuring a locked work, and notifies its creator when it is newly featured by somebody else. False
 * when it is taken down, since such a work cannot be featured.
 */
export async function setFeatured(
  db: Database,
  adminId: string,
  { id, isFeatured }: { id: string; isFeatured: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    with was as materialized (
      select id, creator_id, featured_at from portfolio_items
      where id = ${id}::uuid and not (taken_down_at is not null and ${isFeatured}::boolean)),
    noticed as (
      insert into notices (kind, actor_id, item_id)
      select 'feature', null, id from was
      where ${isFeatured}::boolean and featured_at is null and creator_id <> ${adminId}::uuid)
    update portfolio_items p set updated_at = now(),
      featured_at = case when ${isFeatured}::boolean then coalesce(p.featured_at, now()) end
    from was where p.id = was.id returning p.id`.execute(db)
  return rows.length > 0
}

/** The fields of a work that an admin can change. */
export interface EditableFields {
  title: string
  description: string
  isFeatured: boolean
}

export async function findEditableFields(db: Database, id: string): Promise<EditableFields> {
  return db
    .selectFrom('portfolio_items')
    .select(['title', 'description', sql<boolean>`featured_at is not null`.as('isFeatured')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export interface ModeratedWork {
  creatorId: string
  title: string
}

/**
 * Hides a locked work from everybody and notifies its creator; undefined when it is already down. Also stops featuring
 * it: an admin decides again once it is back.
 */
export async function takeDownWork(
  trx: Database,
  { id, reason, at }: { id: string; reason: string; at: Date },
): Promise<ModeratedWork | undefined> {
  const { rows } = await sql<ModeratedWork>`
    with was as materialized (
      select id, creator_id, title, category_id, is_listed from portfolio_items
      where id = ${id}::uuid and taken_down_at is null),
    hidden as (
      update portfolio_items p set is_listed = false, featured_at = null, taken_down_at = ${at},
        taken_down_reason = ${reason}
      from was where p.id = was.id),
    noticed as (
      insert into notices (kind, actor_id, item_id) select 'standing', null, id from was),
    ${moveCategoryCounts(sql`select category_id, -1 as by from was where is_listed`)}
    select creator_id as "creatorId", title from was`.execute(trx)
  return rows[0]
}

/** Makes a locked work visible again and notifies its creator; undefined when it was not down. */
export async function putBackWork(trx: Database, id: string): Promise<ModeratedWork | undefined> {
  const { rows } = await sql<ModeratedWork>`
    with shown as (
      update portfolio_items p set taken_down_at = null, taken_down_reason = null,
        is_listed = not p.author_gone and p.state = 'published'
          and exists (select 1 from media m where m.id = p.media_id and m.state = 'ready')
      where p.id = ${id}::uuid and p.taken_down_at is not null
      returning p.id, p.creator_id, p.title, p.category_id, p.is_listed),
    noticed as (
      insert into notices (kind, actor_id, item_id) select 'standing', null, id from shown),
    ${moveCategoryCounts(sql`select category_id, 1 as by from shown where is_listed`)}
    select creator_id as "creatorId", title from shown`.execute(trx)
  return rows[0]
}
