import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../db/pool.ts'

interface Preference {
  viewerId: string
  isOn: boolean
  table: 'post_hides' | 'creator_dampings'
  column: 'post_id' | 'creator_id'
  /** Selects and locks the post or person, so that it is not deleted while the preference is written. */
  held: RawBuilder<unknown>
}

/**
 * Adds or removes a preference; false when the post or person does not exist. The viewer's saved list keeps its order,
 * so that nothing moves while they read, but it expires: the next visit gets a new one.
 */
async function setPreference(
  db: Database,
  { viewerId, isOn, table, column, held }: Preference,
): Promise<boolean> {
  const { rows } = await sql`
    with held as materialized (${held}),
    added as (
      insert into ${sql.table(table)} (user_id, ${sql.ref(column)})
      select ${viewerId}::uuid, id from held where ${isOn}::boolean
      on conflict do nothing),
    removed as (
      delete from ${sql.table(table)} w using held
      where not ${isOn}::boolean and w.user_id = ${viewerId}::uuid and w.${sql.ref(column)} = held.id),
    outdated as (
      update for_you_lists set made_at = '-infinity'
      where user_id = ${viewerId}::uuid and exists (select 1 from held))
    select id from held`.execute(db)
  return rows.length > 0
}

/** Keeps a post out of the viewer's For You, or puts it back; false when there is no such visible post. */
export const setHidden = (
  db: Database,
  { viewerId, postId, hidden }: { viewerId: string; postId: string; hidden: boolean },
): Promise<boolean> =>
  setPreference(db, {
    viewerId,
    isOn: hidden,
    table: 'post_hides',
    column: 'post_id',
    held: sql`
      select id from posts where id = ${postId}::uuid and is_visible for key share`,
  })

/** Shows less of somebody in the viewer's For You, or as before; false when there is no such person. */
export const setDamped = (
  db: Database,
  { viewerId, creatorId, less }: { viewerId: string; creatorId: string; less: boolean },
): Promise<boolean> =>
  setPreference(db, {
    viewerId,
    isOn: less,
    table: 'creator_dampings',
    column: 'creator_id',
    held: sql`
      select id from users where id = ${creatorId}::uuid and not is_gone for key share`,
  })
