import { BOARD_ITEM_SHOWS } from '@plinth/contract/boards/boards.ts'
import { MAX_SHEET_ITEMS } from '@plinth/contract/limits.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp } from '../test/app.ts'
import { writePeople, writePictures } from '../test/content/bulk.ts'
import { expectRead, writeInBulk } from '../test/plans.ts'
import { newId } from './db/id.ts'
import type { Database } from './db/pool.ts'
import { itemJson, itemsStatement } from './features/boards/board-item-queries.ts'
import { workStatement } from './features/analytics/statistics-queries.ts'
import { userBoardsStatement } from './features/boards/board-public-queries.ts'
import { boardsStatement } from './features/boards/board-queries.ts'
import { sheetStatement } from './features/boards/board-sheet-queries.ts'
import { showables } from './showables.ts'

/** Works in all, each on one of the boards; one board is full. */
const WORKS = 100_000
const FULL = 5_000
const PEOPLE = 500

const t = testApp({ JOBS: 'off' })
const reader = newId()
const board = newId()

beforeAll(async () => {
  await writeInBulk(t.deps, write)
}, 240_000)

async function write(trx: Database): Promise<void> {
  await writePeople(trx, PEOPLE, reader)
  await writePictures(trx, WORKS)
  await sql`
    insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed, doc)
    select gen_random_uuid(), m.owner_id, 1, 'Work', m.id, true, ''::tsvector
    from media m`.execute(trx)
  await sql`
    insert into boards (id, owner_id, title, item_count, changed_at, visibility)
    select case when u.id = ${reader}::uuid and i = 1 then ${board}::uuid else gen_random_uuid() end,
      u.id, 'Board ' || i, 200, now() - i * interval '1 hour',
      case when i % 2 = 0 then 'public' else 'private' end
    from users u cross join generate_series(1, 200) i`.execute(trx)
  await sql`
    insert into board_people (board_id, user_id, role)
    select id, ${reader}::uuid, 'edit' from (
      select id from boards where owner_id <> ${reader}::uuid order by id limit 200) b
    union all
    select b.id, u.id, 'view'
    from (select id, owner_id, row_number() over () as n from boards) b
    join (select id, row_number() over () - 1 as n from users where id <> ${reader}::uuid) u
      on u.n = b.n % ${PEOPLE} and u.id <> b.owner_id`.execute(trx)
  await sql`
    with works as (select id, row_number() over () as n from portfolio_items),
    others as (select id, row_number() over () - 1 as n from boards where id <> ${board}::uuid)
    insert into board_items (id, board_id, portfolio_id, place, note, is_against)
    select gen_random_uuid(), case when w.n <= ${FULL} then ${board}::uuid else o.id end, w.id, w.n,
      case when w.n % 50 = 0 then 'A note' else '' end, w.n % 500 = 0
    from works w join others o on o.n = w.n % (select count(*) from others)`.execute(trx)
  await sql`
    update board_items i set portfolio_id = null, media_id = w.media_id from portfolio_items w
    where w.id = i.portfolio_id and i.place::int % 10 = 0`.execute(trx)
}

const NEVER = /Seq Scan (?:boards|board_items|portfolio_items|media|users)$/

it.each(BOARD_ITEM_SHOWS)('a page of a full board is read from its place on: %s', async (show) => {
  const { rows } = await sql<{ id: string; place: number }>`
    select id, place from board_items where board_id = ${board}::uuid
    order by place offset ${FULL / 2} limit 1`.execute(t.deps.db)
  const [middle] = rows
  expect(middle).toBeDefined()
  for (const after of [null, { key: middle?.place ?? 0, id: middle?.id ?? '' }])
    for (const viewerId of [reader, null])
      await expectRead(
        t.deps,
        itemsStatement(
          { viewerId },
          { boardId: board, show, limit: 20, after },
          itemJson(showables),
        ),
        { never: NEVER, most: 100 },
      )
})

it('a contact sheet reads the front of a board', async () => {
  await expectRead(t.deps, sheetStatement({ viewerId: reader }, board, showables), {
    never: NEVER,
    most: 2 * MAX_SHEET_ITEMS,
  })
})

it.each(['all', 'own', 'shared'] as const)(
  'a list of boards reads those of one person: %s',
  async (show) => {
    for (const searched of [{}, { search: 'board 7' }])
      await expectRead(
        t.deps,
        boardsStatement(reader, { show, ...searched, limit: 20 }, showables),
        {
          never: NEVER,
          most: 500,
        },
      )
  },
)

it('a profile’s page of public boards reads those of one person', async () => {
  for (const viewerId of [reader, null])
    for (const after of [null, { micros: (Date.now() - 50 * 3_600_000) * 1_000, id: board }])
      await expectRead(
        t.deps,
        userBoardsStatement({ viewerId }, { ownerId: reader, limit: 20, after }, showables),
        { never: NEVER, most: 500 },
      )
})

it('statistics of a work find its public boards by the work', async () => {
  const { rows } = await sql<{ id: string; creatorId: string }>`
    select id, creator_id as "creatorId" from portfolio_items limit 1`.execute(t.deps.db)
  const [found] = rows
  expect(found).toBeDefined()
  const days = { earliest: '2027-01-01', first: '2027-01-15', last: '2027-01-29' }
  await expectRead(t.deps, workStatement({ id: '', creatorId: '', ...found, ...days }), {
    never: NEVER,
    most: 500,
  })
})
