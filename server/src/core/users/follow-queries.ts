import { sql, type RawBuilder } from 'kysely'
import {
  microsOf,
  fetchedFor,
  olderThan,
  onlyRow,
  pageEnd,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import { createBatches, type Batched } from '../../db/batches.ts'
import type { Database } from '../../db/pool.ts'
import { statement } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { foundPage, type FoundPage, type TimePosition } from '../../http/paging.ts'
import { countFollows } from '../limits/daily-queries.ts'
import { sparing } from '../limits/sparing.ts'
import { meTable, type Who } from '../session/viewer-sql.ts'
import { isBlockBetween, hasBlockedViewer } from './block-sql.ts'

/** The most follows that one page of a search scans. */
export const MAX_SCANNED = 10_000

/**
 * Whether the viewer follows this person, and whether this person follows the viewer. No `exists`, because the planner
 * may turn that into a hash of everybody whom the viewer follows.
 */
export const followFlags = (userId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select true from follows f where f.follower_id = (select user_id from me)
    and f.followed_id = ${userId}) is not null as "isFollowing",
  (select true from follows f where f.follower_id = ${userId}
    and f.followed_id = (select user_id from me)) is not null as "followsViewer"`

/** The craft of a person is the most frequent category among this many newest works. */
const WORKS_OF_CRAFT = 20

/** The craft of the person in the row of `users` that the statement calls `user`; null without works. */
export const craftOf = (user: string): RawBuilder<string | null> => sql<string | null>`
  (select c.name from (
      select category_id from portfolio_items
      where creator_id = ${sql.table(user)}.id and is_listed and ${sql.table(user)}.is_creator
      order by created_at desc, id desc limit ${sql.lit(WORKS_OF_CRAFT)}) i
    join categories c on c.id = i.category_id
    group by c.id order by count(*) desc, c.id limit 1)`

/** The columns of the contract's Person from `users p`, with the viewer in `me`. */
export const personColumns: RawBuilder<unknown> = sql`
  p.id, p.handle, p.first_name as "firstName", p.last_name as "lastName",
  p.profile_image_url as "profileImageUrl", p.location, p.is_creator as "isCreator",
  ${craftOf('p')} as craft,
  ${followFlags(sql`p.id`)}`

export interface Follow {
  followerId: string
  followedId: string
  /** Null toggles it. */
  wanted: boolean | null
}

/** What a follow or its end led to. */
export interface FollowResult {
  isFollowing: boolean
  /** Right after it, before others of the same transaction. */
  followers: number
  hasMoved: boolean
}

const lockPeople = statement<null, { ids: string[] }, object>(
  (_, { ids }) => sql<object>`
    select from users where id = any (${ids}::uuid[]) order by id for no key update`,
)

interface FollowValues {
  followerIds: string[]
  followedIds: string[]
  wanted: (boolean | null)[]
}

type FollowRow = FollowResult & { place: number }

const changeFollows = statement<null, FollowValues, FollowRow>(
  (_, { followerIds, followedIds, wanted }) => sql<FollowRow>`
    with change as materialized (
      select w.place, w.follower_id, w.followed_id, o.was_on,
        coalesce(w.wanted, not o.was_on) as is_wanted
      from unnest(${followerIds}::uuid[], ${followedIds}::uuid[], ${wanted}::boolean[])
        with ordinality as w (follower_id, followed_id, wanted, place)
      join users a on a.id = w.follower_id and not a.is_gone
      join users b on b.id = w.followed_id and not b.is_gone
      cross join lateral (select exists (select 1 from follows f
        where f.follower_id = w.follower_id and f.followed_id = w.followed_id) as was_on) o
      where w.follower_id <> w.followed_id
        and not ${isBlockBetween(sql`w.follower_id`, sql`w.followed_id`)}),
    added as (
      insert into follows (follower_id, followed_id)
      select follower_id, followed_id from change where is_wanted and not was_on
      returning follower_id, followed_id),
    removed as (
      delete from follows f using change c
      where c.was_on and not c.is_wanted
        and f.follower_id = c.follower_id and f.followed_id = c.followed_id
      returning f.follower_id, f.followed_id),
    moved as (
      select follower_id, followed_id, 1 as by from added
      union all select follower_id, followed_id, -1 from removed),
    noticed as (
      insert into notices (kind, actor_id, followed_id, is_undone)
      select 'follow', follower_id, followed_id, by < 0 from moved),
    counts as (
      select id, sum(followers)::int as followers, sum(following)::int as following from (
        select followed_id as id, by as followers, 0 as following from moved
        union all select follower_id, 0, by from moved) m
      group by id),
    counted as (
      update users u set follower_count = u.follower_count + c.followers,
        following_count = u.following_count + c.following
      from counts c where u.id = c.id
      returning u.id, u.follower_count)
    select c.place::int as place, c.is_wanted as "isFollowing", c.is_wanted <> c.was_on as "hasMoved",
      (coalesce(n.follower_count, u.follower_count) - coalesce(sum(c.is_wanted::int - c.was_on::int)
        over (partition by c.followed_id order by c.place
          rows between 1 following and unbounded following), 0))::int as followers
    from change c join users u on u.id = c.followed_id left join counted n on n.id = c.followed_id`,
)

/** The most follows in one transaction. */
const MAX_FOLLOWS = 200

/**
 * Follows or unfollows; null when there is no such person, or when one of the two blocks the other. All people are
 * locked first, in the order of their ids, so that two who follow each other at once cannot deadlock. The second
 * statement starts after that and sees the rows, the counters and blocks as the last change left them.
 */
export function createFollows(
  deps: Pick<Deps, 'writes' | 'env' | 'now'>,
): Batched<Follow, FollowResult | null> {
  const { writes, env } = deps
  const write = createBatches<Follow, FollowResult | null>(
    async (follows) => {
      const followerIds = follows.map(({ followerId }) => followerId)
      const followedIds = follows.map(({ followedId }) => followedId)
      const [, rows] = await writes.together(
        lockPeople(null, { ids: [...new Set([...followerIds, ...followedIds])] }),
        changeFollows(null, {
          followerIds,
          followedIds,
          wanted: follows.map(({ wanted }) => wanted),
        }),
        countFollows(env, { followerIds, followedIds }),
      )
      const found = new Map(rows.map(({ place, ...result }) => [place, result]))
      return follows.map((_, at) => found.get(at + 1) ?? null)
    },
    {
      atMost: MAX_FOLLOWS,
      keyOf: ({ followerId, followedId }) => `${followerId} ${followedId}`,
    },
  )
  // Unfollowing is never refused.
  return sparing(write, deps, ({ followerId, wanted }) => `${followerId} ${wanted}`)
}

export type Side = 'followers' | 'following'

export interface PeopleInput {
  side: Side
  userId: string
  limit: number
  after: TimePosition | null
  /** Beginnings of words in the name; case and accents do not matter. */
  search: string | undefined
}

interface PeopleRow extends ViewerPageRow {
  isUser: boolean
}

const SIDES = {
  followers: { whose: sql`f.followed_id`, person: sql`f.follower_id` },
  following: { whose: sql`f.follower_id`, person: sql`f.followed_id` },
}

/**
 * A page of people, the newest follow first. A search scans a limited number of follows; if that does not fill the
 * page, the page is shorter or even empty, and its cursor continues after the last follow that was scanned.
 */
export function peopleStatement(
  who: Who,
  { side, userId, limit, after, search }: PeopleInput,
): RawBuilder<PeopleRow> {
  const { whose, person } = SIDES[side]
  const order = sql`order by f.created_at desc, ${person} desc`
  const passed = olderThan(sql`f.created_at`, person, after)
  const follows = sql`follows f where ${whose} = ${userId}::uuid ${passed}`
  const words =
    search === undefined
      ? sql``
      : sql`, words as materialized (
          select array_agg('% ' || word || '%') as patterns
          from unnest(string_to_array(search_text(${search}::text), ' ')) word where word <> '')`
  // The lateral row is fetched by its id and filtered afterwards, so that no plan searches the names of all people.
  const found =
    search === undefined
      ? sql`follows f join users u on u.id = ${person}
          where not u.is_gone and ${whose} = ${userId}::uuid ${passed}`
      : sql`(select f.* from ${follows} ${order} limit ${sql.lit(MAX_SCANNED)}) f
          cross join lateral (select * from users where users.id = ${person} offset 0) u
          where not u.is_gone and coalesce(
            ' ' || search_text(u.first_name || ' ' || u.last_name)
              like all ((select patterns from words)::text[]), true)`
  const endOfScanned =
    search === undefined
      ? sql`null`
      : sql`(select json_build_array(${microsOf(sql`f.created_at`)}, ${person})
          from ${follows} ${order} offset ${sql.lit(MAX_SCANNED - 1)} limit 1)`
  return sql<PeopleRow>`
    with ${meTable(who)}${words},
    page as materialized (
      select f.*, row_number() over (order by f.created_at desc, f.id desc) as place from (
        select u.id, u.handle, u.first_name, u.last_name, u.profile_image_url, u.location, u.is_creator,
          f.created_at, ${microsOf(sql`f.created_at`)} as key
        from ${found} ${order} limit ${fetchedFor(limit)}) f)
    select (select user_id from me) as "viewerId",
      exists (
        select 1 from users u where u.id = ${userId}::uuid and not u.is_gone
          and not ${hasBlockedViewer(sql`u.id`)}) as "isUser",
      coalesce(${pageEnd(limit)}, ${endOfScanned}) as last,
      (select coalesce(json_agg(t), '[]')::text from (
        select ${personColumns} from page p where p.place <= ${limit}::int order by p.place
      ) t) as json`
}

/** Null JSON when there is no such person. */
export async function listPeople(db: Database, who: Who, input: PeopleInput): Promise<FoundPage> {
  const row = await onlyRow(db, peopleStatement(who, input))
  return foundPage(input.side, row, row.isUser)
}
