import { sql } from 'kysely'
import type { Database } from '../src/db/pool.ts'

/**
 * The whole database as one figure, equal before and after what had no effect; but for sessions, the lists that reading
 * makes, the minutes that Plinth was up, and figures that a job folds.
 */
export async function digestOf(db: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('sessions', 'for_you_lists', 'uptime_days', 'tallies_due', 'creator_tallies',
        'work_tallies', 'source_tallies')
    order by 1`.execute(db)
  const parts = tables.map(
    ({ name }) =>
      sql`(select coalesce(md5(string_agg(r::text, ' ' order by r::text)), '') from ${sql.table(name)} r)`,
  )
  const { rows } = await sql<{ digest: string }>`
    select md5(concat_ws(' ', ${sql.join(parts)})) as digest`.execute(db)
  return rows[0]?.digest ?? ''
}
