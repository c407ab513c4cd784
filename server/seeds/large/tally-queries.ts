import { sql } from 'kysely'
import type { Database } from '../../src/db/pool.ts'

/** What invented works and posts were looked at, as the triggers would note it. Marks of their owners don't count. */
const WORK_VIEWS = sql`
  select i.creator_id, i.id as item_id, look_slot(v.day) as slot, v.source
  from portfolio_views v join portfolio_items i on i.id = v.item_id and i.creator_id <> v.viewer_id
  where i.id in (select id from load_items)`
const POST_VIEWS = sql`
  select p.creator_id, look_slot(v.day) as slot, v.source
  from post_views v join posts p on p.id = v.post_id and p.creator_id <> v.viewer_id
  where p.id in (select id from load_posts)`
const WORK_LIKES = sql`
  select i.creator_id, i.id as item_id, slot_of(l.created_at) as slot
  from portfolio_likes l join portfolio_items i on i.id = l.item_id and i.creator_id <> l.user_id
  where i.id in (select id from load_items)`

const marksOfWorks = (table: string) => sql`
  select i.creator_id, slot_of(m.created_at) as slot
  from ${sql.table(table)} m join portfolio_items i on i.id = m.item_id and i.creator_id <> m.user_id
  where i.id in (select id from load_items)`
const marksOfPosts = (table: string) => sql`
  select p.creator_id, slot_of(m.created_at) as slot
  from ${sql.table(table)} m join posts p on p.id = m.post_id and p.creator_id <> m.user_id
  where p.id in (select id from load_posts)`

/** Inserts the tallies of all loaded marks as the job would leave them, so that it has nothing to fold. */
export async function insertTallies(db: Database): Promise<void> {
  await sql`
    insert into creator_tallies (creator_id, grain, slot, views, likes, saves)
    select creator_id, grain, tally_begin(grain, slot), sum(views), sum(likes), sum(saves) from (
      select creator_id, slot, 1 as views, 0 as likes, 0 as saves from (${WORK_VIEWS}) one
      union all select creator_id, slot, 1, 0, 0 from (${POST_VIEWS}) one
      union all select creator_id, slot, 0, 1, 0 from (${WORK_LIKES}) one
      union all select creator_id, slot, 0, 1, 0 from (${marksOfPosts('post_likes')}) one
      union all select creator_id, slot, 0, 0, 1 from (${marksOfWorks('portfolio_saves')}) one
      union all select creator_id, slot, 0, 0, 1 from (${marksOfPosts('post_saves')}) one) t
    cross join (values ('quarter'::tally_grain), ('hour')) g (grain)
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  await sql`
    insert into work_tallies (creator_id, grain, slot, item_id, views, likes)
    select creator_id, grain, tally_begin(grain, slot), item_id, sum(views), sum(likes)
    from (
      select creator_id, item_id, slot, 1 as views, 0 as likes from (${WORK_VIEWS}) one
      union all select creator_id, item_id, slot, 0, 1 from (${WORK_LIKES}) one) t
    cross join (values ('quarter'::tally_grain), ('hour'), ('day'), ('month')) g (grain)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  await sql`
    insert into source_tallies (creator_id, grain, slot, source, views)
    select creator_id, grain, tally_begin(grain, slot), source, count(*)
    from (
      select creator_id, slot, source from (${WORK_VIEWS}) one
      union all select creator_id, slot, source from (${POST_VIEWS}) one) t
    cross join (values ('quarter'::tally_grain), ('hour'), ('day'), ('month')) g (grain)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
}
