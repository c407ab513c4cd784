import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

export interface Stood {
  creatorId: string
  title: string
  wasVisible: boolean
}

/**
 * Takes a post out of everybody's sight and tells its author why; nothing when it is down already or gone. Whether it
 * is featured again once it is back is decided anew.
 */
export async function hidePost(
  trx: Database,
  { id, reason, at }: { id: string; reason: string; at: Date },
): Promise<Stood | undefined> {
  const { rows } = await sql<Stood>`
    with was as materialized (
      select id, creator_id, title, is_visible from posts
      where id = ${id}::uuid and taken_down_at is null for update),
    hidden as (
      update posts p set taken_down_at = ${at}, taken_down_reason = ${reason}, featured_at = null
      from was where p.id = was.id),
    noticed as (
      insert into notices (kind, actor_id, post_id) select 'standing', null, id from was)
    select creator_id as "creatorId", title, is_visible as "wasVisible" from was`.execute(trx)
  return rows[0]
}

/** Puts a post back where it hung and tells its author; nothing when it was not down, or is gone. */
export async function showPost(
  trx: Database,
  id: string,
): Promise<Omit<Stood, 'wasVisible'> | undefined> {
  const { rows } = await sql<Omit<Stood, 'wasVisible'>>`
    with shown as (
      update posts set taken_down_at = null, taken_down_reason = null
      where id = ${id}::uuid and taken_down_at is not null
      returning id, creator_id, title),
    noticed as (
      insert into notices (kind, actor_id, post_id) select 'standing', null, id from shown)
    select creator_id as "creatorId", title from shown`.execute(trx)
  return rows[0]
}

/** Whether there is such a post, and it is taken down. */
export async function isDown(trx: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from posts where id = ${id}::uuid and taken_down_at is not null`.execute(trx)
  return rows.length > 0
}
