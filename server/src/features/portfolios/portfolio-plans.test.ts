import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { writePictures } from '../../../test/content/bulk.ts'
import { expectBounded, expectRead, writeInBulk, type Compilable } from '../../../test/plans.ts'
import {
  filterSql,
  meantBy,
  worksFit,
  worksMeant,
  type WorkFilters,
} from '../../core/search/search-sql.ts'
import type { Database } from '../../db/pool.ts'
import {
  MAX_WALKED,
  categoriesStatement,
  likedOrSavedWorksStatement,
  tagWorksStatement,
  userWorksStatement,
  worksStatement,
} from './portfolio-list-queries.ts'
import type { Order } from './portfolio-page-sql.ts'
import { studyStatement } from './case-study/study-queries.ts'
import { viewStatement } from './portfolio-item-queries.ts'
import { refreshPortfolios } from './portfolio-refresh-queries.ts'
import { unshownStatement } from './portfolio-state-queries.ts'

const WORKS = 100_000
const CREATORS = 1_000
const VOCABULARY = 4_000

const t = testApp({ JOBS: 'off' })
let creatorId: string
let workId: string
let saver: { viewerId: string }
let hider: { viewerId: string }
let common: string[]

beforeAll(async () => {
  const { db } = t.deps
  await writeInBulk(t.deps, hangMany, refreshPortfolios)
  const work = await db
    .selectFrom('portfolio_items')
    .select(['id', 'creator_id'])
    .where('is_listed', '=', true)
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  workId = work.id
  creatorId = work.creator_id
  const hidden = await db
    .updateTable('portfolio_items')
    .set({ state: 'hidden' })
    .where('is_listed', '=', false)
    .where('state', '=', 'published')
    .returning('creator_id')
    .execute()
  hider = { viewerId: hidden[0]?.creator_id ?? '' }
  const terms = await db
    .selectFrom('search_terms')
    .select('word')
    .orderBy('item_count', 'desc')
    .limit(12)
    .execute()
  common = terms.map(({ word }) => word)
}, 240_000)

/** Works that share a few pictures, in invented words of which some are far more common than others. */
async function hangMany(db: Database): Promise<void> {
  await sql`select setseed(0.42)`.execute(db)
  await sql`insert into users (id, first_name, last_name, creator_granted, location)
    select gen_random_uuid(), 'First' || i, 'Last' || i % 50, true,
      case when i = 7 then 'Ouagadougou, Burkina Faso' else 'City ' || i % 40 || ', Country ' || i % 8 end
    from generate_series(1, ${CREATORS}::int) i`.execute(db)
  await writePictures(db, 20)
  await sql`create temporary table words on commit drop as select i,
    (array['ba','ko','ri','mu','ze','la','po','ti','sha','gre'])[1 + i % 10]
      || (array['ra','lo','nti','mi','ske','tu','va','cka','jo','ren'])[1 + i / 10 % 10]
      || (array['ter','ling','dow','ria','men','bum','kos','lard'])[1 + i / 100 % 8]
      || (array['','na','mo','ti','ga'])[1 + i / 800] as word
    from generate_series(0, ${VOCABULARY - 1}::int) i`.execute(db)
  await sql`create unique index on words (i)`.execute(db)
  await sql`
    with u as materialized (select row_number() over () - 1 as n, id, handle, location from users),
    m as materialized (select row_number() over () - 1 as n, id from media)
    insert into portfolio_items (id, creator_id, category_id, title, media_id, starting_price_cents, tags,
      origin, origin_parts, origin_said_at, is_listed, featured_at, like_count, pop, created_at, facets, doc)
    select gen_random_uuid(), u.id, c.id, w.title, m.id, 100 + g.i % 900 * 50, w.tags,
      case when g.i % 5000 = 1 then 'ai_generated' when g.i % 3 = 0 then 'hand' end, null,
      case when g.i % 5000 = 1 or g.i % 3 = 0 then now() end, g.i % 50 > 0,
      case when g.i % 1000 = 7 then now() - g.i * interval '1 minute' end, g.likes, g.likes,
      now() - g.i / 3 * interval '1 minute',
      f.facets, work_doc(
        setweight(to_tsvector('plinth', w.title), 'A')
          || setweight(to_tsvector('plinth', array_to_string(w.tags, ' ')), 'B')
          || array_to_tsvector(array['in ' || c.name]), u.handle, f.facets)
    from (select i, (1000 * random() ^ 12)::int as likes from generate_series(1, ${WORKS}::int) i) g
    join u on u.n = g.i * 7919 % ${CREATORS}::int join m on m.n = g.i % 20
    join categories c on c.id = 1 + g.i * 31 % 6
    -- The offset keeps it from being computed for each use.
    cross join lateral (select all_facets(
      c.id, case when g.i % 5000 = 1 then 'ai_generated' when g.i % 3 = 0 then 'hand' end,
      u.location, 100 + g.i % 900 * 50) as facets offset 0) f
    cross join lateral (
      select string_agg(word, ' ') filter (where k <= 4) as title, array_agg(word) filter (where k > 4) || array[case g.i % 2 when 0 then 'linen' else 'brass' end] as tags
      from (select k, floor(${VOCABULARY}::int * random() ^ 3)::int + 0 * g.i as i
        from generate_series(1, 7) k) r
      join words using (i)) w`.execute(db)
  await sql`
    with key as materialized (
      select tag, tag_key(tag) as key from (select distinct unnest(tags) as tag from portfolio_items) t)
    insert into portfolio_tags (tag, created_at, item_id)
    select distinct key, created_at, id from portfolio_items cross join unnest(tags) one
    join key on key.tag = one where is_listed`.execute(db)
  const person = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  saver = { viewerId: person.id }
  // Somebody who has deleted more than a page.
  await sql`update portfolio_items set state = 'binned', binned_from = 'published', is_listed = false,
      state_at = now() - (id::text < '8')::int * interval '1 day'
    where creator_id = ${person.id}::uuid`.execute(db)
  await sql`insert into portfolio_saves (user_id, item_id, created_at)
    select ${person.id}::uuid, id, now() - (row_number() over ()) * interval '1 minute'
    from portfolio_items limit 50000`.execute(db)
  await sql`update categories c set work_count = (
    select count(*) from portfolio_items p where p.category_id = c.id and p.is_listed)`.execute(db)
}

const FILTERS: WorkFilters[] = [
  {},
  { categoryId: 2 },
  { place: 'Country 3' },
  { place: 'Burkina Faso', minPrice: 100 },
  { categoryId: 2, origin: 'hand', minPrice: 20, maxPrice: 300 },
  { origin: 'ai_generated' },
  { maxPrice: 0.5 },
  { place: 'nowhere' },
]

const who = { tokenHash: Buffer.alloc(32) }
const list =
  (order: Order, key?: number, rest: object = {}) =>
  () => {
    const after = key === undefined ? null : { order, key, id: workId }
    return worksStatement(who, { order, limit: 20, after, ...rest })
  }
const longAgo = (Date.now() - 20 * 86_400_000) * 1_000

describe(`the lists among ${WORKS} works`, () => {
  it.each<[string, () => Compilable]>([
    ['newest', list('newest')],
    ['newest, far down', list('newest', longAgo)],
    ['newest, a hundred', list('newest', longAgo, { limit: 100 })],
    ['newest of a category', list('newest', longAgo, { categoryId: 3 })],
    ['popular', list('popular')],
    ['popular, far down', list('popular', 0)],
    ['popular of a category', list('popular', 1, { categoryId: 3 })],
    ['featured', list('featured', undefined, { featured: true })],
    ['featured, far down', list('featured', longAgo, { featured: true })],
    ['featured of a category', list('featured', undefined, { featured: true, categoryId: 3 })],
    [
      "one creator's",
      () => userWorksStatement(who, creatorId, { order: 'newest', limit: 20, after: null }),
    ],
    [
      "one creator's, the most liked first",
      () => userWorksStatement(who, creatorId, { order: 'popular', limit: 3, after: null }),
    ],
    [
      'of a tag',
      () => tagWorksStatement(who, 'Linen', { order: 'newest', limit: 20, after: null }),
    ],
    [
      'of a tag, far down',
      () => {
        const after = { order: 'newest' as const, key: longAgo, id: workId }
        return tagWorksStatement(who, 'linen', { order: 'newest', limit: 100, after })
      },
    ],
    [
      'saved by somebody who saved much',
      () => likedOrSavedWorksStatement(saver, { order: 'saved', limit: 20, after: null }),
    ],
    [
      'saved, far down',
      () => {
        const after = { order: 'saved' as const, key: longAgo, id: workId }
        return likedOrSavedWorksStatement(saver, { order: 'saved', limit: 100, after })
      },
    ],
    ['hidden', () => unshownStatement(hider, { state: 'hidden', limit: 20, after: null })],
    [
      'of one creator, in the bin',
      () => unshownStatement(saver, { state: 'binned', limit: 20, after: null }),
    ],
    ['one work', () => viewStatement(who, workId, { withStudy: false })],
    ['one work with its case study', () => viewStatement(who, workId, { withStudy: true })],
    ['a case study', () => studyStatement(who, workId)],
    ['the categories', () => categoriesStatement(who)],
  ])('are read from an index, a page at a time: %s', async (_, statement) => {
    // One page and its next, or a creator's works; never the table.
    const never = /Seq Scan (portfolio_items|users)/
    await expectBounded(t.deps, statement(), { never, most: 200 })
  })

  it.each(
    FILTERS.flatMap((filters) =>
      (['newest', 'popular'] as const).flatMap((order) =>
        [undefined, order === 'newest' ? longAgo : 1].map(
          (key): [string, WorkFilters, Order, number | undefined] => [
            JSON.stringify(filters),
            filters,
            order,
            key,
          ],
        ),
      ),
    ),
  )('are filtered by what rarely meets and what is common: %s', async (_, filters, order, key) => {
    const never = /Seq Scan (portfolio_items|users)/
    await expectRead(t.deps, list(order, key, filters)(), { never, most: 3 * MAX_WALKED })
  })

  it('hold every work that fits, in order, over all pages', async () => {
    for (const filters of FILTERS) {
      const { rows } = await sql<{ id: string }>`
        select id from portfolio_items p where is_listed and ${worksFit(filterSql(filters))}
        order by created_at desc, id desc limit 100`.execute(t.deps.db)
      const found: string[] = []
      for (let cursor: string | undefined, page = 0; page < 5; page += 1) {
        const { body, headers } = await t.call(listPortfolios, {
          query: { ...filters, sort: 'newest', limit: 20, cursor },
        })
        found.push(...body.map(({ id }: { id: string }) => id))
        const next = /[?&]cursor=([^&>]+)/.exec(String(headers['link']))?.[1]
        if (next === undefined) break
        cursor = next
      }
      expect(found, JSON.stringify(filters)).toEqual(rows.map(({ id }) => id))
    }
  })

  it('are searched without reading the table, common words and rare ones', async () => {
    const texts = [
      ...common,
      `${common[0]} ${common[1]}`,
      `${common[2]} ${common[3]} ${common[4]}`,
      `${common[0]?.slice(0, -2)}`,
      'ba',
      'shaloo',
      'first7',
      'last9 photography',
      'grezzzovak',
      // Each in half of the works, never both.
      'linen',
      'brass linen',
    ]
    for (const search of texts) {
      for (const filters of FILTERS) {
        const rows = await t.deps.db.transaction().execute(async (trx) => {
          const before = await readSoFar(trx)
          const found = await sql<{ id: string }>`
            select f.id from ${meantBy({ search })} m cross join lateral ${worksMeant(filterSql(filters))} f`.execute(
            trx,
          )
          const after = await readSoFar(trx)
          expect(after.scans - before.scans, search).toBe(0)
          const asked = JSON.stringify({ search, ...filters })
          expect(after.works - before.works, asked).toBeLessThan(WORKS / 8)
          return found.rows
        })
        expect(rows.length, search).toBeLessThanOrEqual(200)
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      }
    }
  })
})

/** What this connection has read from the works recently: table scans, and works fetched through an index. */
async function readSoFar(db: Database): Promise<{ scans: number; works: number }> {
  const { rows } = await sql<{ scans: number; works: number }>`
    select pg_stat_get_xact_numscans('portfolio_items'::regclass)::int as scans,
      pg_stat_get_xact_tuples_fetched('portfolio_items'::regclass)::int as works`.execute(db)
  return rows[0] ?? { scans: -1, works: -1 }
}
