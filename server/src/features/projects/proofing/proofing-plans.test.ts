import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { idAt, writePeople } from '../../../../test/content/bulk.ts'
import { expectRead, writeInBulk } from '../../../../test/plans.ts'
import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'
import { findMarks, findRoom, marksStatement, roomStatement } from './proofing-queries.ts'

/** Projects, each with ten files in two versions. */
const PROJECTS = 2_000
/** Rooms of them with a thousand marks each, half of them answered. */
const ROOMS = 100
const MARKS = 1_000
/** The project with the largest room. */
const LARGE = PROJECTS - 1
/** Files of it, and how many of them came with each delivery. */
const FILES = 500
const AT_ONCE = 50

const t = testApp({ JOBS: 'off' })
const reader = newId()
const room = newId()
const large = newId()
beforeAll(async () => {
  await writeInBulk(t.deps, write)
}, 120_000)

async function write(trx: Database): Promise<void> {
  await writePeople(trx, 40, reader)
  await sql`
    create temporary table hires on commit drop as
    select case i when 1 then ${room}::uuid when ${LARGE}::int then ${large}::uuid else gen_random_uuid() end as id, i, u.ids[1 + i % 20] as client,
      case when i in (1, ${LARGE}::int) then ${reader}::uuid else u.ids[21 + i % 19] end as creator
    from generate_series(1, ${PROJECTS}::int) i, (select array_agg(id) as ids from users) u`.execute(
    trx,
  )
  await sql`
    insert into projects (id, client_id, creator_id, title, subject, description, status, price_cents, deposit_cents,
      shared_at)
    select id, client, creator, 'Title', 'Subject', 'Words', 'delivered', 100000, 50000, now() from hires`.execute(
    trx,
  )
  await sql`
    insert into project_deliveries (id, project_id, number, note)
    select gen_random_uuid(), h.id, n, 'Note' from hires h, generate_series(1, 2) n where h.i <> ${LARGE}::int`.execute(
    trx,
  )
  await sql`
    create temporary table files on commit drop as
    select case when d.number = 1 then t.id else gen_random_uuid() end as id, t.id as thing, h.id as project,
      h.creator, d.id as delivery, t.n, h.i
    from hires h
    join project_deliveries d on d.project_id = h.id
    join (select h.id as project, n, gen_random_uuid() as id from hires h, generate_series(1, 10) n) t
      on t.project = h.id`.execute(trx)
  await sql`
    insert into delivery_files (id, project_id, owner_id, kind, file_name, content_type, bytes, preview_state,
      delivery_id, position, thing_id)
    select id, project, creator, 'other', 'a' || n, 'a/b', 1, 'none', delivery, n, thing from files`.execute(
    trx,
  )
  await writeLarge(trx)
  await sql`insert into proof_rooms (id, changes) select id, ${MARKS}::int from hires where i <= ${ROOMS}::int`.execute(
    trx,
  )
  await sql`
    insert into proof_marks (id, room_id, version_id, number, author_id, shape, points, text, change, created_at)
    select ${idAt(sql`now() - m * interval '1 minute'`)}, f.project, f.id, 1 + (m - 1) / 20, f.creator, 'point',
      '{0.5, 0.25}', 'Words about this spot', m, now() - m * interval '1 minute'
    from generate_series(1, ${MARKS}::int) m
    join (select *, row_number() over (partition by project order by id) as place from files where i <= ${ROOMS}::int) f
      on f.place = 1 + (m - 1) % 20`.execute(trx)
  await sql`
    insert into proof_replies (id, mark_id, author_id, text)
    select gen_random_uuid(), id, author_id, 'An answer' from proof_marks where change % 2 = 0`.execute(
    trx,
  )
}

/** Pictures of many names, all in one room, each of which looks like one of the delivery before. */
async function writeLarge(trx: Database): Promise<void> {
  await sql`
    insert into project_deliveries (id, project_id, number, note)
    select gen_random_uuid(), ${large}::uuid, n, 'Note' from generate_series(1, ${FILES / AT_ONCE}::int) n`.execute(
    trx,
  )
  await sql`
    insert into delivery_files (id, project_id, owner_id, kind, file_name, content_type, bytes, preview_state,
      delivery_id, position, thing_id, fingerprint)
    select id, ${large}::uuid, ${reader}::uuid, 'image', id || '.jpg', 'image/jpeg', 1, 'none', delivery, n, id,
      ('x' || substring(encode(sha256(n::text::bytea), 'hex') for 16))::bit(64)
    from (
      select gen_random_uuid() as id, d.id as delivery, n
      from project_deliveries d, generate_series(1, ${AT_ONCE}::int) n
      where d.project_id = ${large}::uuid) f`.execute(trx)
}

/** Of other rooms nothing is read. */
const WHOLE = /Seq Scan (proof_marks|proof_replies|delivery_files)/
const key = { id: room, viewerId: reader, isAdmin: false }

it('a room reads its own files, and its marks as many as have changed', async () => {
  await expectRead(t.deps, roomStatement(key), { never: WHOLE, most: 200 })
  await expectRead(t.deps, marksStatement(key, MARKS - 10), { never: WHOLE, most: 120 })
  // All of a room: its marks, their answers, and a file and an author for each.
  await expectRead(t.deps, marksStatement(key, null), { never: WHOLE, most: MARKS + 100 })
})

it('all of a thousand marks are read', async () => {
  const found = await findMarks(t.deps.db, key, null)
  expect(found?.marks).toHaveLength(MARKS)
})

it('a room of hundreds of files compares them with each other and reads no others', async () => {
  const wide = { id: large, viewerId: reader, isAdmin: false }
  const likely = ((FILES / AT_ONCE) * (FILES / AT_ONCE - 1) * AT_ONCE) / 2
  await expectRead(t.deps, roomStatement(wide), { never: WHOLE, most: likely })
  const found = await findRoom(t.deps.db, wide)
  expect(found?.things).toHaveLength(FILES)
  // All but the first delivery, each with what looks exactly like it.
  expect(found?.likenesses).toHaveLength(FILES - AT_ONCE)
  expect(found?.likenesses.every((one) => one.isProposed)).toBe(true)
})
