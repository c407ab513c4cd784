import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import { isUsed } from '../media-queries.ts'
import { MAKE_PLAY, RENDER, RENDER_LARGE } from '../media-rules.ts'

/** Extension of the original of a file that has no row, so that its objects must go; else null. */
export async function findRemoval(db: Database, mediaId: string): Promise<string | null> {
  const { rows } = await sql<{ extension: string }>`
    select extension from media_removals r where media_id = ${mediaId}::uuid
      and not exists (select 1 from media m where m.id = r.media_id)`.execute(db)
  return rows[0]?.extension ?? null
}

export async function deleteRemoval(db: Database, mediaId: string): Promise<void> {
  await db.deleteFrom('media_removals').where('media_id', '=', mediaId).execute()
}

/** Objects without rows. Younger ones may belong to an upload that is coming in. */
export async function findOldRemovals(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with mistaken as (
      -- Two finished the same upload at once, and the second was cut off.
      delete from media_removals r where created_at < now() - interval '1 hour'
        and exists (select 1 from media m where m.id = r.media_id))
    select media_id as id from media_removals r
    where created_at < now() - interval '1 hour'
      and not exists (select 1 from media m where m.id = r.media_id)
    order by created_at limit 1000`.execute(db)
  return rows.map((row) => row.id)
}

/** Uploads that their owner has not put to use within a day. */
export async function findUnused(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from media m
    where m.created_at < now() - interval '24 hours' and not ${isUsed}
    order by m.created_at limit 1000`.execute(db)
  return rows.map((row) => row.id)
}

/** Files in the making that no job is making: their last one was cut off with its process. */
export async function findStuck(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from media m
    where m.state in ('uploaded', 'processing')
      and not exists (select 1 from pgboss.job j where j.name in (${RENDER}, ${MAKE_PLAY})
        and j.state < 'completed'
        and j.data ->> 'mediaId' = m.id::text)
    order by m.created_at limit 1000`.execute(db)
  return rows.map((row) => row.id)
}

/** Files that lack something whose last job ended with its process, so that nobody has said so. */
export async function findGivenUp(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from pgboss.job j join media m on m.id::text = j.data ->> 'mediaId'
    where j.name = ${RENDER_LARGE} and j.state = 'failed' and m.state = 'ready'
      and m.later_failure is null
      and not exists (select 1 from pgboss.job later where later.name = j.name
        and later.data ->> 'mediaId' = j.data ->> 'mediaId' and later.created_on > j.created_on)
    limit 1000`.execute(db)
  return rows.map((row) => row.id)
}
