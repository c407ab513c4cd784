import { sql } from 'kysely'
import type { Database } from '../src/db/pool.ts'

/** Works from all over the wall with their place in it: the time they were hung, in microseconds. */
export async function sampleWorks(
  db: Database,
  count: number,
): Promise<{ id: string; key: number }[]> {
  const { rows } = await sql<{ id: string; key: number }>`
    select id, key::float8 as key from (
      select id, (extract(epoch from created_at) * 1000000)::bigint as key,
        row_number() over (order by created_at desc, id desc) as place, count(*) over () as works
      from portfolio_items where is_listed) t
    where place % greatest(1, works / ${count}::int) = 0
    order by md5(id::text) limit ${count}::int`.execute(db)
  return rows
}
