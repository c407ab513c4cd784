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

export interface SampleViewers {
  /** Follows a few people. */
  member: string
  /** Follows more people than anybody else. */
  eager: string
  /** People whose For You is made for the first time. */
  crowd: string[]
  /** Much used. */
  tag: string
  postId: string
}

/** With whose eyes posts are read, and what is looked at. */
export async function sampleViewers(db: Database): Promise<SampleViewers> {
  const { rows } = await sql<SampleViewers>`
    select
      (select id from users where following_count between 5 and 30 order by md5(id::text) limit 1) as member,
      (select id from users order by following_count desc, id limit 1) as eager,
      array(select id::text from users where following_count > 0 order by md5('crowd' || id) limit 50) as crowd,
      (select tag from (select tag from post_tags limit 10000) t
        group by tag order by count(*) desc, tag limit 1) as tag,
      (select id from posts where is_visible order by md5(id::text) limit 1) as "postId"`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('There is nobody to read posts.')
  return row
}
