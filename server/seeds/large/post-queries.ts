import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../src/db/pool.ts'
import { copyPictures } from './queries.ts'

const SAID = [
  'How long did this take?',
  'The edges. How did you keep the edges?',
  'Would you make a smaller one?',
  'I keep coming back to this.',
  'What is it mounted on?',
  'Seen it on the wall. Better there.',
]
/** How many people most people follow. */
const FOLLOWS = 10
/** One person in this many follows far more. */
const EAGER_EVERY = 5_000
const EAGER_FOLLOWS = 2_000

/** Likes of a post: three to four times as many as of its work, ten on average. */
const likeRun = (people: number) =>
  sql`least(i.like_run * 3 + i.start % 4, ${sql.lit(Math.floor(people / 10))})`
const ownerAt = (people: number) =>
  sql`((i.owner - i.start + ${sql.lit(people)}) % ${sql.lit(people)})`

/** A UUIDv7 of that time. */
const idAt = (time: RawBuilder<unknown>) => sql`
  overlay(gen_random_uuid()::text placing regexp_replace(
    lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0'), '^(.{8})', '\\1-') || '-7' from 1 for 15)::uuid`

/**
 * Inserts a post for each loaded work, some hours younger and with a file of its own. Every second one has a comment. The counters match the rows
 * that `insertPostMarks` and `insertPostComments` insert.
 */
export async function insertPosts(db: Database, people: number): Promise<void> {
  const run = likeRun(people)
  const count = (length: typeof run) =>
    sql`${length} - case when ${ownerAt(people)} < ${length} then 1 else 0 end`
  await sql`
    create temp table load_posts on commit drop as
    select ${idAt(sql`i.created_at + interval '3 hours'`)} as id, i.id as item_id, i.owner, i.picture, i.start,
      ${idAt(sql`i.created_at + interval '2 hours'`)} as media_id, i.created_at + interval '3 hours' as created_at,
      ${run} as like_run, ${run} / 4 as save_run,
      ${count(run)} as like_count, ${count(sql`(${run} / 4)`)} as save_count, (i.start % 2) as comment_count
    from load_items i where i.created_at < now() - interval '4 hours'`.execute(db)
  await sql`
    insert into posts (id, creator_id, category_id, type, title, description, tags, portfolio_id, is_ready,
      like_count, save_count, view_count, comment_count, hot, created_at, updated_at)
    select l.id, w.creator_id, w.category_id, 'image', w.title, w.description, w.tags, w.id, true,
      l.like_count, l.save_count, l.like_count, l.comment_count,
      log(1 + l.like_count + 2 * l.save_count + 3 * l.comment_count) + extract(epoch from l.created_at) / 172800,
      l.created_at, l.created_at
    from load_posts l join portfolio_items w on w.id = l.item_id order by l.created_at`.execute(db)
  // The same words as those of the work, and its mark of the category.
  await sql`
    insert into post_docs (post_id, doc)
    select l.id, ts_delete(w.doc, w.facets) from load_posts l join portfolio_items w on w.id = l.item_id`.execute(
    db,
  )
  await sql`
    insert into post_media (post_id, position, media_id)
    select id, 0, media_id from load_posts`.execute(db)
  await copyPictures(sql`
    select l.media_id, p.id as owner_id, l.picture, l.created_at - interval '1 hour' as created_at
    from load_posts l join load_people p on p.n = l.owner order by l.media_id`).execute(db)
  await sql`
    update users u set post_count = n.posts from (
      select p.id, count(*) as posts from load_posts l join load_people p on p.n = l.owner group by p.id) n
    where u.id = n.id`.execute(db)
}

/** Inserts the likes, saves and views of posts, and the tags of posts and works. */
export async function insertPostMarks(
  db: Database,
  people: number,
): Promise<{ likes: number; views: number }> {
  const run = (length: 'like_run' | 'save_run') => sql`
    from load_posts i
    cross join generate_series(0, i.${sql.ref(length)} - 1) as step
    join load_people p on p.n = (i.start + step) % ${sql.lit(people)}
    where p.n <> i.owner`
  const at = (length: 'like_run' | 'save_run') =>
    sql`(i.created_at + (now() - i.created_at) * ((step + 0.5) / i.${sql.ref(length)}))`
  const likes = await sql`insert into post_likes (user_id, post_id, created_at)
    select p.id, i.id, ${at('like_run')} ${run('like_run')}`.execute(db)
  await sql`insert into post_saves (user_id, post_id, created_at)
    select p.id, i.id, ${at('save_run')} ${run('save_run')}`.execute(db)
  const views = await sql`insert into post_views (post_id, day, viewer_id)
    select i.id, (${at('like_run')} at time zone 'utc')::date, p.id ${run('like_run')}`.execute(db)
  await sql`
    insert into post_tags (tag, created_at, post_id)
    select distinct tag_key(tag), p.created_at, p.id
    from load_posts l join posts p on p.id = l.id cross join unnest(p.tags) tag`.execute(db)
  await sql`
    insert into portfolio_tags (tag, created_at, item_id)
    select distinct tag_key(tag), p.created_at, p.id
    from load_items l join portfolio_items p on p.id = l.id cross join unnest(p.tags) tag`.execute(
    db,
  )
  return {
    likes: Number(likes.numAffectedRows ?? 0),
    views: Number(views.numAffectedRows ?? 0),
  }
}

/** Inserts a comment by the first person who liked the post, where the post counts one. */
export async function insertPostComments(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into comments (id, post_id, author_id, content, created_at)
    select ${idAt(sql`l.created_at + interval '30 minutes'`)}, l.id, p.id, (${SAID}::text[])[1 + l.start % ${sql.lit(SAID.length)}],
      l.created_at + interval '30 minutes'
    from load_posts l join load_people p on p.n = l.start
    where l.comment_count > 0`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Inserts follows: everybody follows some creators, and a few follow very many. */
export async function insertManyFollows(
  db: Database,
  { people, creators }: { people: number; creators: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into follows (follower_id, followed_id, created_at)
    select distinct on (p.id, c.id) p.id, c.id, now() - (step % 700 + 1) * interval '1 day'
    from load_people p
    cross join generate_series(0, least(${sql.lit(creators)},
      case when p.n % ${sql.lit(EAGER_EVERY)} = 0 then ${sql.lit(EAGER_FOLLOWS)}
        else ${sql.lit(FOLLOWS)} end) - 1) as step
    join load_people c on c.n = (p.n * 31 + step * 7919) % ${sql.lit(creators)} and c.n <> p.n
    where p.n < ${sql.lit(people)}`.execute(db)
  await sql`
    update users u set follower_count = u.follower_count + n.followers from (
      select followed_id as id, count(*) as followers from follows
      where followed_id in (select id from load_people) group by 1) n
    where u.id = n.id`.execute(db)
  await sql`
    update users u set following_count = u.following_count + n.following from (
      select follower_id as id, count(*) as following from follows
      where follower_id in (select id from load_people) group by 1) n
    where u.id = n.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}
