import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

/**
 * Both wishes leave the kept list as it is read, so that nothing moves under the reader, but too old to be shown from
 * its beginning again. The post and the person are held, so that neither goes while the wish is written.
 */
const outdated = (viewerId: string) => sql`
  update for_you_lists set made_at = '-infinity'
  where user_id = ${viewerId}::uuid and exists (select 1 from held)`

/** Keeps a post out of the viewer's For You, or puts it back; false when there is no such visible post. */
export async function setHidden(
  db: Database,
  { viewerId, postId, hidden }: { viewerId: string; postId: string; hidden: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    with held as materialized (
      select p.id from posts p join users u on u.id = p.creator_id
      where p.id = ${postId}::uuid and p.is_visible and u.suspended_at is null
      for key share of p),
    added as (
      insert into post_hides (user_id, post_id)
      select ${viewerId}::uuid, id from held where ${hidden}::boolean
      on conflict do nothing),
    removed as (
      delete from post_hides h using held
      where not ${hidden}::boolean and h.user_id = ${viewerId}::uuid and h.post_id = held.id),
    outdated as (${outdated(viewerId)})
    select id from held`.execute(db)
  return rows.length > 0
}

/** Shows less of somebody in the viewer's For You, or as before; false when there is no such person. */
export async function setDamped(
  db: Database,
  { viewerId, creatorId, less }: { viewerId: string; creatorId: string; less: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    with held as materialized (
      select id from users where id = ${creatorId}::uuid and suspended_at is null for key share),
    added as (
      insert into creator_dampings (user_id, creator_id)
      select ${viewerId}::uuid, id from held where ${less}::boolean
      on conflict do nothing),
    removed as (
      delete from creator_dampings d using held
      where not ${less}::boolean and d.user_id = ${viewerId}::uuid and d.creator_id = held.id),
    outdated as (${outdated(viewerId)})
    select id from held`.execute(db)
  return rows.length > 0
}
