import { sql } from 'kysely'
import { beforeAll, it } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { idAt, writePeople } from '../../../../../test/content/bulk.ts'
import { expectRead, writeInBulk } from '../../../../../test/plans.ts'
import { newId } from '../../../../db/id.ts'
import type { Database } from '../../../../db/pool.ts'
import { marksStatement, roomStatement } from '../proofing-queries.ts'
import { ownRoomsStatement, roomWorksStatement } from './own-queries.ts'

/** Rooms of many people, each with files and comments. */
const PEOPLE = 60
const ROOMS = 50

const t = testApp({ JOBS: 'off' })
const reader = newId()
const room = newId()
beforeAll(async () => {
  await writeInBulk(t.deps, write)
}, 120_000)

async function write(trx: Database): Promise<void> {
  await writePeople(trx, PEOPLE, reader)
  await sql`
    create temporary table own on commit drop as
    select case when n = 1 and u.id = ${reader}::uuid then ${room}::uuid
      else ${idAt(sql`now() - n * interval '1 hour'`)} end as id, u.id as owner, n, gen_random_uuid() as delivery
    from users u, generate_series(1, ${ROOMS}::int) n`.execute(trx)
  await sql`
    insert into proof_rooms (id, owner_id, title, changes, created_at)
    select id, owner, 'Title', 4, now() - n * interval '1 hour' from own`.execute(trx)
  await sql`
    insert into project_deliveries (id, room_id, number, note) select delivery, id, 1, '' from own`.execute(
    trx,
  )
  await sql`
    create temporary table files on commit drop as
    select gen_random_uuid() as id, o.id as room, o.owner, o.delivery, f.n
    from own o, generate_series(1, 4) f (n)`.execute(trx)
  await sql`
    insert into delivery_files (id, room_id, owner_id, kind, file_name, content_type, bytes, preview_state,
      delivery_id, position, thing_id)
    select id, room, owner, 'other', 'a' || n, 'a/b', 1, 'none', delivery, n, id from files`.execute(
    trx,
  )
  await sql`
    insert into proof_marks (id, room_id, version_id, number, author_id, shape, points, text, change)
    select gen_random_uuid(), room, id, m, owner, 'point', '{0.5, 0.25}', 'Words', m
    from files, generate_series(1, 4) m`.execute(trx)
  await sql`
    create temporary table works on commit drop as
    select gen_random_uuid() as id, gen_random_uuid() as media_id, owner, n from own`.execute(trx)
  await sql`
    insert into media (id, owner_id, state, file_name, content_type, extension, received_bytes, bytes, width, height,
      thumbhash, alt)
    select media_id, owner, 'ready', 'a.jpg', 'image/jpeg', 'jpg', 1, 1, 1200, 900, '', '' from works`.execute(
    trx,
  )
  await sql`
    insert into portfolio_items (id, creator_id, category_id, title, description, media_id, is_listed, state, state_at,
      doc)
    select id, owner, 1, 'Title', '', media_id, false, 'draft', now() - n * interval '1 hour', ''::tsvector
    from works`.execute(trx)
}

/** Of other rooms nothing is read. */
const WHOLE =
  /Seq Scan (proof_rooms|proof_marks|delivery_files|project_deliveries|portfolio_items|media)/

it('the list reads the rooms of a page, with their files and marks', async () => {
  const list = ownRoomsStatement(reader, { limit: 20 })
  await expectRead(t.deps, list, { never: WHOLE, most: 700 })
})

it('the works to choose from are read page by page', async () => {
  const list = roomWorksStatement(reader, { limit: 20 })
  await expectRead(t.deps, list, { never: WHOLE, most: 200 })
})

it('a room reads its own files and marks', async () => {
  const key = { id: room, viewerId: reader, isAdmin: false }
  await expectRead(t.deps, roomStatement(key), { never: WHOLE, most: 100 })
  await expectRead(t.deps, marksStatement(key, null), { never: WHOLE, most: 120 })
})
