import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { listFollowedPosts } from '@plinth/contract/posts/posts.ts'
import { sql, type RawBuilder } from 'kysely'
import { markedRows, rowColumns, type CardPageRow } from '../../../core/session/marked-sql.ts'
import { viewerPages, type PageInput } from '../../../core/session/viewer-page-sql.ts'
import { keyOf, type Who } from '../../../core/session/viewer-sql.ts'
import { microsOf, pastTime, timeOfMicros } from '../../../db/page-sql.ts'
import { decodeTimeCursor, type FoundPage } from '../../../http/paging.ts'
import { POST_ROWS, type PostReads } from '../post-card-queries.ts'
import { postPage } from '../post-list-queries.ts'

/** With this many follows it is faster to filter the newest posts than to read each person's posts. */
export const MANY_FOLLOWS = 400
/** Newest posts that are filtered for authors the viewer follows. Reading them takes about as long as a post of each person. */
export const MAX_FILTERED = 1_000
/** Name of the feed's order in its cursor. */
const FEED = 'feed'

interface FeedRow extends CardPageRow {
  /** The other statement is this viewer's: they follow so many people that this one read nothing, or so few that it was slower. */
  isOther: boolean
}

/**
 * Posts of the people the viewer follows, newest first. Only the people with the most recent posts can fill the page, so
 * the first step reads one post of each person and the second a page of those few. For viewers who follow very many
 * people, everybody's newest posts are filtered instead; if those do not fill the page, the two steps do.
 */
const feed = viewerPages<{ isOfMany: boolean }, object, FeedRow>(
  ({ isOfMany }, _, { me, fetched, after }) => {
    const passed =
      after === null
        ? sql``
        : sql`and (p.created_at, p.id) < (${timeOfMicros(after.key)}, ${after.id}::uuid)`
    const newestFirst = sql`order by p.created_at desc, p.id desc`
    const newestOf = (creator: RawBuilder<unknown>) => sql`
      select p.id, p.created_at from posts p
      where p.creator_id = ${creator} and p.is_visible ${passed} ${newestFirst}`
    const count = sql`(select following_count from me)`
    const followsMany = sql`(${count} >= ${sql.lit(MANY_FOLLOWS)})`
    // People who follow no more than fill a page need no first step.
    const posters = (isWanted: RawBuilder<unknown>) => sql`
      select f.followed_id from follows f
      where f.follower_id = (select user_id from me) and ${isWanted} and ${count} < ${fetched}
      union all (
        select f.followed_id from follows f
        cross join lateral (${newestOf(sql`f.followed_id`)} limit 1) p
        where f.follower_id = (select user_id from me) and ${isWanted} and ${count} >= ${fetched}
        ${newestFirst} limit ${fetched})`
    const twoSteps = (isWanted: RawBuilder<unknown>) => sql`
      select p.id, p.created_at from (${posters(isWanted)}) f
      cross join lateral (${newestOf(sql`f.followed_id`)} limit ${fetched}) p`
    const looked = sql`
      looked as materialized (
        select p.id, p.created_at from (
          select p.id, p.creator_id, p.created_at from posts p
          where p.is_visible ${passed} ${newestFirst} limit ${sql.lit(MAX_FILTERED)}) p
        where (select true from follows f
          where f.follower_id = (select user_id from me) and f.followed_id = p.creator_id)
        ${newestFirst} limit ${fetched})`
    const candidates = isOfMany
      ? sql`
        select id, created_at from looked where (select count(*) from looked) = ${fetched}
        union all ${twoSteps(sql`(select count(*) from looked) < ${fetched}`)}`
      : twoSteps(sql`not ${followsMany}`)
    // Most candidates are not on the page, so only their index is read for them.
    const rows = markedRows(POST_ROWS, {
      from: sql`(
        select p.id, page.created_at, ${rowColumns(POST_ROWS, 'p')}
        from (select p.id, p.created_at from (${candidates}) p ${newestFirst} limit ${fetched}) page
        join posts p on p.id = page.id) p`,
      key: microsOf(sql`p.created_at`),
      on: 'follows',
    })
    return sql<FeedRow>`
      with ${isOfMany ? sql`${me}, ${looked}` : me}
      select (select user_id from me) as "viewerId", ${rows} as rows,
        coalesce(${isOfMany ? sql`not ${followsMany}` : followsMany}, false) as "isOther"`
  },
)
export const feedStatement = (who: Who, page: PageInput, isOfMany: boolean) =>
  feed(who, page, { isOfMany }, {})

/** Readers who followed very many people when they last read, so that one statement is enough the next time. */
const readersOfMany = new Set<string>()
const MAX_READERS = 1_000

function remember(reader: string, followsMany: boolean): void {
  readersOfMany.delete(reader)
  if (!followsMany) return
  if (readersOfMany.size >= MAX_READERS) readersOfMany.clear()
  readersOfMany.add(reader)
}

export async function findFeed(
  posts: PostReads,
  who: Who,
  { limit = PAGE_SIZE, cursor }: QueryOf<typeof listFollowedPosts>,
): Promise<FoundPage> {
  const input = { limit, after: pastTime(decodeTimeCursor(cursor, FEED)) }
  const reader = keyOf(who)?.toString('base64') ?? ''
  const isOfMany = readersOfMany.has(reader)
  let found = await posts.reads.one(feedStatement(who, input, isOfMany))
  if (found.isOther) {
    remember(reader, !isOfMany)
    if (!isOfMany) found = await posts.reads.one(feedStatement(who, input, true))
  }
  return postPage(posts, who, FEED, found, limit)
}
