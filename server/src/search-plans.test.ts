import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../test/app.ts'
import { finishPosts, writePictures } from '../test/content/bulk.ts'
import { expectBounded, writeInBulk } from '../test/plans.ts'
import { refreshSearch } from './core/search/refresh-queries.ts'
import { newId } from './db/id.ts'
import type { Database } from './db/pool.ts'
import { shownItem } from './features/portfolios/portfolio-sql.ts'
import { facetsStatement } from './features/search/facet-queries.ts'
import {
  everythingStatement,
  peopleFoundStatement,
  postsFoundStatement,
} from './features/search/search-queries.ts'
import { suggestionsStatement } from './features/search/suggestion-queries.ts'

const PEOPLE = 100_000
const CREATORS = 10_000
const POSTS = 100_000
const WORKS = 30_000

const t = testApp({ JOBS: 'off' })
const who = { viewerId: newId() }

beforeAll(async () => {
  await writeInBulk(t.deps, writeMany, refreshSearch)
}, 400_000)

/** Names, words and places of which some are far more common than others. */
async function writeMany(db: Database): Promise<void> {
  const syllables = sql`array['ba','ko','ri','mu','ze','la','po','ti','sha','gre','no','vi']`
  const word = (n: RawBuilder<unknown>) => sql`(
    (${syllables})[1 + (${n}) % 12] || (${syllables})[1 + (${n}) / 12 % 12] || (${syllables})[1 + (${n}) / 144 % 12])`
  await sql`select setseed(0.42)`.execute(db)
  await sql`
    insert into users (id, first_name, last_name, handle, location, creator_granted, follower_count)
    select case when i = 0 then ${who.viewerId}::uuid else gen_random_uuid() end,
      initcap(${word(sql`(1700 * random() ^ 3)::int`)}), initcap(${word(sql`i * 7 % 1728`)}), 'person_' || i,
      'City ' || i % 300 || ', Country ' || i % 20, i < ${CREATORS}::int, (5000 * random() ^ 9)::int
    from generate_series(0, ${PEOPLE - 1}::int) i`.execute(db)
  await writePictures(db, 20)
  await sql`
    create temporary table made on commit drop as
    select gen_random_uuid() as id, u.id as creator_id, u.handle, u.location, 1 + i % 6 as category_id, i,
      (select string_agg(${word(sql`floor(1700 * random() ^ 3)::int`)}, ' ')
        from generate_series(1, 5) k where i > 0) as title,
      array[case i % 2 when 0 then 'linen' else 'brass' end, ${word(sql`i % 1728`)}] as tags,
      now() - i * interval '1 minute' as created_at
    from (select i from generate_series(1, ${POSTS}::int) i) g
    join (select row_number() over () - 1 as n, id, handle, location from users
      where creator_granted) u on u.n = g.i % ${CREATORS}::int`.execute(db)
  await sql`
    insert into portfolio_items (id, creator_id, category_id, title, media_id, starting_price_cents, tags,
      is_listed, pop, created_at, facets, doc)
    select m.id, m.creator_id, m.category_id, m.title, (select id from media limit 1), 100 + i % 900 * 100, m.tags, true,
      i % 50, m.created_at, f.facets,
      work_doc(portfolio_doc(m.title, m.tags, '', c.name, ''), m.handle, f.facets)
    from made m join categories c on c.id = m.category_id cross join lateral (
      select all_facets(m.category_id::smallint, null, m.location, 100 + i % 900 * 100) as facets) f
    where i <= ${WORKS}::int`.execute(db)
  await sql`
    insert into portfolio_tags (tag, created_at, item_id)
    select distinct tag, created_at, id from made cross join unnest(tags) tag where i <= ${WORKS}::int`.execute(
    db,
  )
  await sql`update categories c set work_count = (
    select count(*) from portfolio_items p where p.category_id = c.id)`.execute(db)
  await sql`
    insert into posts (id, creator_id, category_id, type, title, tags, is_ready, hot, created_at)
    select id, creator_id, category_id, 'image', title, tags, true, ${POSTS}::int - i, created_at from made`.execute(
    db,
  )
  await finishPosts(db)
  await sql`select refresh_post_docs(array(select id from posts)),
    refresh_people_docs(array(select id from users))`.execute(db)
}

/** Half of the posts, common and rare words and names, half typed and misspelt ones, and none. */
const TEXTS = [
  'linen',
  'brass linen',
  'ba',
  'b',
  'babako',
  'grevino',
  'babakoo',
  'grevnio',
  'person_77',
]
const MORE = ['city 7', 'country 3 babako', 'qqxxzz', 'the of']
const page = { exact: false, limit: 20, after: null }

const STATEMENTS: [string, (search: string) => RawBuilder<unknown>][] = [
  ['all parts', (search) => everythingStatement(who, { search }, shownItem)],
  [
    'all parts, filtered',
    (search) =>
      everythingStatement(
        who,
        { search, place: 'Country 3', minPrice: 100, maxPrice: 300 },
        shownItem,
      ),
  ],
  ['people', (search) => peopleFoundStatement(who, { ...page, search })],
  [
    'people, for visitors',
    (search) => peopleFoundStatement({ viewerId: null }, { ...page, search }),
  ],
  ['posts', (search) => postsFoundStatement(who, { ...page, search, categoryId: undefined })],
  ['posts of a category', (search) => postsFoundStatement(who, { ...page, search, categoryId: 2 })],
  ['suggestions', (search) => suggestionsStatement(who, search)],
  ['facets', (search) => facetsStatement(who, { search, place: 'City 7' })],
]

describe(`search among ${PEOPLE} people and ${POSTS} posts`, () => {
  it.each(STATEMENTS)('reads a bounded number of rows: %s', async (_, statement) => {
    for (const search of [...TEXTS, ...MORE]) {
      // 2,000 popular tags are the most that a step looks at.
      const never = /Seq Scan (portfolio_items|users|posts|people_docs|post_docs|search_terms)/
      await expectBounded(t.deps, statement(search), { never, most: 2_000 })
      const read = await readBy(statement(search))
      expect(read.scans, search).toBe(0)
      // Vocabulary, people, works and posts together.
      expect(read.rows, search).toBeLessThan(25_000)
    }
  })

  it.each([
    ['nothing', {}],
    ['a category', { categoryId: 2 }],
    ['a place', { place: 'Country 3' }],
    ['a rare place and price', { place: 'City 7', maxPrice: 10 }],
    [
      'everything',
      { categoryId: 2, place: 'Country 3', minPrice: 10, maxPrice: 300, origin: 'hand' },
    ],
    ['a price', { minPrice: 1 }],
  ])('counts a bounded number of works: by %s', async (_, query) => {
    const never = /Seq Scan (portfolio_items|users)/
    await expectBounded(t.deps, facetsStatement(who, query), { never, most: 200 })
    const read = await readBy(facetsStatement(who, query))
    expect(read.scans).toBe(0)
    expect(read.rows).toBeLessThan(45_000)
  })
})

/** Scans of the searched tables, and the rows read through their indexes, also inside functions. */
async function readBy(statement: RawBuilder<unknown>): Promise<{ scans: number; rows: number }> {
  return t.deps.db.transaction().execute(async (trx) => {
    const soFar = async () => {
      const { rows } = await sql<{ scans: number; rows: number }>`
        select sum(pg_stat_get_xact_numscans(c))::int as scans, sum(pg_stat_get_xact_tuples_fetched(c))::int as rows
        from unnest('{portfolio_items,posts,people_docs,post_docs,search_terms}'::regclass[]) c`.execute(
        trx,
      )
      return rows[0] ?? { scans: -1, rows: -1 }
    }
    const before = await soFar()
    await statement.execute(trx)
    const after = await soFar()
    return { scans: after.scans - before.scans, rows: after.rows - before.rows }
  })
}
