import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { finishPosts, writePictures } from '../../../test/content/bulk.ts'
import { expectBounded, planOf, stepOf, writeInBulk, type Compilable } from '../../../test/plans.ts'
import type { Database } from '../../db/pool.ts'
import { postViewStatement } from './post-item-queries.ts'
import {
  exploreStatement,
  likedOrSavedPostsStatement,
  tagPostsStatement,
  userPostsStatement,
  type ExploreInput,
} from './post-list-queries.ts'
import { tagStatement } from './tag-queries.ts'

const POSTS = 100_000
const PEOPLE = 2_000
const FILES = 5_000

const t = testApp({ JOBS: 'off' })
let authorId: string
let postId: string
/** Likes and saves half of everything. */
let reader: { viewerId: string }

beforeAll(async () => {
  const { db } = t.deps
  await writeInBulk(t.deps, writeMany)
  const post = await db
    .selectFrom('posts')
    .select(['id', 'creator_id'])
    .where('is_visible', '=', true)
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  postId = post.id
  authorId = post.creator_id
}, 180_000)

async function writeMany(db: Database): Promise<void> {
  await sql`insert into users (id, first_name, last_name, creator_granted)
    select gen_random_uuid(), 'First' || i, 'Last' || i, true
    from generate_series(1, ${PEOPLE}::int) i`.execute(db)
  await writePictures(db, FILES)
  await sql`
    with u as materialized (select row_number() over () - 1 as n, id from users)
    insert into posts (id, creator_id, category_id, type, title, description, tags, is_ready, is_public,
      like_count, hot, created_at)
    select gen_random_uuid(), u.id, 1 + g.i * 31 % 6, 'image', 'Post ' || g.i, repeat('A word or two. ', 20),
      array['tag' || g.i % 300, 'common'], true, g.i % 50 > 0, g.i % 77,
      g.i * 7919 % 1000 / 100.0, now() - g.i * interval '5 minutes'
    from generate_series(1, ${POSTS}::int) g (i) join u on u.n = g.i * 7919 % ${PEOPLE}::int`.execute(
    db,
  )
  await finishPosts(db)
  await sql`insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed, tags, doc)
    select gen_random_uuid(), owner_id, 1, 'Work', id, true, array['common'], '' from media`.execute(
    db,
  )
  await sql`insert into portfolio_tags (tag, created_at, item_id)
    select case k when 0 then 'common' else 'rare' || (k + row_number() over ()) % 1000 end, created_at, id
    from portfolio_items cross join generate_series(0, 9) k`.execute(db)
  const person = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  reader = { viewerId: person.id }
  for (const table of ['post_likes', 'post_saves']) {
    await sql`insert into ${sql.table(table)} (user_id, post_id, created_at)
      select ${person.id}::uuid, id, now() - (row_number() over ()) * interval '1 minute'
      from posts limit 50000`.execute(db)
    await sql`insert into ${sql.table(table)} (user_id, post_id)
      select u.id, p.id from (select id, row_number() over () as n from users) u
      join (select id, row_number() over () as n from posts limit 50000) p
        on p.n % ${PEOPLE}::int = u.n % ${PEOPLE}::int
      on conflict do nothing`.execute(db)
  }
}

const who = { tokenHash: Buffer.alloc(32) }
const longAgo = (Date.now() - 100 * 86_400_000) * 1_000
const first = { limit: 20, after: null }
const explore = (input: Partial<ExploreInput>) => () =>
  exploreStatement({ order: 'popular', ...first, ...input })
const after = (order: 'newest' | 'popular' | 'liked' | 'saved', key: number) => ({
  limit: 20,
  after: { order, key, id: postId },
})

describe(`the lists among ${POSTS} posts`, () => {
  it.each<[string, () => Compilable]>([
    ['popular', explore({})],
    ['popular, far down', () => explore(after('popular', 3.3))()],
    ['popular, a hundred', explore({ limit: 100 })],
    ['popular of a category', explore({ categoryId: 3 })],
    ['newest', explore({ order: 'newest' })],
    ['newest, far down', () => explore({ order: 'newest', ...after('newest', longAgo) })()],
    ['newest of a category', explore({ order: 'newest', categoryId: 3 })],
    ['one person’s', () => userPostsStatement(who, authorId, first)],
    ['one’s own', () => userPostsStatement({ viewerId: authorId }, authorId, first)],
    ['liked by somebody who likes much', () => likedOrSavedPostsStatement(reader, 'liked', first)],
    ['liked, far down', () => likedOrSavedPostsStatement(reader, 'liked', after('liked', longAgo))],
    ['saved', () => likedOrSavedPostsStatement(reader, 'saved', first)],
    ['of a tag', () => tagPostsStatement(who, 'common', first)],
    ['of a tag, far down', () => tagPostsStatement(who, 'COMMON', after('newest', longAgo))],
    ['one post', () => postViewStatement(reader, postId)],
  ])('are read from an index, a page at a time: %s', async (_, statement) => {
    // One page and its next; never the table.
    const never = /Seq Scan (posts|post_|media|users|portfolio)/
    await expectBounded(t.deps, statement(), { never, most: 110 })
  })

  it.each<[string, () => Compilable, RegExp]>([
    ['popular', explore({}), /^Index Only Scan posts$/],
    ['newest', explore({ order: 'newest' }), /^Index Only Scan posts$/],
    ['of a category', explore({ categoryId: 3 }), /^Index Only Scan posts$/],
    ['of a tag', () => tagPostsStatement(who, 'common', first), /^Index Only Scan post_tags$/],
  ])('find their ids in the index alone: %s', async (_, statement, step) => {
    const steps = (await planOf(t.deps, statement())).map(stepOf)
    expect(steps.filter((one) => step.test(one)).length, steps.join('\n')).toBeGreaterThan(0)
  })

  it.each([
    ['one person’s', () => userPostsStatement(reader, authorId, first)],
    ['of a tag', () => tagPostsStatement(reader, 'common', first)],
    ['one post', () => postViewStatement(reader, postId)],
  ])('do not read all likes of somebody who likes much: %s', async (_, statement) => {
    const [top] = await planOf(t.deps, statement())
    const pages = (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0)
    expect(pages).toBeGreaterThan(0)
    expect(pages).toBeLessThan(500)
  })

  it("a tag's page reads no more rows than it counts", async () => {
    for (const tag of ['common', 'tag7']) {
      const never = /Seq Scan (posts|post_|portfolio)/
      await expectBounded(t.deps, tagStatement(who, tag), { never, most: 2_000 })
    }
  })
})
