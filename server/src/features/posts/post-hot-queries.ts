import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

/** Each of this many seconds of age weighs as much as ten times the applause. */
export const HEAT_SECONDS = 172_800

/**
 * Popularity with age inside: log10(1 + likes + 2·saves + 3·comments), and the time of posting. Locked in one order;
 * what has not moved is not written.
 */
export async function warmPosts(db: Database, ids: readonly string[]): Promise<void> {
  await sql`
    with heats as (
      select id, log(1 + like_count + 2 * save_count + 3 * comment_count)
        + extract(epoch from created_at)::float8 / ${sql.lit(HEAT_SECONDS)} as hot
      from posts where id = any (${ids}::uuid[]) order by id for no key update)
    update posts p set hot = h.hot from heats h where p.id = h.id and p.hot <> h.hot`.execute(db)
}
