import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { finishPosts, writePeople, writePictures } from '../../../test/content/bulk.ts'
import { expectRead, planOf, stepOf, writeInBulk } from '../../../test/plans.ts'
import type { Database } from '../../db/pool.ts'
import { feedStatement } from './entry-queries.ts'
import {
  batchStatement,
  partsStatement,
  tagPartsStatement,
  tagsStatement,
  TIMED,
} from './sitemap-queries.ts'

const ROWS = 100_000
const PEOPLE = 20_000

const t = testApp({ JOBS: 'off' })
let creatorId: string

beforeAll(async () => {
  await writeInBulk(t.deps, writeMany)
  const person = await t.deps.db
    .selectFrom('portfolio_items')
    .select('creator_id')
    .executeTakeFirstOrThrow()
  creatorId = person.creator_id
}, 240_000)

async function writeMany(db: Database): Promise<void> {
  await writePeople(db, PEOPLE)
  await sql`update users set creator_granted = true, handle = 'p' || replace(left(id::text, 28), '-', '')`.execute(
    db,
  )
  await writePictures(db, 50)
  await sql`
    with u as materialized (select row_number() over () as n, id from users),
    m as materialized (select row_number() over () as n, id from media)
    insert into portfolio_items (id, creator_id, category_id, title, media_id, tags, is_listed, created_at, doc)
    select gen_random_uuid(), u.id, 1 + g.i % 6, 'Work', m.id, array['tag' || g.i % 5000], g.i % 50 > 0,
      now() - g.i * interval '1 minute', ''
    from generate_series(1, ${ROWS}::int) g (i)
    join u on u.n = 1 + g.i * 7919 % ${PEOPLE}::int join m on m.n = 1 + g.i % 50`.execute(db)
  await sql`insert into portfolio_tags (tag, created_at, item_id)
    select tags[1], created_at, id from portfolio_items where is_listed`.execute(db)
  await sql`
    with u as materialized (select row_number() over () as n, id from users)
    insert into posts (id, creator_id, category_id, type, title, tags, is_ready, created_at)
    select gen_random_uuid(), u.id, 1 + g.i % 6, 'image', 'Post', array['tag' || g.i % 5000], g.i % 50 > 0,
      now() - g.i * interval '1 minute'
    from generate_series(1, ${ROWS}::int) g (i) join u on u.n = 1 + g.i * 7919 % ${PEOPLE}::int`.execute(
    db,
  )
  await finishPosts(db)
  await sql`insert into walls (creator_id) select distinct creator_id from portfolio_items`.execute(
    db,
  )
  await sql`insert into series (id, creator_id, title, created_at)
    select id, creator_id, 'Series', created_at from (
      select id, creator_id, created_at from portfolio_items order by id limit 20000) i`.execute(db)
  await sql`insert into wall_places (id, creator_id, item_id, place, draft_place, inside, draft_inside)
    select i.id, i.creator_id, i.id, 1, 1, s.id, s.id from portfolio_items i join series s on s.id = i.id`.execute(
    db,
  )
  await sql`insert into boards (id, owner_id, title, visibility, item_count, created_at)
    select gen_random_uuid(), creator_id, 'Board', case when random() < 0.5 then 'public' else 'private' end, 1,
      created_at from portfolio_items`.execute(db)
}

const NEVER = /Seq Scan (portfolio_items|boards|posts|users|portfolio_tags|post_tags|post_media)/

describe(`among ${ROWS} works and as many posts`, () => {
  it.each<[string, () => RawBuilder<unknown>]>([
    ['a person', () => feedStatement({ of: 'person', id: creatorId })],
    ['a category', () => feedStatement({ of: 'category', id: 3 })],
    ['a tag', () => feedStatement({ of: 'tag', tag: 'tag42' })],
  ])('the feed of %s reads its own entries only', async (_, statement) => {
    await expectRead(t.deps, statement(), { never: NEVER, most: 100 })
  })

  it.each(TIMED)('a batch of the sitemap is read from its place on: %s', async (list) => {
    const from = { micros: (Date.now() - 30 * 86_400_000) * 1_000, id: creatorId }
    const statement = batchStatement(list, { from, isAfter: true, limit: 1_000 })
    // Whole pages of an index are read, so a few more than that.
    await expectRead(t.deps, statement, { never: NEVER, most: 1_100 })
  })

  // Whether a series or a board is listed depends on its works or its owner, and there are far fewer of them.
  const counted = TIMED.filter((list) => list !== 'series' && list !== 'boards')
  it.each(counted)('the parts of the sitemap are counted in an index alone: %s', async (list) => {
    const steps = (await planOf(t.deps, partsStatement(list))).map(stepOf)
    expect(steps.some((step) => step.startsWith('Index Only Scan'))).toBe(true)
    expect(steps.join()).not.toMatch(/Seq Scan|Sort portfolio|Bitmap/)
  })

  it('each tag is found by one step in its index', async () => {
    for (const statement of [tagPartsStatement(), tagsStatement('tag3', 500)]) {
      await expectRead(t.deps, statement, { never: NEVER, most: 6_000 })
    }
  })
})
