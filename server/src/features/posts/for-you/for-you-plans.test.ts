import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { finishPosts, writePictures } from '../../../../test/content/bulk.ts'
import { expectBounded, planOf, writeInBulk, type Compilable } from '../../../../test/plans.ts'
import type { Database } from '../../../db/pool.ts'
import { feedStatement, MANY_FOLLOWS, MAX_FILTERED } from './feed-queries.ts'
import {
  listPageStatement,
  olderStatement,
  popularStatement,
  saveList,
} from './for-you-list-queries.ts'
import {
  candidatesStatement,
  findCandidates,
  findTaste,
  tasteStatement,
} from './for-you-queries.ts'
import { rankForYou } from './rank.ts'
import { RANKING } from './weights.ts'

const POSTS = 100_000
const PEOPLE = 5_000

const t = testApp({ JOBS: 'off' })
/** Follows 2,000, likes and saves thousands and has seen much. */
let busy: string
let quiet: string
let postId: string

beforeAll(async () => {
  await writeInBulk(t.deps, writeMany)
}, 180_000)

async function writeMany(db: Database): Promise<void> {
  await sql`select setseed(0.42)`.execute(db)
  await sql`insert into users (id, first_name, last_name, creator_granted, created_at)
    select gen_random_uuid(), 'First' || i, 'Last' || i % 50, true, now() - i * interval '2 hours'
    from generate_series(1, ${PEOPLE}::int) i`.execute(db)
  const people = await sql<{ id: string }>`
    select id from users order by created_at desc limit 2`.execute(db)
  ;[busy, quiet] = people.rows.map(({ id }) => id) as [string, string]
  await writePictures(db, 20)
  await sql`
    with u as materialized (select row_number() over () - 1 as n, id from users)
    insert into posts (id, creator_id, category_id, type, title, description, tags, is_ready, is_public,
      featured_at, like_count, save_count, comment_count, view_count, hot, created_at)
    select gen_random_uuid(), u.id, 1 + g.i * 31 % 6, 'image', 'Post ' || g.i, repeat('A word or two. ', 20),
      array['tag' || g.i % 300, 'tag' || g.i * 7 % 4000, 'common'], true, g.i % 50 > 0,
      case when g.i % 1000 = 7 then now() end, g.likes, g.likes / 5, g.likes / 9, g.likes * 12 + 30,
      log(1 + g.likes) + extract(epoch from now() - g.i * interval '5 minutes') / 172800,
      now() - g.i * interval '5 minutes'
    from (select i, (1000 * random() ^ 12)::int as likes from generate_series(1, ${POSTS}::int) i) g
    join u on u.n = g.i * 7919 % ${PEOPLE}::int`.execute(db)
  await finishPosts(db)
  await sql`update users u set post_count = (
    select count(*) from posts p where p.creator_id = u.id and p.is_visible)`.execute(db)
  await sql`insert into follows (follower_id, followed_id, created_at)
    select ${busy}::uuid, id, now() - n * interval '1 hour' from (
      select id, row_number() over () as n from users where id <> ${busy}::uuid limit 2000) f
    union all
    select ${quiet}::uuid, id, now() from (select id from users where id <> ${quiet}::uuid limit 40) f
    union all
    select u.id, f.id, now() from (select id, row_number() over () as n from users) u
    join (select id, row_number() over () as n from users) f on (f.n - u.n) between 1 and 20
    where u.id not in (${busy}::uuid, ${quiet}::uuid)`.execute(db)
  await sql`update users u set following_count = (
    select count(*) from follows f where f.follower_id = u.id)`.execute(db)
  for (const [table, share] of [
    ['post_likes', 0.05],
    ['post_saves', 0.02],
    ['post_hides', 0.005],
  ] as const) {
    await sql`insert into ${sql.table(table)} (user_id, post_id, created_at)
      select ${busy}::uuid, id, created_at from posts where random() < ${share}::float8`.execute(db)
    await sql`insert into ${sql.table(table)} (user_id, post_id)
      select u.id, p.id from (select id, row_number() over () as n from users) u
      join (select id, row_number() over () as n from posts limit 50000) p on p.n % 5000 = u.n % 5000
      on conflict do nothing`.execute(db)
  }
  await sql`insert into post_views (post_id, day, viewer_id)
    select p.id, (now() at time zone 'utc')::date - d, ${busy}::uuid
    from (select id from posts order by created_at desc limit 10000) p, generate_series(0, 3) d`.execute(
    db,
  )
  await sql`insert into post_views (post_id, day, viewer_id)
    select p.id, (now() at time zone 'utc')::date - d, u.id
    from (select id from posts order by hot desc limit 20) p, generate_series(0, 3) d, users u
    on conflict do nothing`.execute(db)
  // What everybody picked when they joined, and somebody far more often.
  await sql`insert into tastes (user_id, item_id)
    select u.id, gen_random_uuid() from users u
    cross join lateral generate_series(1, case u.id when ${busy}::uuid then 1000 else 10 end)`.execute(
    db,
  )
  await sql`insert into portfolio_tags (tag, created_at, item_id)
    select 'tag' || n % 4000, now(), item_id
    from (select item_id, row_number() over () as n from tastes) picked`.execute(db)
  await sql`insert into creator_dampings (user_id, creator_id)
    select ${busy}::uuid, id from users where id <> ${busy}::uuid limit 50`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select id from posts order by created_at offset 50000 limit 1`.execute(db)
  postId = rows[0]?.id ?? ''
}

const GUARDED =
  /Seq Scan (posts|users|follows|post_tags|post_likes|post_saves|post_hides|post_views|post_media|tastes|portfolio_tags)$/
const bounded = (statement: Compilable, most: number) =>
  expectBounded(t.deps, statement, { never: GUARDED, most })

const TAGS = Array.from({ length: 8 }, (_, at) => (at === 0 ? 'common' : `tag${at}`))
const wanted = { tags: TAGS, categories: [1, 2, 3] }

const nextMonth = () =>
  new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 7).replace('-', '_')
const partsOf = async (table: string) =>
  (
    await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
      where inhparent = ${table}::regclass`.execute(t.deps.db)
  ).rows.map(({ name }) => name)

describe(`among ${POSTS} posts`, () => {
  it.each([
    ['somebody quiet', () => quiet],
    ['somebody who did very much', () => busy],
  ])('the candidates of %s come from indexes, each source up to its limit', async (_, viewer) => {
    await bounded(candidatesStatement(viewer(), wanted), 1_000)
    await bounded(tasteStatement(viewer()), 1_000)
  })

  it('only the views of the months that count are read', async () => {
    for (const statement of [candidatesStatement(busy, wanted), tasteStatement(busy)]) {
      const tables = (await planOf(t.deps, statement)).map((node) => node['Relation Name'] ?? '')
      const parts = tables.filter((name) => name.startsWith('post_views'))
      expect(parts.length).toBeGreaterThan(0)
      // Later months and the default partition, which hold nothing, are left out before they are opened.
      const later = new Set(
        (await partsOf('post_views')).filter((name) => name > `post_views_${nextMonth()}`),
      )
      later.delete('post_views_past')
      expect(parts.filter((name) => later.has(name))).toEqual([])
    }
  })

  it.each([
    ['somebody who follows some', () => quiet, 21 * 21],
    ['somebody who follows very many', () => busy, MAX_FILTERED],
  ])('the follow feed of %s reads a bounded number of posts', async (_, viewer, most) => {
    const after = { key: (Date.now() - 30 * 86_400_000) * 1_000, id: postId }
    for (const input of [
      { limit: 20, after: null },
      { limit: 20, after },
    ]) {
      await bounded(feedStatement({ viewerId: viewer() }, input, false), most)
      await bounded(feedStatement({ viewerId: viewer() }, input, true), MAX_FILTERED + 21 * 21)
    }
    expect(MANY_FOLLOWS).toBeLessThan(2_000)
  })

  it('a page is read by place, and popular posts from their index', async () => {
    const taste = await findTaste(t.deps.db, quiet)
    const candidates = await findCandidates(t.deps.db, quiet, wanted)
    const ranked = rankForYou(candidates, taste, Date.now())
    expect(ranked).toHaveLength(RANKING.length)
    await saveList(t.deps.db, busy, ranked)
    const page = listPageStatement({ viewerId: busy }, { position: 100, limit: 20, fresh: true })
    await bounded(page, RANKING.length)
    for (const after of [null, { key: 10_000, id: postId }]) {
      await bounded(popularStatement({ limit: 20, after }), RANKING.length)
    }
    const key = (Date.now() - 30 * 86_400_000) * 1_000
    for (const after of [null, { key, id: postId }]) {
      await bounded(olderStatement({ viewerId: busy }, { limit: 20, after }), 2 * RANKING.length)
    }
  })
})
