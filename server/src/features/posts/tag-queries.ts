import { MAX_TAG_COUNT } from '@plinth/contract/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import { meTable, type Who } from '../../core/session/viewer-sql.ts'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { HotResult, HotRow } from '../../http/mount.ts'

/** How many of a tag's newest works, and of its newest posts, are read for related tags. */
const RELATED_FROM = 100
const MAX_RELATED = 5

/**
 * A tag's page. Counts stop at a maximum. Creators are counted only if neither count reached it, since the number would
 * be too small otherwise. `offset 0` keeps the planner from reading all tags to join them.
 */
export const tagStatement = (who: Who, tag: string): RawBuilder<HotRow> => {
  const [most, newest] = [sql.lit(MAX_TAG_COUNT), sql.lit(RELATED_FROM)]
  return sql<HotRow>`
    with ${meTable(who)},
    key as materialized (select tag_key(${tag}::text) as tag),
    works as materialized (
      select item_id, created_at from portfolio_tags where tag = (select tag from key)
      order by created_at desc, item_id desc limit ${most}),
    shown as materialized (
      select post_id, created_at from post_tags where tag = (select tag from key)
      order by created_at desc, post_id desc limit ${most}),
    counts as materialized (
      select (select count(*) from works) as works, (select count(*) from shown) as posts),
    beside as (
      select t.tag from (select item_id from works order by created_at desc, item_id desc limit ${newest}) w
        cross join lateral (select tag from portfolio_tags where item_id = w.item_id offset 0) t
      union all
      select t.tag from (select post_id from shown order by created_at desc, post_id desc limit ${newest}) s
        cross join lateral (select tag from post_tags where post_id = s.post_id offset 0) t)
    select (select user_id from me) as "viewerId", json_build_object(
      'tag', (select tag from key),
      'workCount', counts.works,
      'postCount', counts.posts,
      'creatorCount', case when greatest(counts.works, counts.posts) < ${most} then (
        select count(*) from (
          select (select creator_id from portfolio_items i where i.id = w.item_id) from works w
          union
          select (select creator_id from posts p where p.id = s.post_id) from shown s) makers) end,
      'related', array(
        select tag from beside where tag <> (select tag from key)
        group by tag order by count(*) desc, tag limit ${sql.lit(MAX_RELATED)})
    )::text as json
    from counts`
}

export const findTag = (db: Database, who: Who, tag: string): Promise<HotResult> =>
  onlyRow(db, tagStatement(who, tag))
