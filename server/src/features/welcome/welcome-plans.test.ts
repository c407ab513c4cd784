import { WELCOME_WORKS } from '@plinth/contract/people/welcome.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { writePictures } from '../../../test/content/bulk.ts'
import { expectRead, writeInBulk } from '../../../test/plans.ts'
import type { Database } from '../../db/pool.ts'
import { WORKS_OF_CATEGORY, findWelcomeWorks, welcomeStatement } from './welcome-queries.ts'

const WORKS = 100_000
const CREATORS = 1_000

const t = testApp({ JOBS: 'off' })
let viewerId: string

beforeAll(async () => {
  await writeInBulk(t.deps, hangMany)
}, 120_000)

async function hangMany(db: Database): Promise<void> {
  await sql`select setseed(0.42)`.execute(db)
  await sql`insert into users (id, first_name, last_name, creator_granted)
    select gen_random_uuid(), 'First' || i, 'Last' || i, true
    from generate_series(1, ${CREATORS}::int) i`.execute(db)
  await writePictures(db, 20)
  await sql`
    with u as materialized (select row_number() over () - 1 as n, id from users),
    m as materialized (select row_number() over () - 1 as n, id from media)
    insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed, sensitive_by_author, pop, doc)
    select gen_random_uuid(), u.id, 1 + g.i % 6, 'Work ' || g.i, m.id, g.i % 50 > 0, g.i % 40 = 1,
      random() * 1000, ''
    from generate_series(1, ${WORKS}::int) g(i)
    join u on u.n = g.i * 7919 % ${CREATORS}::int join m on m.n = g.i % 20`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from users order by id limit 1`.execute(db)
  viewerId = rows[0]?.id ?? ''
  await sql`insert into follows (follower_id, followed_id)
    select ${viewerId}::uuid, id from users where id <> ${viewerId}::uuid`.execute(db)
  await sql`insert into blocks (blocker_id, blocked_id)
    select ${viewerId}::uuid, id from users where id <> ${viewerId}::uuid order by id desc limit 5`.execute(
    db,
  )
}

describe(`among ${WORKS} works`, () => {
  it.each([0, 300])('reads a few of each category, from place %i on', async (position) => {
    const never = /Seq Scan (portfolio_items|users|follows)$/
    const most = 6 * WORKS_OF_CATEGORY
    await expectRead(t.deps, welcomeStatement({ viewerId, position }), { never, most })
  })

  it('shows works of different makers and of all categories on every page', async () => {
    for (const position of [0, WELCOME_WORKS, 2 * WELCOME_WORKS]) {
      const { works, hasMore } = await findWelcomeWorks(t.deps.db, { viewerId, position })
      expect(hasMore).toBe(true)
      expect(works).toHaveLength(WELCOME_WORKS)
      expect(new Set(works.map(({ creator }) => creator.id)).size).toBe(WELCOME_WORKS)
      const { rows } = await sql`
        select distinct category_id from portfolio_items
        where id = any (${works.map(({ id }) => id)}::uuid[])`.execute(t.deps.db)
      expect(rows).toHaveLength(6)
    }
  })
})
