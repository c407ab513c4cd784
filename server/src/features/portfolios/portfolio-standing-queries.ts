import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { moveCategoryCounts } from './portfolio-write-queries.ts'

export interface Stood {
  creatorId: string
  title: string
}

/**
 * Takes a held work off everybody's walls and tells its creator why; nothing when it is down already. Whether it is
 * featured again once it is back is decided anew.
 */
export async function hideWork(
  trx: Database,
  { id, reason, at }: { id: string; reason: string; at: Date },
): Promise<Stood | undefined> {
  const { rows } = await sql<Stood>`
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

/** Hangs a held work again where it hung, and tells its creator; nothing when it was not down. */
export async function showWork(trx: Database, id: string): Promise<Stood | undefined> {
  const { rows } = await sql<Stood>`
    with shown as (
      update portfolio_items p set taken_down_at = null, taken_down_reason = null,
        is_listed = not p.author_gone
          and exists (select 1 from media m where m.id = p.media_id and m.state = 'ready')
      where p.id = ${id}::uuid and p.taken_down_at is not null
      returning p.id, p.creator_id, p.title, p.category_id, p.is_listed),
    noticed as (
      insert into notices (kind, actor_id, item_id) select 'standing', null, id from shown),
    ${moveCategoryCounts(sql`select category_id, 1 as by from shown where is_listed`)}
    select creator_id as "creatorId", title from shown`.execute(trx)
  return rows[0]
}
