import type { Landing } from '@plinth/contract/portfolios/landing.ts'
import { MAX_SEARCH_COUNT } from '@plinth/contract/search/search.ts'
import { sql } from 'kysely'
import { cardJson, pictureJson } from '../../core/media/media-sql.ts'
import { filterSql, worksMeant } from '../../core/search/search-sql.ts'
import { meTable } from '../../core/session/viewer-sql.ts'
import { dollarsOf } from '../../core/money/money-sql.ts'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { itemColumns, itemJoins } from './portfolio-sql.ts'

/** The works and people on the landing page. Every part reads a bounded number of works. */
export async function findLanding(db: Database): Promise<Landing> {
  const [pictures, discover] = await Promise.all([findPictures(db), findDiscover(db)])
  return { ...pictures, discover }
}

async function findPictures(db: Database): Promise<Omit<Landing, 'discover'>> {
  const statement = sql<{ landing: Omit<Landing, 'discover'> }>`
    with ${meTable({ viewerId: null })},
    featured as materialized (
      select id, creator_id, featured_at, pop from portfolio_items p
      where is_listed and not is_sensitive and featured_at is not null order by featured_at desc, id desc limit 60),
    skyline as materialized (
      select id, pop from (
        select distinct on (creator_id) * from featured order by creator_id, featured_at desc, id desc) one
      order by featured_at desc, id desc limit 5),
    popular as materialized (
      select id, creator_id, media_id, title, pop from portfolio_items
      where is_listed and not is_sensitive order by pop desc, id desc limit 60),
    doors as materialized (
      select c.id as category_id, c.slug, c.work_count, w.id, w.media_id from categories c
      cross join lateral (
        select p.id, p.media_id from (
          select id, media_id, pop from portfolio_items
          where is_listed and not is_sensitive and category_id = c.id order by pop desc, id desc limit 20) p
        join media m on m.id = p.media_id
        order by m.height > m.width desc, p.pop desc, p.id desc limit 1) w),
    showcase as materialized (
      select id, media_id, title, id in (select id from skyline) as in_skyline,
        id in (select id from doors) as in_door, pop from popular
      order by in_skyline, in_door, pop desc, id desc limit 4)
    select json_build_object(
      'skyline', (select coalesce(json_agg(t), '[]') from (
        select ${itemColumns} from skyline s join portfolio_items p on p.id = s.id ${itemJoins}
        order by s.pop, s.id) t),
      'doors', (select coalesce(json_agg(json_build_object(
          'slug', d.slug, 'workCount', d.work_count, 'picture', ${pictureJson()})
          order by d.category_id), '[]')
        from doors d join media m on m.id = d.media_id),
      'showcase', (select coalesce(json_agg(${cardJson('w')} order by w.pop desc, w.id desc), '[]')
        from showcase w join media m on m.id = w.media_id),
      'maker', (select row_to_json(u) from (
        select id, handle, first_name as "firstName", last_name as "lastName",
          profile_image_url as "profileImageUrl", location, work_count as "workCount",
          follower_count as followers
        from users where id in (select creator_id from popular)
          and is_creator and not is_gone and work_count > 0
        order by (profile_image_url is not null) desc, work_count desc, id limit 1) u)
    ) as landing`
  return (await onlyRow(db, statement)).landing
}

/**
 * An example search: of the most common tags of popular works, alone and in pairs, the one with the most results.
 * Searches that reach the maximum number of results are left out, since their count would be wrong.
 */
async function findDiscover(db: Database): Promise<Landing['discover']> {
  const { rows } = await sql<NonNullable<Landing['discover']>>`
    with popular as materialized (
      select tags from portfolio_items
      where is_listed and not is_sensitive order by pop desc, id desc limit 200),
    examples as materialized (
      (select tag as words from popular cross join lateral unnest(tags) tag
        group by tag order by count(*) desc, tag limit 4)
      union
      (select tags[1] || ' ' || tags[2] from popular where cardinality(tags) > 1
        group by 1 order by count(*) desc, 1 limit 4))
    select e.words as query, count(*)::int as "workCount",
      count(distinct p.creator_id)::int as "creatorCount",
      min(${dollarsOf(sql`p.starting_price_cents`)})::float8 as "fromPrice"
    from examples e cross join lateral search_meant(e.words, false, false, false) m
    cross join lateral ${worksMeant(filterSql({}))} f
    join portfolio_items p on p.id = f.id
    group by e.words having count(*) < ${sql.lit(MAX_SEARCH_COUNT)}
    order by count(*) desc, e.words limit 1`.execute(db)
  return rows[0] ?? null
}
