import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../test/app.ts'
import { finishPosts, writePictures } from '../test/content/bulk.ts'
import { expectBounded, planOf, stepOf, writeInBulk } from '../test/plans.ts'
import { newId } from './db/id.ts'
import type { Database } from './db/pool.ts'
import { adminWorksStatement } from './features/portfolios/portfolio-admin-queries.ts'
import { adminPostsStatement, type AdminPostsInput } from './features/posts/post-admin-queries.ts'
import { moneyLinesStatement, userLinesStatement } from './features/admin/export-queries.ts'
import { countStatement } from './features/admin/growth/growth-queries.ts'
import { notesStatement } from './features/admin/note-queries.ts'
import { usersStatement, type UsersInput } from './features/admin/user-queries.ts'

const MANY = 100_000
const adminId = newId()
const WIDE = / (posts|users|portfolio_items)$/

const t = testApp({ JOBS: 'off' })

beforeAll(async () => {
  await writeInBulk(t.deps, write)
}, 180_000)

async function write(db: Database): Promise<void> {
  await sql`insert into users (id, first_name, last_name, email, creator_granted, is_admin, staff_role, suspended_at, created_at)
    select case i when 1 then ${adminId}::uuid else gen_random_uuid() end, 'First' || i, 'Last' || i,
      'person' || i || '@example.com', i % 10 = 0, i % 20000 = 1, case when i % 20000 = 1 then 'owner' end, case when i % 5000 = 2 then now() end,
      now() - i * interval '1 minute'
    from generate_series(1, ${MANY}::int) i`.execute(db)
  await writePictures(db, 5_000)
  await sql`
    with u as materialized (select row_number() over () - 1 as n, id from users)
    insert into posts (id, creator_id, category_id, type, title, is_ready, is_approved, featured_at, taken_down_at,
      taken_down_reason, created_at)
    select gen_random_uuid(), u.id, 1, 'image', 'Post ' || g.i, true, g.i % 100 > 0,
      case when g.i % 999 = 0 then now() end, case when g.i % 5000 = 3 then now() end,
      case when g.i % 5000 = 3 then 'So' end, now() - g.i * interval '1 minute'
    from generate_series(1, ${MANY}::int) g (i) join u on u.n = g.i * 7919 % 2000`.execute(db)
  await finishPosts(db)
  await sql`insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed, doc, featured_at, created_at)
    select gen_random_uuid(), m.owner_id, 1, 'Work ' || k || ' of ' || m.id, m.id, true, '',
      case when k = 7 then now() end, now() - k * interval '1 hour' - random() * interval '1 hour'
    from media m cross join generate_series(1, 8) k`.execute(db)
  await sql`insert into ledger_transactions (id, kind, cause_id, created_at)
      select gen_random_uuid(), 'charge', 'ch_' || i, now() - i * interval '1 minute'
      from generate_series(60000, 1, -1) i`.execute(db)
  await sql`insert into ledger_entries (transaction_id, position, account, amount_cents, created_at)
      select id, side, case side when 1 then 'provider' else 'revenue' end, case side when 1 then 500 else -500 end,
        created_at
      from ledger_transactions, generate_series(1, 2) side order by created_at, side`.execute(db)
  await sql`insert into user_notes (id, user_id, author_id, text)
    select gen_random_uuid(), case when i % 5 = 0 then ${adminId}::uuid else u.id end, ${adminId}::uuid, 'Note'
    from (select id, row_number() over () as i from users limit 20000) u`.execute(db)
  await sql`insert into user_assignments (user_id, assignee_id)
    select id, ${adminId}::uuid from users where id <> ${adminId}::uuid limit 50`.execute(db)
  await sql`insert into reports (id, reporter_id, kind, subject_id, reason, text, snapshot)
    select gen_random_uuid(), ${adminId}::uuid, k.kind, k.id, 'spam', '', '{}' from (
      (select 'post' as kind, id from posts limit 40) union all
      (select 'portfolio', id from portfolio_items limit 40)) k`.execute(db)
}

const after = { micros: (Date.now() - 50 * 86_400_000) * 1_000, id: adminId }
const users = (input: Partial<UsersInput>) => () =>
  usersStatement({ adminId, filter: 'all', search: '', limit: 20, after: null, ...input })
const posts = (input: Partial<AdminPostsInput>) => () =>
  adminPostsStatement({ adminId, part: 'approved', search: '', limit: 20, after: null, ...input })
const works = (input: Partial<Parameters<typeof adminWorksStatement>[0]>) => () =>
  adminWorksStatement({ adminId, filter: 'all', search: '', limit: 20, after: null, ...input })

it('reads accounts and books for a file part by part, by their primary keys', async () => {
  const middle = newId().replace(/^.{8}/, '7fffffff')
  for (const statement of [
    userLinesStatement(middle),
    moneyLinesStatement({ id: middle, position: 1 }),
  ])
    await expectBounded(t.deps, statement, {
      never: /Seq Scan (users|ledger_entries)/,
      most: 1_100,
    })
})

it('counts two days of growth without reading all that there is', async () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  await expectBounded(t.deps, countStatement({ from: day(31), to: day(30) }), {
    never: /Seq Scan (users|posts|portfolio_items|ledger_entries)/,
    // An index line of the books stands for 128 pages, of which some rows are of other days.
    most: 30_000,
  })
})

describe(`admins’ lists of ${MANY}`, () => {
  it.each<[string, () => RawBuilder<unknown>]>([
    ['people', users({})],
    ['people, far down', users({ after })],
    ['people, a hundred', users({ limit: 100 })],
    ['creators', users({ filter: 'creators' })],
    ['admins', users({ filter: 'admins' })],
    ['suspended', users({ filter: 'suspended' })],
    ['people that one looks after', users({ filter: 'mine' })],
    [
      'notes about a person',
      () => notesStatement({ adminId, userId: adminId, limit: 20, after: null }),
    ],
    ['suspensions to decide', users({ filter: 'suspension_due' })],
    ['pending posts', posts({ part: 'pending' })],
    ['approved posts', posts({})],
    ['approved, far down', posts({ after: { key: after.micros, id: after.id } })],
    ['featured posts', posts({ part: 'featured' })],
    ['reported posts', posts({ part: 'reported' })],
    ['posts taken down', posts({ part: 'taken_down' })],
    ['works', works({})],
    ['featured works', works({ filter: 'featured' })],
    ['reported works', works({ filter: 'reported' })],
    ['works taken down', works({ filter: 'taken_down' })],
  ])('are read one page at a time: %s', async (_, statement) => {
    await expectBounded(t.deps, statement(), {
      never: /Seq Scan (posts|post_media|media|users|portfolio_items|user_notes)/,
      most: 110,
    })
  })

  it.each<[string, () => RawBuilder<unknown>, most: number]>([
    ['a person by name', users({ search: 'first777 last' }), 2_000],
    ['a person by e-mail', users({ search: 'person4711@' }), 2_000],
    ['a person by id', users({ search: adminId }), 1],
    ['a post by title', posts({ search: 'post 4711' }), 2_000],
    ['posts by maker', posts({ search: 'first99 last' }), 3_000],
    ['works by maker', works({ search: 'first99 last' }), 3_000],
    // A word that all of them have comes from the index, but at most a thousand are read.
    ['people by what all have', users({ search: 'last' }), MANY],
    ['pending posts by what all have', posts({ search: 'post', part: 'pending' }), MANY],
    ['reported posts by what all have', posts({ search: 'post', part: 'reported' }), MANY],
    ['works by what all have', works({ search: 'work' }), MANY],
  ])('are searched with an index: %s', async (_, statement, most) => {
    const nodes = await planOf(t.deps, statement())
    const tables = nodes.filter((node) => WIDE.test(stepOf(node)))
    for (const node of tables) expect(node['Actual Rows'], stepOf(node)).toBeLessThanOrEqual(2_000)
    for (const node of nodes) expect(node['Actual Rows'], stepOf(node)).toBeLessThanOrEqual(most)
  })
})
