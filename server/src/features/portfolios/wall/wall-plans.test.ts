import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { writePeople, writePictures } from '../../../../test/content/bulk.ts'
import { expectRead, writeInBulk } from '../../../../test/plans.ts'
import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'
import { seriesStatement, seriesWorksStatement } from './series-queries.ts'
import { wallStatement } from './wall-queries.ts'
import type { WallSide } from './wall-sql.ts'

/** Works in all; one creator has many, of which every tenth is hidden and the last are in ten series. */
const WORKS = 100_000
const MANY = 2_000
const PEOPLE = 5_000

const t = testApp({ JOBS: 'off' })
const creator = newId()

beforeAll(async () => {
  await writeInBulk(t.deps, write)
}, 240_000)

async function write(trx: Database): Promise<void> {
  await writePeople(trx, PEOPLE, creator)
  await writePictures(trx, 50)
  await sql`
    with u as materialized (select row_number() over () - 1 as n, id from users where id <> ${creator}::uuid),
    m as materialized (select row_number() over () - 1 as n, id from media)
    insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed, state, created_at, doc)
    select gen_random_uuid(), case when g.i <= ${MANY} then ${creator}::uuid else u.id end, 1, 'Work', m.id,
      g.i % 10 > 0, case when g.i % 10 = 0 then 'hidden' else 'published' end,
      now() - g.i * interval '1 minute', ''::tsvector
    from generate_series(1, ${WORKS}::int) g (i)
    join u on u.n = g.i % (select count(*) from u) join m on m.n = g.i % 50`.execute(trx)
  await sql`insert into walls (creator_id, shown_at) select id, now() from users
    where id = ${creator}::uuid or id in (select id from users order by id limit ${PEOPLE / 2}::int)`.execute(
    trx,
  )
  await sql`
    insert into wall_places (id, creator_id, item_id, place, draft_place)
    select p.id, p.creator_id, p.id, n, n from (
      select id, creator_id, row_number() over (partition by creator_id order by created_at desc) as n
      from portfolio_items) p
    join walls w on w.creator_id = p.creator_id`.execute(trx)
  await sql`insert into series (id, creator_id, title)
    select gen_random_uuid(), w.creator_id, 'Series' from walls w cross join generate_series(1, 10) g`.execute(
    trx,
  )
  await sql`
    with s as materialized (
      select id, creator_id, row_number() over (partition by creator_id order by id) - 1 as n from series)
    insert into wall_places (id, creator_id, series_id, place, draft_place)
    select id, creator_id, id, n * 3 + 0.5, n * 3 + 0.5 from s`.execute(trx)
  await sql`
    with s as materialized (
      select id, creator_id, row_number() over (partition by creator_id order by id) - 1 as n from series)
    update wall_places w set inside = s.id, draft_inside = s.id from s
    where s.creator_id = w.creator_id and w.item_id is not null and w.place::int % 2 = 0
      and s.n = w.place::int / 2 % 10`.execute(trx)
  await sql`update wall_places w set pin = n, draft_pin = n from (
      select id, row_number() over (order by place) as n from wall_places
      where creator_id = ${creator}::uuid and item_id is not null and inside is null order by place limit 3) p
    where p.id = w.id`.execute(trx)
}

const NEVER = /Seq Scan (?:wall_places|walls|series|portfolio_items|media|users)$/
const SIDES: WallSide[] = ['shown', 'draft']
const viewers = (side: WallSide) => (side === 'draft' ? [creator] : [creator, null])

describe(`among ${WORKS} works`, () => {
  it.each(SIDES)('a page of a large wall is read from its place on: %s', async (side) => {
    const { rows } = await sql<{ id: string; key: number }>`
      select id, at as key from wall_places where creator_id = ${creator}::uuid and inside is null
      order by at, id offset 500 limit 1`.execute(t.deps.db)
    const middle = rows[0] ?? { id: '', key: 0 }
    expect(middle.id).not.toBe('')
    const cases = [
      { order: 'first', after: null },
      { order: 'arranged', after: middle },
    ] as const
    for (const { order, after } of cases)
      for (const viewerId of viewers(side))
        await expectRead(
          t.deps,
          wallStatement({ viewerId }, { side, order, userId: creator }, { limit: 20, after }),
          // A first page may show ten series, each of a hundred works, of which it counts the listed ones.
          { never: NEVER, most: 1_100 },
        )
  })

  it('a page of a wall that was not arranged reads its works only', async () => {
    const { rows } = await sql<{ id: string; micros: number; creatorId: string }>`
      select id, (date_part('epoch', created_at) * 1000000)::float8 as micros, creator_id as "creatorId"
      from portfolio_items p where p.creator_id not in (select creator_id from walls)
      order by created_at desc limit 1`.execute(t.deps.db)
    const [one] = rows
    expect(one).toBeDefined()
    const after = { key: -(one?.micros ?? 0), id: one?.id ?? '' }
    for (const page of [
      { order: 'first', after: null },
      { order: 'newest', after },
    ] as const)
      await expectRead(
        t.deps,
        wallStatement(
          { viewerId: null },
          { side: 'shown', order: page.order, userId: one?.creatorId ?? '' },
          { limit: 20, after: page.after },
        ),
        { never: NEVER, most: 300 },
      )
  })

  it.each(SIDES)('a series and its works are read from its own places: %s', async (side) => {
    const { id } = await t.deps.db
      .selectFrom('series')
      .select('id')
      .where('creator_id', '=', creator)
      .executeTakeFirstOrThrow()
    for (const viewerId of viewers(side)) {
      const who = { viewerId }
      await expectRead(t.deps, seriesStatement(who, side, id), { never: NEVER, most: 110 })
      for (const after of [null, { key: 40, id }])
        await expectRead(
          t.deps,
          seriesWorksStatement(who, { side, seriesId: id }, { limit: 20, after }),
          { never: NEVER, most: 110 },
        )
    }
  })
})
