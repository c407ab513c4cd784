import { sql, type RawBuilder } from 'kysely'
import { meTable } from '../../../core/session/viewer-sql.ts'
import {
  microsOf,
  fetchedFor,
  olderThan,
  onlyRow,
  pageEnd,
  pageJson,
  type PageRow,
} from '../../../db/page-sql.ts'
import type { Database } from '../../../db/pool.ts'
import type { TimePosition } from '../../../http/paging.ts'
import { shownPost } from '../post-sql.ts'

/** With this many follows it is faster to filter the newest posts than to read each person's posts. */
export const MANY_FOLLOWS = 1_000
/** Newest posts that are filtered for authors the viewer follows. */
const MAX_FILTERED = 4_000

export interface FeedInput {
  limit: number
  after: TimePosition | null
}

/**
 * Posts of the people the viewer follows, newest first. Only the people with the most recent posts can fill the page, so
 * the first step reads one post of each person and the second a page of those few. For viewers who follow very many
 * people, everybody's newest posts are filtered instead; if those do not fill the page, the two steps do.
 */
export function feedStatement(viewerId: string, { limit, after }: FeedInput): RawBuilder<PageRow> {
  const fetched = fetchedFor(limit)
  const passed = olderThan(sql`p.created_at`, sql`p.id`, after)
  const newestFirst = sql`order by p.created_at desc, p.id desc`
  const newestOf = (creator: RawBuilder<unknown>) => sql`
    select p.id, p.created_at from posts p
    where p.creator_id = ${creator} and p.is_visible ${passed} ${newestFirst}`
  return sql<PageRow>`
    with ${meTable({ viewerId })},
    looked as materialized (
      select p.id, p.created_at from (
        select p.id, p.creator_id, p.created_at from posts p
        where p.is_visible ${passed} ${newestFirst} limit ${sql.lit(MAX_FILTERED)}) p
      where (select following_count from users where id = (select user_id from me)) >= ${sql.lit(MANY_FOLLOWS)}
        and (select true from follows f
          where f.follower_id = (select user_id from me) and f.followed_id = p.creator_id)
      ${newestFirst} limit ${fetched}),
    two_steps as materialized (
      select p.id, p.created_at from (
        select f.followed_id from follows f
        cross join lateral (${newestOf(sql`f.followed_id`)} limit 1) p
        where f.follower_id = (select user_id from me)
          and (select count(*) from looked) < ${fetched}
        ${newestFirst} limit ${fetched}) f
      cross join lateral (${newestOf(sql`f.followed_id`)} limit ${fetched}) p
      ${newestFirst} limit ${fetched}),
    page as materialized (
      select p.id, ${microsOf(sql`p.created_at`)} as key, row_number() over (${newestFirst}) as place
      from (
        select id, created_at from looked where (select count(*) from looked) = ${fetched}
        union all select id, created_at from two_steps) p)
    select ${pageEnd(limit)} as last, ${pageJson(limit, shownPost)} as json`
}

export const findFeed = (db: Database, viewerId: string, input: FeedInput): Promise<PageRow> =>
  onlyRow(db, feedStatement(viewerId, input))
