import { sql, type RawBuilder } from 'kysely'
import { isNotBlocked, isBlockBetween } from '../../../core/users/block-sql.ts'
import type { Database } from '../../../db/pool.ts'
import type { Candidate, Taste, ViewerTaste } from './score.ts'
import { RANKING } from './weights.ts'

/** How many rows of each kind are read. Every number bounds a scan of one index. */
const DONE = 200
const HIDDEN = 100
const FOLLOWED = { people: 300, postsOfEach: 3, posts: 80 }
const POSTS_OF_TAG = 20
const POSTS_OF_CATEGORY = 30
const HOTTEST = 80
const NEWEST = 40
/** Reads this many of the newest creators, and takes up to 20 who have posted. */
const NEW_CREATORS = { lookedThrough: 200, people: 20 }
/**
 * A post counts as seen for this many days, including today. Each day since it was posted costs one index lookup in its
 * views. Somebody who saw little in these days is new here.
 */
const SEEN_DAYS = 90
const DAY_MS = 86_400_000

interface TasteRow {
  tags: (Taste & { tag: string })[]
  categories: (Taste & { id: number })[]
  isNewHere: boolean
}

/**
 * The tags and categories of what the viewer last liked, saved, picked when they joined or marked "not for me". A pick
 * counts as a like, and once if they like the work as well. Likes of works, picks and hides have no index by time;
 * their ids are sorted by time and used instead. `offset 0` keeps the tags' tables from being read as a whole.
 */
export const tasteStatement = (viewerId: string): RawBuilder<TasteRow> => sql<TasteRow>`
  with me as materialized (select ${viewerId}::uuid as user_id),
  done as materialized (
    select * from (
      (select 'like' as what, post_id, null::uuid as item_id, created_at from post_likes
        where user_id = (select user_id from me)
        order by created_at desc, post_id desc limit ${sql.lit(DONE)})
      union all
      (select 'save', post_id, null, created_at from post_saves
        where user_id = (select user_id from me)
        order by created_at desc, post_id desc limit ${sql.lit(DONE)})
      union all
      (select 'like', null, item_id, created_at from portfolio_likes
        where user_id = (select user_id from me) order by item_id desc limit ${sql.lit(DONE)})
      union all
      (select 'save', null, item_id, created_at from portfolio_saves
        where user_id = (select user_id from me)
        order by created_at desc, item_id desc limit ${sql.lit(DONE)})
      union all
      (select 'like', null, item_id, created_at from tastes t
        where user_id = (select user_id from me)
          and not ${isThere(sql`portfolio_likes r where r.user_id = t.user_id and r.item_id = t.item_id`)}
        order by item_id desc limit ${sql.lit(DONE)})) d
    order by created_at desc limit ${sql.lit(DONE)}),
  acts as materialized (
    select what, post_id, item_id from done
    union all
    (select 'hide', post_id, null from post_hides where user_id = (select user_id from me)
      order by post_id desc limit ${sql.lit(HIDDEN)}))
  select
    (select coalesce(json_agg(t), '[]') from (
      select tag, ${countsOfActs} from (
        select a.what, t.tag from acts a
        cross join lateral (select tag from post_tags where post_id = a.post_id offset 0) t
        union all
        select a.what, t.tag from acts a
        cross join lateral (select tag from portfolio_tags where item_id = a.item_id offset 0) t) a
      group by tag) t) as tags,
    (select coalesce(json_agg(t), '[]') from (
      select category_id as id, ${countsOfActs} from (
        select a.what, p.category_id from acts a join posts p on p.id = a.post_id
        where p.category_id is not null
        union all
        select a.what, i.category_id from acts a join portfolio_items i on i.id = a.item_id) a
      group by category_id) t) as categories,
    (select count(*) from (
      select from post_views where viewer_id = (select user_id from me) and ${isRecent(sql`day`)}
      limit ${sql.lit(RANKING.opening.seen)}) v) < ${sql.lit(RANKING.opening.seen)} as "isNewHere"`

/** The day this many days from now, as the server's clock says. */
const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** The days whose views may count, with one more on each side, because the clock of the database says which it is. */
const countingDays = () => ({ from: dayAfter(-SEEN_DAYS), to: dayAfter(1) })

/** Whether a view may still count, as a range that leaves out the partitions of all other months. */
function isRecent(day: RawBuilder<unknown>): RawBuilder<unknown> {
  const { from, to } = countingDays()
  return sql`${day} between ${from}::date and ${to}::date`
}

/**
 * Whether the viewer has not seen post `p`. Each month is asked by itself, for its own days since the post was made:
 * otherwise each partition would be asked for the days of all.
 */
function isUnseen(): RawBuilder<unknown> {
  const { from, to } = countingDays()
  const parts: RawBuilder<unknown>[] = []
  for (let first = from; first <= to;) {
    const [year = 0, month = 0] = first.split('-').map(Number)
    const next = new Date(Date.UTC(year, month)).toISOString().slice(0, 10)
    parts.unshift(isUnseenFrom(first, next))
    first = next
  }
  return sql.join(parts, sql` and `)
}

const isUnseenFrom = (first: string, next: string) => sql`
  not ${isThere(sql`post_views r where r.post_id = p.id and r.viewer_id = (select user_id from me)
    and r.day >= ${first}::date and r.day < ${next}::date
    and r.day = any (array(select ${first}::date + d from generate_series(
      greatest(0, t.today - ${sql.lit(SEEN_DAYS - 1)} - ${first}::date,
        (p.created_at at time zone 'utc')::date - ${first}::date),
      least(t.today, ${next}::date - 1) - ${first}::date) d))
    and (p.created_at at time zone 'utc')::date < ${next}::date limit 1`)}`

const countsOfActs = sql`
  count(*) filter (where a.what = 'like') as likes,
  count(*) filter (where a.what = 'save') as saves,
  count(*) filter (where a.what = 'hide') as hides`

export async function findTaste(db: Database, viewerId: string): Promise<ViewerTaste> {
  const { rows } = await tasteStatement(viewerId).execute(db)
  const { tags, categories, isNewHere } = rows[0] ?? { tags: [], categories: [], isNewHere: true }
  return {
    isNewHere,
    tags: new Map(tags.map(({ tag, ...taste }) => [tag, taste])),
    categories: new Map(categories.map(({ id, ...taste }) => [id, taste])),
  }
}

export interface Wanted {
  tags: readonly string[]
  categories: readonly number[]
}

/**
 * The new posts worth ranking for the viewer: by people they follow, with tags or in categories they like, the most
 * popular, by new creators, and the newest. Each source is read from an index. What the viewer has seen, liked or saved
 * is not new.
 */
export const candidatesStatement = (
  viewerId: string,
  { tags, categories }: Wanted,
): RawBuilder<Candidate> => sql<Candidate>`
  with me as materialized (select ${viewerId}::uuid as user_id),
  followed as (
    select p.id from (
      select followed_id from follows where follower_id = (select user_id from me)
      order by created_at desc, followed_id desc limit ${sql.lit(FOLLOWED.people)}) f
    cross join lateral (
      select p.id, p.created_at from posts p where p.creator_id = f.followed_id and p.is_visible
      order by p.created_at desc, p.id desc limit ${sql.lit(FOLLOWED.postsOfEach)}) p
    order by p.created_at desc, p.id desc limit ${sql.lit(FOLLOWED.posts)}),
  tagged as (
    select p.post_id as id from unnest(${tags}::text[]) wanted
    cross join lateral (
      select post_id from post_tags where tag = wanted
      order by created_at desc, post_id desc limit ${sql.lit(POSTS_OF_TAG)}) p),
  in_categories as (
    select p.id from unnest(${categories}::smallint[]) wanted
    cross join lateral (
      select id from posts where category_id = wanted and is_visible
      order by hot desc, id desc limit ${sql.lit(POSTS_OF_CATEGORY)}) p),
  hottest as (
    select id from posts where is_visible order by hot desc, id desc limit ${sql.lit(HOTTEST)}),
  by_newcomers as (
    select p.id from (
      select id from (
        select id, created_at, post_count from users
        where is_creator and not is_gone
          and created_at > now() - ${sql.lit(RANKING.newcomer.age / 1000)} * interval '1 second'
        order by created_at desc, id desc limit ${sql.lit(NEW_CREATORS.lookedThrough)}) u
      where post_count > 0
      order by created_at desc, id desc limit ${sql.lit(NEW_CREATORS.people)}) u
    cross join lateral (
      select p.id from posts p where p.creator_id = u.id and p.is_visible
      order by p.created_at desc, p.id desc limit 1) p),
  newest as (
    select id from posts where is_visible order by created_at desc, id desc limit ${sql.lit(NEWEST)}),
  found as materialized (
    select id, bool_or(is_hot) as is_hot from (
      select id, false as is_hot from followed
      union all select id, false from tagged
      union all select id, false from in_categories
      union all select id, true from hottest
      union all select id, false from by_newcomers
      union all select id, false from newest) s
    group by id)
  select p.id, p.creator_id as "creatorId",
    coalesce(nullif(u.first_name, ''), u.last_name) as "creatorName",
    ${millisOf(sql`u.created_at`)} as "creatorSince", p.category_id as "categoryId",
    array(select tag from post_tags where post_id = p.id) as tags,
    ${millisOf(sql`p.created_at`)} as "createdAt",
    p.like_count as "likeCount", p.save_count as "saveCount", p.comment_count as "commentCount",
    p.view_count as "viewCount", p.featured_at is not null as "isFeatured", found.is_hot as "isHot",
    ${isThere(sql`follows r where r.follower_id = (select user_id from me) and r.followed_id = p.creator_id`)}
      as "isFollowed",
    ${isThere(sql`creator_dampings r where r.user_id = (select user_id from me) and r.creator_id = p.creator_id`)}
      as "isDamped"
  from found join posts p on p.id = found.id join users u on u.id = p.creator_id
  cross join (select (now() at time zone 'utc')::date as today) t
  where p.is_visible and p.creator_id <> (select user_id from me) and ${isNotBlocked(sql`p.creator_id`)}
    and not ${isThere(sql`post_hides r where r.user_id = (select user_id from me) and r.post_id = p.id`)}
    and not ${isThere(sql`post_likes r where r.user_id = (select user_id from me) and r.post_id = p.id`)}
    and not ${isThere(sql`post_saves r where r.user_id = (select user_id from me) and r.post_id = p.id`)}
    and ${isUnseen()}`

/** One index lookup for each row. The planner may turn `exists` into a hash of everything the viewer ever did. */
function isThere(row: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((select true from ${row}) is not null)`
}

function millisOf(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(extract(epoch from ${time}) * 1000)::float8`
}

export async function findCandidates(
  db: Database,
  viewerId: string,
  wanted: Wanted,
): Promise<Candidate[]> {
  const { rows } = await candidatesStatement(viewerId, wanted).execute(db)
  return rows
}

/**
 * One of the posts that are promoted now, chosen at random: by somebody else, visible to everybody and not hidden by
 * the viewer, with no block between the author and the viewer.
 */
const promotedStatement = (viewerId: string): RawBuilder<{ id: string }> => sql<{
  id: string
}>`
  select p.id from promotions m join posts p on p.id = m.post_id
  where m.state = 'running' and p.is_visible
    and p.creator_id <> ${viewerId}::uuid
    and not exists (select 1 from post_hides h
      where h.user_id = ${viewerId}::uuid and h.post_id = p.id)
    and not exists (select 1 from creator_dampings d
      where d.user_id = ${viewerId}::uuid and d.creator_id = p.creator_id)
    and not ${isBlockBetween(sql`${viewerId}::uuid`, sql`p.creator_id`)}
  order by random() limit 1`

export async function findPromoted(db: Database, viewerId: string): Promise<string | null> {
  const { rows } = await promotedStatement(viewerId).execute(db)
  return rows[0]?.id ?? null
}
