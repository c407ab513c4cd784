import { sql, type RawBuilder } from 'kysely'
import { meTable, type Who } from '../../../core/session/viewer-sql.ts'
import { isNotBlocked } from '../../../core/users/block-sql.ts'
import {
  byNumber,
  onlyRow,
  pageStatement,
  type PageRow,
  type ViewerPageRow,
} from '../../../db/page-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { isPromoted, postColumns, postJoins, shownPost } from '../post-sql.ts'
import { POPULAR, POPULAR_TEXT, RANKING_VERSION } from './for-you-weights.ts'

/** A reload within this time shows the same order. */
const KEPT_SECONDS = 60

export interface KeptInput {
  /** How many of the list's posts stand before the page. */
  position: number
  limit: number
  /** Only a list that may still be shown from its beginning. */
  fresh: boolean
}

export interface KeptRow {
  viewerId: string | null
  /** Null when there is no list to read from. */
  listId: string | null
  hasMore: boolean
  json: string
}

/**
 * A page of the viewer's kept list, by place. What has gone, was hidden or cannot be seen any more since the list was
 * made is left out, and nothing moves up into its place.
 */
export function keptStatement(
  who: Who,
  { position, limit, fresh }: KeptInput,
): RawBuilder<KeptRow> {
  const usable = fresh
    ? sql`and l.ranking_version = ${RANKING_VERSION}::smallint and cardinality(l.post_ids) > 0
        and l.made_at > now() - ${sql.lit(KEPT_SECONDS)} * interval '1 second'`
    : sql``
  return sql<KeptRow>`
    with ${meTable(who)},
    list as materialized (
      select l.id, l.post_ids, l.reasons from for_you_lists l
      where l.user_id = (select user_id from me) ${usable}),
    page as materialized (
      select t.id, t.reasons, t.place from list l
      cross join lateral rows from (unnest(l.post_ids), jsonb_array_elements(l.reasons))
        with ordinality t(id, reasons, place)
      where t.place > ${position}::bigint and t.place <= ${position + limit}::bigint)
    select (select user_id from me) as "viewerId", (select id from list) as "listId",
      coalesce((select cardinality(post_ids) from list) > ${position + limit}::bigint, false) as "hasMore",
      (select coalesce(json_agg(t), '[]')::text from (
        select ${postColumns}, ${isPromoted} as "isPromoted", page.reasons
        from page join posts p on p.id = page.id ${postJoins}
        where p.is_visible and ${isNotBlocked(sql`p.creator_id`)}
          and (select true from post_hides h
            where h.user_id = (select user_id from me) and h.post_id = p.id) is null
        order by page.place
      ) t) as json`
}

export const findKept = (db: Database, who: Who, input: KeptInput): Promise<KeptRow> =>
  onlyRow(db, keptStatement(who, input))

export interface PopularInput {
  limit: number
  after: { key: number; id: string } | null
}

/** What is popular now, for visitors. */
export const popularStatement = ({ limit, after }: PopularInput): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable({ viewerId: null }),
    from: sql`posts p`,
    conditions: [sql`p.is_visible`],
    sort: byNumber(sql`p.hot`, 'float8'),
    limit,
    after,
    shown: {
      ...shownPost,
      columns: sql`${postColumns}, ${isPromoted} as "isPromoted", case
        when p.created_at > now() - ${sql.lit(POPULAR.age / 1000)} * interval '1 second'
          and p.like_count + p.comment_count >= ${sql.lit(POPULAR.actions)}
        then json_build_array(json_build_object('kind', 'popular', 'text', ${sql.lit(POPULAR_TEXT)}))
        else '[]' end as reasons`,
    },
  })

export const findPopular = (db: Database, input: PopularInput): Promise<PageRow> =>
  onlyRow(db, popularStatement(input))
