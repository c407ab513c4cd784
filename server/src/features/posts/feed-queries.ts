import { sql, type RawBuilder } from 'kysely'
import { meTable } from '../../core/session/viewer-sql.ts'
import { microsOf, timeOfMicros } from '../../db/micros.ts'
import type { Database } from '../../db/pool.ts'
import type { TimePosition } from '../../http/paging.ts'
import { postColumns, postJoins } from './post-sql.ts'

/** From so many follows on, it is quicker to look who wrote the newest posts than what each one wrote. */
export const MANY_FOLLOWS = 1_000
/** Newest posts that are looked through for the authors the viewer follows. */
const MOST_LOOKED_THROUGH = 4_000

export interface FeedInput {
  limit: number
  after: TimePosition | null
}

export interface FeedRow {
  json: string
  last: [micros: number, id: string] | null
}

/**
 * Posts of the people the viewer follows, newest first. The newest page can only be by those followees whose newest
 * post is newest: one post of each is looked at, then a page of each of those few. Who follows very many gets the
 * first of everybody's newest posts that are by somebody followed; where these do not fill a page, the two steps do.
 */
export function feedStatement(viewerId: string, { limit, after }: FeedInput): RawBuilder<FeedRow> {
  const fetched = sql.lit(limit <= 20 ? 21 : 101)
  const passed =
    after === null
      ? sql``
      : sql`and (p.created_at, p.id) < (${timeOfMicros(after.micros)}, ${after.id}::uuid)`
  const newestFirst = sql`order by p.created_at desc, p.id desc`
  const newestOf = (creator: RawBuilder<unknown>) => sql`
    select p.id, p.created_at from posts p
    where p.creator_id = ${creator} and p.is_visible ${passed} ${newestFirst}`
  return sql<FeedRow>`
    with ${meTable({ viewerId })},
    looked as materialized (
      select p.id, p.created_at from (
        select p.id, p.creator_id, p.created_at from posts p
        where p.is_visible ${passed} ${newestFirst} limit ${sql.lit(MOST_LOOKED_THROUGH)}) p
      where (select following_count from users where id = (select user_id from me)) >= ${sql.lit(MANY_FOLLOWS)}
        and (select true from follows f
          where f.follower_id = (select user_id from me) and f.followed_id = p.creator_id)
        and (select u.suspended_at is null from users u where u.id = p.creator_id)
      ${newestFirst} limit ${fetched}),
    two_steps as materialized (
      select p.id, p.created_at from (
        select f.followed_id from follows f
        cross join lateral (${newestOf(sql`f.followed_id`)} limit 1) p
        where f.follower_id = (select user_id from me)
          and (select u.suspended_at is null from users u where u.id = f.followed_id)
          and (select count(*) from looked) < ${fetched}
        ${newestFirst} limit ${fetched}) f
      cross join lateral (${newestOf(sql`f.followed_id`)} limit ${fetched}) p
      ${newestFirst} limit ${fetched}),
    page as materialized (
      select p.id, p.created_at, row_number() over (${newestFirst}) as place from (
        select id, created_at from looked where (select count(*) from looked) = ${fetched}
        union all select id, created_at from two_steps) p)
    select
      (select json_build_array(${microsOf(sql`created_at`)}, id) from page where place = ${limit}::int
        and exists (select 1 from page where place > ${limit}::int)) as last,
      (select coalesce(json_agg(t), '[]')::text from (
        select ${postColumns} from page join posts p on p.id = page.id ${postJoins}
        where page.place <= ${limit}::int order by page.place
      ) t) as json`
}

export async function findFeed(db: Database, viewerId: string, input: FeedInput): Promise<FeedRow> {
  const { rows } = await feedStatement(viewerId, input).execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a page without a row')
  return row
}
