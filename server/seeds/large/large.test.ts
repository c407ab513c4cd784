import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, createPool } from '../../src/db/pool.ts'
import type { DB } from '../../src/db/schema.ts'
import { refreshPortfolios } from '../../src/features/portfolios/portfolio-refresh-queries.ts'
import { cloneDatabase } from '../../test/database.ts'
import { insertDemoPeople, insertDemoWork } from '../demo/queries.ts'
import { makeMarks, seedLargeWorld } from './large.ts'
import { createRandom } from '../random.ts'

describe('makeMarks', () => {
  it('leaves only the owner out of the counts', () => {
    const random = createRandom('marks')
    for (let drawn = 0; drawn < 5_000; drawn += 1) {
      const owner = random.integer(0, 99)
      const marks = makeMarks(random, owner, 100)
      for (const [run, count] of [
        [marks.likeRun, marks.likeCount],
        [marks.saveRun, marks.saveCount],
        [marks.viewRun, marks.viewCount],
      ] as const) {
        const people = Array.from({ length: run }, (_, step) => (marks.start + step) % 100)
        expect(count).toBe(people.filter((person) => person !== owner).length)
      }
    }
  })
})

const log = () => undefined

describe('seedLargeWorld', () => {
  let db: Kysely<DB>
  let drop: () => Promise<void>
  const now = new Date()

  beforeAll(async () => {
    const database = await cloneDatabase()
    drop = database.drop
    db = createDatabase(createPool({ url: database.url, size: 1, namedStatements: false }))
    const [alice, picture] = [crypto.randomUUID(), crypto.randomUUID()]
    await insertDemoPeople(db, [
      {
        id: alice,
        firstName: 'Alice',
        lastName: 'Test',
        email: 'alice@example.com',
        bio: '',
        location: '',
        website: '',
        isCreator: true,
        isAdmin: false,
        profileColors: null,
        socialLinks: {},
        joinedAt: now,
      },
    ])
    await sql`
      insert into media (id, owner_id, state, file_name, content_type, extension, received_bytes,
        bytes, width, height)
      values (${picture}, ${alice}, 'ready', 'a.jpg', 'image/jpeg', 'jpg', 1, 1, 100, 100)`.execute(
      db,
    )
    await insertDemoWork(db, {
      id: crypto.randomUUID(),
      creatorId: alice,
      mediaId: picture,
      category: 'artwork',
      title: 'One',
      description: '',
      tags: [],
      priceCents: null,
      featuredAt: null,
      createdAt: now,
    })
  })
  afterAll(async () => {
    await db.destroy()
    await drop()
  })

  const schema = async () => {
    const { rows } = await sql<{ what: string }>`
      select indexdef as what from pg_indexes
        join pg_class on oid = format('%I.%I', schemaname, indexname)::regclass and not relispartition
        where schemaname = 'public'
      union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace and conparentid = 0
      order by 1`.execute(db)
    return rows.map((row) => row.what)
  }

  it('inserts works with counters that equal their rows, and restores every index', async () => {
    const before = await schema()
    expect(await seedLargeWorld(db, { items: 600, now, log })).toBe(true)
    expect(await schema()).toEqual(before)
    const { rows } = await sql<Record<string, number>>`
      select count(*)::int as works,
        (count(*) filter (where like_count <> (select count(*) from portfolio_likes where item_id = p.id)
          or save_count <> (select count(*) from portfolio_saves where item_id = p.id)
          or view_count <> (select count(*) from portfolio_views where item_id = p.id)))::int as wrong,
        (select count(*) from portfolio_likes l join portfolio_items i on i.id = l.item_id
          where i.creator_id = l.user_id)::int as own,
        (select count(*) from users u where bio is not null and bio <> ''
          and work_count <> (select count(*) from portfolio_items where creator_id = u.id))::int as makers,
        (select sum(work_count) from categories)::int as hung,
        sum(like_count)::int as likes
      from portfolio_items p`.execute(db)
    expect(rows[0]).toMatchObject({ works: 601, wrong: 0, own: 0, makers: 0, hung: 601 })
    expect(rows[0]?.likes).toBeGreaterThan(100)
  })

  it('inserts posts with counters that equal their rows', async () => {
    const { rows } = await sql<Record<string, number>>`
      select count(*)::int as posts,
        (count(*) filter (where like_count <> (select count(*) from post_likes where post_id = p.id)
          or save_count <> (select count(*) from post_saves where post_id = p.id)
          or view_count <> (select count(*) from post_views where post_id = p.id)
          or comment_count <> (select count(*) from comments where post_id = p.id)))::int as wrong,
        (count(*) filter (where cardinality(p.tags) <> (
          select count(*) from post_tags where post_id = p.id)))::int as untagged,
        (select count(*) from portfolio_items i where cardinality(i.tags) <> (
          select count(*) from portfolio_tags where item_id = i.id))::int as untagged_works,
        (select count(*) from post_likes l join posts o on o.id = l.post_id
          where o.creator_id = l.user_id)::int as own,
        (select count(*) from users u where post_count <> (
          select count(*) from posts where creator_id = u.id))::int as makers,
        (select count(*) from users u where
          follower_count <> (select count(*) from follows where followed_id = u.id)
          or following_count <> (select count(*) from follows where follower_id = u.id))::int as follows
      from posts p`.execute(db)
    expect(rows[0]).toMatchObject({
      wrong: 0,
      untagged: 0,
      untagged_works: 0,
      own: 0,
      makers: 0,
      follows: 0,
    })
    expect(rows[0]?.posts).toBeGreaterThan(590)
  })

  it('gives each work and each post a file of its own', async () => {
    const { rows } = await sql<Record<string, number>>`
      with used as (
        select media_id, creator_id from portfolio_items
        union all select m.media_id, p.creator_id from post_media m join posts p on p.id = m.post_id)
      select (count(*) - count(distinct used.media_id))::int as shared,
        (count(*) filter (where media.owner_id <> used.creator_id or media.state <> 'ready'))::int as wrong,
        count(*)::int as used
      from used join media on media.id = used.media_id`.execute(db)
    expect(rows[0]).toMatchObject({ shared: 0, wrong: 0 })
    expect(rows[0]?.used).toBeGreaterThan(1_190)
  })

  it('leaves the tallies that folding every mark would leave', async () => {
    const tallies = async () => {
      const { rows } = await sql<{ row: string }>`
        select row(t.*)::text as row from creator_tallies t
        union all select row(t.*)::text from work_tallies t
        union all select row(t.*)::text from source_tallies t order by 1`.execute(db)
      return rows.map(({ row }) => row)
    }
    const due = await sql`select from tallies_due`.execute(db)
    expect(due.rows).toEqual([])
    const seeded = await tallies()
    expect(seeded.length).toBeGreaterThan(1_000)
    await sql`truncate creator_tallies, work_tallies, source_tallies`.execute(db)
    // Inserted again, every mark is noted by the triggers of the product.
    for (const table of [
      'portfolio_likes',
      'portfolio_saves',
      'portfolio_views',
      'post_likes',
      'post_saves',
      'post_views',
    ]) {
      await sql`create temp table again as select * from ${sql.table(table)}`.execute(db)
      await sql`truncate ${sql.table(table)}`.execute(db)
      await sql`insert into ${sql.table(table)} select * from again`.execute(db)
      await sql`drop table again`.execute(db)
    }
    await sql`select fold_tallies(2147483647)`.execute(db)
    expect(await tallies()).toEqual(seeded)
  })

  it('makes every word of every work known to search', async () => {
    const { rows } = await sql<{ word: string }>`
      select distinct w.word from portfolio_items p
      join users u on u.id = p.creator_id join categories c on c.id = p.category_id
      cross join lateral search_words(concat_ws(' ', p.title, array_to_string(p.tags, ' '),
        u.first_name, u.last_name, c.name, p.description)) w
      where u.bio <> '' and not exists (select 1 from search_terms t where t.word = w.word)`.execute(
      db,
    )
    expect(rows).toEqual([])
  })

  it('makes everybody and every post known to search, and counts every facet', async () => {
    await refreshPortfolios(db)
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from users u where not is_gone
          and not exists (select 1 from people_docs where user_id = u.id))::int as people,
        (select count(*) from posts p where is_visible
          and not exists (select 1 from post_docs where post_id = p.id))::int as posts,
        (select count(*) from portfolio_items p join users u on u.id = p.creator_id
          where p.facets <> all_facets(p.category_id, p.origin, u.location, p.starting_price_cents))::int as works,
        (select item_count from facet_counts where facet = 'all') as counted`.execute(db)
    expect(rows[0]).toEqual({ people: 0, posts: 0, works: 0, counted: 601 })
  })

  it('changes nothing on a second run and refuses another number', async () => {
    expect(await seedLargeWorld(db, { items: 600, now, log })).toBe(false)
    await expect(seedLargeWorld(db, { items: 900, now, log })).rejects.toThrow(/already holds 600/)
  })
})
