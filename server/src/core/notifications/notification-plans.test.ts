import type { NotificationFilter } from '@plinth/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { beforeAll, describe, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { idAt, writePeople } from '../../../test/content/bulk.ts'
import { expectBounded, writeInBulk, type Compilable } from '../../../test/plans.ts'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import { unreadStatement } from '../../db/unread-sql.ts'
import type { PageInput } from '../session/viewer-page-sql.ts'
import { waitingCommentsStatement, waitingRowsStatement } from './outbox/outbox-queries.ts'
import { notificationsStatement, specialsStatement } from './notification-list-queries.ts'
import { readProofStatement, readRoomStatement, type SeenRoom } from './notification-queries.ts'

const ROWS = 100_000
/** One in this many is unread. */
const UNREAD_EACH = 20

const t = testApp({ JOBS: 'off' })
const recipient = newId()
const talk = newId()
const specialIds: string[] = []
const proofRoom = newId()
/** Proof rooms of the recipient, each with a comment of a guest that was notified and one in the outbox. */
const PROOF_ROOMS = 5_000
const seen: SeenRoom = { userId: recipient, projectId: '', eventId: '' }

beforeAll(async () => {
  await writeInBulk(t.deps, write)
  const { rows } = await sql<SeenRoom>`
    select user_id as "userId", project_id as "projectId", project_event_id as "eventId"
    from notifications where project_id is not null limit 1`.execute(t.deps.db)
  Object.assign(seen, rows[0])
  const special = await sql<{ id: string }>`
    select id from notifications
    where user_id = ${recipient}::uuid and (project_id is not null or conversation_id is not null)
    order by updated_at desc limit 15`.execute(t.deps.db)
  const guests = await sql<{ id: string }>`
    select id from notifications where user_id = ${recipient}::uuid and room_id is not null
    limit 5`.execute(t.deps.db)
  specialIds.push(...[...special.rows, ...guests.rows].map(({ id }) => id))
}, 240_000)

async function write(trx: Database): Promise<void> {
  await writePeople(trx, 200, recipient)
  await sql`insert into posts (id, creator_id, type, title, is_ready)
    select gen_random_uuid(), id, 'image', 'Post', true from users, generate_series(1, 500)
    where id <> ${recipient}::uuid limit ${ROWS}::int`.execute(trx)
  // Their own and some of other people, so that the table is not one person's.
  for (const [whose, rows] of [
    [sql`${recipient}::uuid`, ROWS],
    [sql`creator_id`, ROWS / 5],
  ] as const) {
    await sql`insert into notifications (id, user_id, kind, post_id, is_read, created_at, updated_at)
      select gen_random_uuid(), ${whose}, case i % 3 when 0 then 'like' when 1 then 'mention' else 'comment' end,
        id, i % ${UNREAD_EACH}::int <> 0, now() - i * interval '1 second', now() - i * interval '1 second'
      from (select *, row_number() over () as i from posts limit ${rows}::int) p`.execute(trx)
  }
  // A conversation of very many messages, all unread, each inquiry among them older than the rest.
  await sql`with pair as (
      select ${recipient}::uuid as reader, id as other from users where id <> ${recipient}::uuid limit 1),
    begun as (
      insert into conversations (id, low_id, high_id, subject, subject_key, started_by)
      select ${talk}::uuid, least(reader, other), greatest(reader, other), 'Jar', 'jar', other from pair
      returning id),
    written as (
      insert into messages (id, conversation_id, sender_id, receiver_id, subject, content, message_type,
        budget, timeline, search, created_at)
      select gen_random_uuid(), begun.id, other, reader, 'Jar', 'No. ' || i,
        case when i > ${ROWS / 10 - 5}::int then 'business_inquiry' else 'general' end,
        case when i > ${ROWS / 10 - 5}::int then 'negotiable' end,
        case when i > ${ROWS / 10 - 5}::int then 'flexible' end, '', now() - i * interval '1 second'
      from pair, begun, generate_series(1, ${ROWS / 10}::int) i
      returning id, message_type)
    insert into notifications (id, user_id, kind, conversation_id, updated_at)
    select gen_random_uuid(), ${recipient}::uuid, kind, begun.id, now()
    from begun, unnest(array['message', 'inquiry']) kind`.execute(trx)
  await sql`update conversations set inquiry_id = (
    select id from messages where message_type = 'business_inquiry' limit 1)`.execute(trx)
  // Very many projects of theirs, each with one event in the outbox and one that was notified.
  await sql`
    with made as (
      insert into projects (id, client_id, creator_id, title, subject, description, status, shared_at)
      select gen_random_uuid(), ${recipient}::uuid, u.id, 'Jar', 'Jar', '', 'requested', now()
      from users u, generate_series(1, 25) where u.id <> ${recipient}::uuid
      returning id, creator_id),
    happened as (
      insert into project_events (id, project_id, kind, by_role, actor_id)
      select ${idAt(sql`now()`)}, id, 'delivered', 'creator', creator_id from made, generate_series(1, 2)
      returning id, project_id),
    noticed as (insert into notices (kind, project_event_id) select 'project', id from happened)
    insert into notifications (id, user_id, kind, project_id, project_event_id, updated_at)
    select distinct on (project_id) gen_random_uuid(), ${recipient}::uuid, 'project', project_id, id,
      now() - interval '1 day' * random()
    from happened`.execute(trx)
  await writeProofRooms(trx)
  await sql`insert into notification_actors (user_id, kind, subject_id, actor_id, notification_id)
    select user_id, kind, subject_id, (select id from users limit 1), id from notifications
    where user_id = ${recipient}::uuid and project_id is null and room_id is null`.execute(trx)
}

async function writeProofRooms(trx: Database): Promise<void> {
  await sql`
    create temporary table rooms on commit drop as
    select case when n = 1 then ${proofRoom}::uuid else gen_random_uuid() end as id, gen_random_uuid() as delivery,
      gen_random_uuid() as file, gen_random_uuid() as link, gen_random_uuid() as guest, gen_random_uuid() as mark,
      gen_random_uuid() as told
    from generate_series(1, ${PROOF_ROOMS}::int) n`.execute(trx)
  const statements = [
    sql`insert into proof_rooms (id, owner_id, title, changes) select id, ${recipient}::uuid, 'Title', 1 from rooms`,
    sql`insert into project_deliveries (id, room_id, number, note) select delivery, id, 1, '' from rooms`,
    sql`
      insert into delivery_files (id, room_id, owner_id, kind, file_name, content_type, bytes, preview_state,
        delivery_id, position, thing_id)
      select file, id, ${recipient}::uuid, 'other', 'a', 'a/b', 1, 'none', delivery, 0, file from rooms`,
    sql`
      insert into proof_links (id, room_id, made_by, name, rights, secret_hash)
      select link, id, ${recipient}::uuid, 'A friend', 'comment', sha256(id::text::bytea) from rooms`,
    sql`insert into proof_guests (id, link_id, name) select guest, link, 'Nina' from rooms`,
    sql`
      insert into proof_marks (id, room_id, version_id, number, guest_id, shape, points, text, change)
      select mark, id, file, 1, guest, 'point', '{0.5, 0.25}', 'Words', 1 from rooms`,
    sql`
      insert into notices (kind, room_id, mark_id, guest_id) select 'proof', id, mark, guest from rooms`,
    sql`
      insert into notifications (id, user_id, kind, room_id, mark_id, actor_count, updated_at)
      select told, ${recipient}::uuid, 'proof', id, mark, 1, now() - interval '1 day' * random() from rooms`,
    sql`insert into notification_guests (notification_id, guest_id) select told, guest from rooms`,
  ]
  for (const statement of statements) await statement.execute(trx)
}

const farDown = { key: (Date.now() - 50_000_000) * 1_000, id: newId() }
const page =
  (filter: NotificationFilter, after: PageInput['after'] = null, limit = 20) =>
  () =>
    notificationsStatement({ viewerId: recipient }, filter, { limit, after })

describe(`somebody with ${ROWS} notifications`, () => {
  it.each<[string, () => Compilable, number]>([
    ['all', page('all'), 101],
    ['all, far down', page('all', farDown), 101],
    ['all, a hundred', page('all', farDown, 100), 101],
    ['unread', page('unread'), 101],
    ['unread, far down', page('unread', farDown), 101],
    ['their work', page('work'), 101],
    ['their work, far down', page('work', farDown), 101],
    ['people', page('people'), 101],
    ['people, far down', page('people', farDown), 101],
    ['projects', page('money'), 101],
    ['projects, far down', page('money', farDown), 101],
    [
      'the special ones of a page',
      () => specialsStatement({ viewerId: recipient }, specialIds),
      20,
    ],
    ['outbox rows of a project', () => waitingRowsStatement(seen.projectId), 4],
    ['notifications of a project room', () => readRoomStatement(seen), 4],
    ['outbox rows of a proof room', () => waitingCommentsStatement(proofRoom), 4],
    [
      'the notification of a proof room',
      () => readProofStatement({ userId: recipient, roomId: proofRoom, upTo: 1 }),
      4,
    ],
    ['the unread count', () => unreadStatement([recipient]), 100],
  ])('is read from an index, and no more rows than needed: %s', async (_, statement, most) => {
    await expectBounded(t.deps, statement(), {
      // The tables of disputes and offers are empty, and an empty table is read as a whole.
      never:
        /Seq Scan (noti|posts|users|messages|proof|delivery_files|project(?!_disputes|_offers))|Bitmap/,
      most,
    })
  })
})
