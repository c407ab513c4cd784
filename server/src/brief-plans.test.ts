import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp } from '../test/app.ts'
import { writePeople, writePictures } from '../test/content/bulk.ts'
import { expectRead, writeInBulk } from '../test/plans.ts'
import { newId } from './db/id.ts'
import type { Database } from './db/pool.ts'
import { itemJson } from './features/boards/board-item-queries.ts'
import { formStatement } from './features/boards/briefs/brief-form-queries.ts'
import {
  briefsStatement,
  briefStatement,
  inquiryStatement,
} from './features/boards/briefs/brief-queries.ts'
import { showables } from './showables.ts'

/** Works in all; one board is full, and from each board some briefs went out. */
const WORKS = 50_000
const FULL = 5_000
const PEOPLE = 5_000
const BOARDS = 2_000
const BRIEFS = 10

const t = testApp({ JOBS: 'off' })
const reader = newId()
const board = newId()

beforeAll(async () => {
  await writeInBulk(t.deps, write)
}, 240_000)

async function write(trx: Database): Promise<void> {
  await writePeople(trx, PEOPLE, reader)
  await sql`update users set creator_granted = true`.execute(trx)
  await writePictures(trx, WORKS)
  await sql`
    insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed, doc)
    select gen_random_uuid(), m.owner_id, 1, 'Work', m.id, true, ''::tsvector
    from media m`.execute(trx)
  await sql`
    insert into boards (id, owner_id, title, item_count)
    select case when n = 1 then ${board}::uuid else gen_random_uuid() end,
      case when n <= 20 then ${reader}::uuid else u.id end, 'Board ' || n, case n when 1 then ${FULL}::int else 20 end
    from generate_series(1, ${BOARDS}::int) n
    join (select id, row_number() over () - 1 as place from users) u on u.place = n % ${PEOPLE}`.execute(
    trx,
  )
  await sql`
    with works as (select id, row_number() over () as n from portfolio_items),
    others as (select id, row_number() over () - 1 as n from boards where id <> ${board}::uuid)
    insert into board_items (id, board_id, portfolio_id, place, note, is_against)
    select gen_random_uuid(), case when w.n <= ${FULL} then ${board}::uuid else o.id end, w.id, w.n, '', false
    from works w join others o on o.n = w.n % (select count(*) from others)`.execute(trx)
  await sql`
    update board_items i set portfolio_id = null, media_id = w.media_id from portfolio_items w
    where w.id = i.portfolio_id and i.place::int % 10 = 0`.execute(trx)
  await sql`
    insert into brief_drafts (board_id, user_id, content, sends_notes, item_ids, creator_ids)
    select bd.id, bd.owner_id, '', true,
      array(select i.id from board_items i where i.board_id = bd.id order by i.place desc limit 3),
      array(select u.id from users u where u.id <> bd.owner_id limit 3)
    from boards bd`.execute(trx)
  await sql`
    insert into briefs (id, board_id, sender_id, title, content, budget, timeline, sends_notes, client_id, created_at)
    select gen_random_uuid(), bd.id, bd.owner_id, 'Board', 'Plates', 'negotiable', 'ASAP', true,
      gen_random_uuid(), now() - n * interval '1 hour'
    from boards bd cross join generate_series(1, ${BRIEFS}::int) n`.execute(trx)
  await sql`
    insert into brief_recipients (brief_id, place, creator_id, inquiry_key, thanks_key)
    select bf.id, n, u.id, gen_random_uuid(), gen_random_uuid()
    from (select id, row_number() over () as nth from briefs) bf cross join generate_series(1, 3) n
    join (select id, row_number() over () - 1 as place from users where id <> ${reader}::uuid) u
      on u.place = (bf.nth * 7 + n) % ${PEOPLE - 10}`.execute(trx)
  await sql`
    insert into brief_references (brief_id, place, portfolio_id, note, is_against)
    select bf.id, 1, i.id, '', false
    from (select id, row_number() over () as n from briefs) bf
    join (select id, row_number() over () as n from portfolio_items) i on i.n = bf.n`.execute(trx)
  await sql`
    insert into brief_references (brief_id, place, media_id, note, is_against)
    select bf.id, 2, m.id, '', false
    from (select id, row_number() over () as n from briefs) bf
    join (select id, row_number() over () as n from media) m on m.n = bf.n`.execute(trx)
  await sql`
    insert into conversations (id, low_id, high_id, subject, subject_key, started_by)
    select gen_random_uuid(), least(bf.sender_id, r.creator_id), greatest(bf.sender_id, r.creator_id),
      bf.id::text, bf.id::text, bf.sender_id
    from briefs bf join brief_recipients r on r.brief_id = bf.id and r.creator_id <> bf.sender_id`.execute(
    trx,
  )
  await sql`
    insert into messages (id, conversation_id, sender_id, receiver_id, subject, content, message_type,
      budget, timeline, client_id, brief_id, search)
    select gen_random_uuid(), c.id, bf.sender_id, r.creator_id, bf.title, bf.content, 'business_inquiry',
      bf.budget, bf.timeline, r.inquiry_key, bf.id, ''::tsvector
    from briefs bf join brief_recipients r on r.brief_id = bf.id and r.creator_id <> bf.sender_id
    join conversations c on c.subject_key = bf.id::text
      and (c.low_id, c.high_id) = (least(bf.sender_id, r.creator_id), greatest(bf.sender_id, r.creator_id))`.execute(
    trx,
  )
}

const NEVER =
  /Seq Scan (?:boards|board_items|briefs|brief_\w+|messages|portfolio_items|media|users)$/

it('the form of a full board reads its front alone', async () => {
  await expectRead(t.deps, formStatement(reader, board, showables, itemJson(showables)), {
    never: NEVER,
    most: 600,
  })
})

it('a list of briefs reads those of one person and board, also from its middle', async () => {
  const first = briefsStatement(reader, board, { limit: 20 })
  await expectRead(t.deps, first, { never: NEVER, most: 60 })
})

it('a brief and its inquiry are read by their ids', async () => {
  const { rows } = await sql<{ id: string; messageId: string; receiverId: string }>`
    select bf.id, m.id as "messageId", m.receiver_id as "receiverId"
    from briefs bf join messages m on m.brief_id = bf.id
    where bf.sender_id = ${reader}::uuid limit 1`.execute(t.deps.db)
  const [found] = rows
  expect(found).toBeDefined()
  const { id = '', messageId = '', receiverId = '' } = found ?? {}
  await expectRead(t.deps, briefStatement(reader, id, showables), { never: NEVER, most: 60 })
  for (const viewerId of [reader, receiverId])
    await expectRead(t.deps, inquiryStatement(viewerId, messageId, showables), {
      never: NEVER,
      most: 60,
    })
})
