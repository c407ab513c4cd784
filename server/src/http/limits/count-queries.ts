import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { TOO_LONG_MS, type SharedCount } from './counts.ts'

/** Whether the count `r` still lasts. */
const isRunning = sql`(r.ends_at > now()
  and r.ends_at < now() + ${sql.lit(TOO_LONG_MS)} * interval '1 millisecond')`

/**
 * Adds to the counts of these keys and returns what all servers have counted, in the order of the keys. A count begins
 * anew once its time is over. Rows are locked in order of their keys, so that servers never wait for each other in a
 * circle.
 */
export async function addCounts(
  db: Database,
  added: readonly SharedCount[],
): Promise<SharedCount[]> {
  const { rows } = await sql<SharedCount>`
    insert into request_counts as r (key, count, ends_at)
    select key, count, now() + ms * interval '1 millisecond'
    from unnest(${added.map(({ key }) => key)}::text[], ${added.map(({ count }) => count)}::int[],
      ${added.map(({ ms }) => ms)}::int[]) as t (key, count, ms)
    order by key
    on conflict (key) do update set
      count = case when ${isRunning} then r.count else 0 end + excluded.count,
      ends_at = case when ${isRunning} then r.ends_at else excluded.ends_at end
    returning key, count, ceil(extract(epoch from ends_at - now()) * 1000)::int as ms`.execute(db)
  return rows
}

export async function sweepCounts(db: Database): Promise<void> {
  await sql`delete from request_counts where ends_at < now()`.execute(db)
}
