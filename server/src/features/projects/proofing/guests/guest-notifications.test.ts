import {
  getUnreadCount,
  listNotifications,
  updateNotificationSettings,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import type { MarkPlace } from '@plinth/contract/proofing/marks.ts'
import { deleteOwnProofRoom } from '@plinth/contract/proofing/own.ts'
import {
  addProofMark,
  addProofReply,
  deleteProofMark,
  listProofMarks,
  readProofRoom,
} from '@plinth/contract/proofing/rooms.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { PUBLIC_URL, testApp, type Person } from '../../../../../test/app.ts'
import { addFiles, addProject, deliver, setStatus } from '../../../../../test/content/deliveries.ts'
import { enter, makeLink } from '../../../../../test/content/guests.ts'
import { composeDigest } from '../../../../core/notifications/emails/digest.ts'
import { readDigest, takeDueDigests } from '../../../../core/notifications/emails/digest-queries.ts'
import { readProofNotifications } from '../../../../core/notifications/notification-queries.ts'
import { processOutbox } from '../../../../core/notifications/outbox/outbox-queries.ts'
import { newId } from '../../../../db/id.ts'

// Without a worker: a test processes the outbox itself.
const t = testApp({ JOBS: 'off' })
let client: Person
let creator: Person

beforeEach(async () => {
  client = await t.person('Rosa')
  creator = await t.person('Lucia', { isCreator: true })
})

interface Room {
  id: string
  fileIds: string[]
}

/** The room of a hire, with a delivery of two files. */
async function hireRoom(): Promise<Room> {
  const { db } = t.deps
  const id = await addProject(db, { client, creator })
  await addFiles(db, { projectId: id, ownerId: creator.id, count: 2, bytes: 9 })
  const { rows } = await sql<{ id: string }>`
    select id from delivery_files where project_id = ${id}::uuid`.execute(db)
  const fileIds = rows.map((row) => row.id)
  await deliver(db, { projectId: id, ownerId: creator.id, fileIds })
  await setStatus(db, id, 'delivered')
  return { id, fileIds }
}

/** A room that the creator has opened for a draft. */
async function ownRoom(): Promise<Room> {
  const [id, deliveryId, fileId] = [newId(), newId(), newId()]
  const { db } = t.deps
  await sql`insert into proof_rooms (id, owner_id, title)
    values (${id}::uuid, ${creator.id}::uuid, 'Which green?')`.execute(db)
  await sql`insert into project_deliveries (id, room_id, number, note)
    values (${deliveryId}::uuid, ${id}::uuid, 1, '')`.execute(db)
  await sql`
    insert into delivery_files (id, room_id, owner_id, delivery_id, position, kind, file_name, content_type, bytes,
      preview_state)
    values (${fileId}::uuid, ${id}::uuid, ${creator.id}::uuid, ${deliveryId}::uuid, 0, 'other', 'a.bin', 'a/b', 1,
      'none')`.execute(db)
  return { id, fileIds: [fileId] }
}

type Headers = Record<string, string>

/** Comes in by a link of its own. */
async function guestOf(
  { id }: Room,
  name = 'Nina',
  right: 'look' | 'comment' = 'comment',
): Promise<Headers> {
  const link = await makeLink(t, { as: creator, roomId: id, right, days: 14 })
  return (await enter(t, link, { name })).headers
}

const PLACE: MarkPlace = { shape: 'whole', points: [], page: null, from: null, to: null }
async function comment(
  { id, fileIds }: Room,
  by: { headers: Headers } | { as: Person },
  { file = 0, status = 200 } = {},
): Promise<string> {
  const markId = newId()
  const answer = await t.call(addProofMark, {
    ...by,
    params: { id, markId },
    body: { versionId: fileIds[file] ?? '', place: PLACE, text: 'Warmer.' },
  })
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status })
  return markId
}
async function reply({ id }: Room, markId: string, headers: Headers): Promise<void> {
  const answer = await t.call(addProofReply, {
    headers,
    params: { id, markId, replyId: newId() },
    body: { text: 'I think so, too.' },
  })
  expect(answer).toMatchObject({ status: 200 })
}

const processAll = async () => void (await processOutbox(t.deps.db))
async function listed(as: Person, query: object = {}): Promise<Notification[]> {
  await processAll()
  const { status, body } = await t.call(listNotifications, { as, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Notification[]
}
const unread = async (as: Person) =>
  ((await t.call(getUnreadCount, { as })).body as { count: number }).count
const changesOf = async (as: Person, { id }: Room) =>
  ((await t.call(listProofMarks, { as, params: { id } })).body as { changes: number }).changes
const read = (
  as: Person | undefined,
  { id }: { id: string },
  upTo: unknown,
  headers: Headers = {},
) => t.call(readProofRoom, { as, params: { id }, body: { upTo }, headers })
const outboxRows = async () =>
  (await sql`select from notices where kind = 'proof'`.execute(t.deps.db)).rows.length

describe('a comment of a guest', () => {
  it('notifies both sides of a hire', async () => {
    const room = await hireRoom()
    await comment(room, { headers: await guestOf(room) }, { file: 1 })
    for (const as of [client, creator]) {
      expect(await listed(as)).toMatchObject([
        {
          kind: 'proof',
          actors: [],
          actorCount: 1,
          project: null,
          proof: {
            id: room.id,
            title: 'Three posters',
            isOwn: false,
            guest: 'Nina',
            thingId: room.fileIds[1],
          },
          isRead: false,
        },
      ])
      expect(await unread(as)).toBe(1)
      expect(await listed(as, { filter: 'people' })).toHaveLength(1)
      expect(await listed(as, { filter: 'money' })).toEqual([])
    }
    expect(await listed(await t.person('Sten'))).toEqual([])
  })

  it('notifies whoever opened a room for own works, also of an answer', async () => {
    const room = await ownRoom()
    const markId = await comment(room, { as: creator })
    expect(await listed(creator)).toEqual([])
    await reply(room, markId, await guestOf(room))
    expect(await listed(creator)).toMatchObject([
      { kind: 'proof', proof: { id: room.id, title: 'Which green?', isOwn: true, guest: 'Nina' } },
    ])
    expect(await listed(client)).toEqual([])
  })

  it('is no notification where a member wrote it, or a guest who can only look tried to', async () => {
    const room = await hireRoom()
    await comment(room, { headers: await guestOf(room, 'Nina', 'look') }, { status: 403 })
    await comment(room, { as: client })
    expect(await outboxRows()).toBe(0)
    expect((await listed(creator)).map(({ kind }) => kind)).toEqual(['project'])
  })

  it('is no notification once it was taken back, or for somebody who is gone', async () => {
    const room = await hireRoom()
    const headers = await guestOf(room)
    const markId = await comment(room, { headers })
    await t.call(deleteProofMark, { headers, params: { id: room.id, markId } })
    expect(await listed(client)).toEqual([])
    await comment(room, { headers })
    await sql`update users set deleted_at = now(), kept_profile = '{}'
      where id = ${client.id}::uuid`.execute(t.deps.db)
    expect(await listed(creator)).toHaveLength(1)
    const { rows } = await sql`
      select from notifications where user_id = ${client.id}::uuid`.execute(t.deps.db)
    expect(rows).toEqual([])
  })

  it('that is sent twice counts once', async () => {
    const room = await hireRoom()
    const headers = await guestOf(room)
    const markId = newId()
    const send = () =>
      t.call(addProofMark, {
        headers,
        params: { id: room.id, markId },
        body: { versionId: room.fileIds[0] ?? '', place: PLACE, text: 'Warmer.' },
      })
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await outboxRows()).toBe(1)
  })
})

describe('comments of guests', () => {
  it('are gathered by room until they are read', async () => {
    const room = await hireRoom()
    const other = await ownRoom()
    const [nina, sam, aino] = [
      await guestOf(room, 'Nina'),
      await guestOf(room, 'Sam'),
      await guestOf(room, 'Aino'),
    ]
    for (let times = 0; times < 4; times += 1) await comment(room, { headers: nina })
    await comment(room, { headers: sam })
    const [first] = await listed(client)
    expect(first).toMatchObject({ actorCount: 2, proof: { guest: 'Sam' } })
    await reply(room, await comment(room, { headers: aino }), nina)
    await comment(other, { headers: await guestOf(other, 'Kim') })
    const all = await listed(creator)
    expect(all).toMatchObject([
      { actorCount: 1, proof: { id: other.id, guest: 'Kim' } },
      { actorCount: 3, proof: { id: room.id, guest: 'Nina' } },
    ])
    const [only, ...rest] = await listed(client)
    expect(rest).toEqual([])
    expect(only).toMatchObject({ id: first?.id, actorCount: 3 })
    expect(Date.parse(only?.createdAt ?? '')).toBeGreaterThan(Date.parse(first?.createdAt ?? ''))
    expect(await unread(creator)).toBe(2)
  })

  it('are read with the room, up to what was shown, also before they became a notification', async () => {
    const room = await hireRoom()
    const headers = await guestOf(room)
    await comment(room, { headers })
    const seen = await changesOf(client, room)
    expect((await read(client, room, seen)).status).toBe(204)
    expect(await outboxRows()).toBe(0)
    expect(await listed(client)).toMatchObject([{ isRead: true }])
    // Each reads for themselves.
    expect(await unread(client)).toBe(0)
    expect(await unread(creator)).toBe(1)
    await comment(room, { headers })
    await processAll()
    expect((await read(client, room, seen)).status).toBe(204)
    // The one that was read gives way to the new one.
    expect(await listed(client)).toMatchObject([{ isRead: false, actorCount: 1 }])
    await read(client, room, await changesOf(client, room))
    expect(await unread(client)).toBe(0)
    const twice = { roomId: room.id, userId: client.id, upTo: seen + 1 }
    expect(await readProofNotifications(t.deps.db, twice)).toEqual([])
  })

  it('leave nothing behind when the room is deleted', async () => {
    const room = await ownRoom()
    const headers = await guestOf(room)
    await comment(room, { headers })
    await processAll()
    await comment(room, { headers })
    const deleted = await t.call(deleteOwnProofRoom, { as: creator, params: { id: room.id } })
    expect(deleted.status).toBe(204)
    expect(await outboxRows()).toBe(0)
    expect(await listed(creator)).toEqual([])
    expect(await unread(creator)).toBe(0)
  })

  it('are not told to whoever has turned them off', async () => {
    const room = await hireRoom()
    await t.call(updateNotificationSettings, {
      as: client,
      body: { proof: { app: false, mail: false } },
    })
    await comment(room, { headers: await guestOf(room) })
    expect(await listed(client)).toEqual([])
    expect(await listed(creator)).toHaveLength(1)
  })

  it('lose the name of their guest with the link, and name another one who has one', async () => {
    const room = await ownRoom()
    const [nina, sam] = [await guestOf(room, 'Nina'), await guestOf(room, 'Sam')]
    await comment(room, { headers: sam })
    await comment(room, { headers: nina })
    await processAll()
    const end = (name: string) =>
      sql`
        update proof_links set ended_at = now() - interval '91 days'
        where room_id = ${room.id}::uuid and id in (select link_id from proof_guests where name = ${name})`.execute(
        t.deps.db,
      )
    await end('Nina')
    await t.runJob('proofing.clear-links')
    expect(await listed(creator)).toMatchObject([{ actorCount: 2, proof: { guest: 'Sam' } }])
    await end('Sam')
    await t.runJob('proofing.clear-links')
    expect(await listed(creator)).toMatchObject([{ actorCount: 2, proof: { guest: null } }])
  })
})

describe('reading a room', () => {
  it('is for its two people, or whoever opened it', async () => {
    const room = await hireRoom()
    const own = await ownRoom()
    const headers = await guestOf(room)
    for (const [as, of, status] of [
      [undefined, room, 401],
      [await t.person('Sten'), room, 404],
      [await t.person('Admin', { isAdmin: true }), room, 404],
      [client, own, 404],
      [client, { id: newId() }, 404],
      [client, room, 204],
      [creator, own, 204],
    ] as const)
      expect((await read(as, of, 1)).status).toBe(status)
    expect((await read(undefined, room, 1, headers)).status).toBe(401)
    await sql`update projects set shared_at = null where id = ${room.id}::uuid`.execute(t.deps.db)
    expect((await read(creator, room, 1)).status).toBe(404)
  })

  it.each([[-1], [1.5], ['one'], [null], [2 ** 31]])(
    'is told what is wrong with %j',
    async (upTo) => {
      expect((await read(client, await hireRoom(), upTo)).status).toBe(400)
    },
  )
})

describe('the email', () => {
  const letTimePass = async () => {
    await processAll()
    await sql`update sessions set last_seen_at = now() - interval '1 hour'`.execute(t.deps.db)
    await sql`update notifications set created_at = now() - interval '11 minutes'`.execute(
      t.deps.db,
    )
  }
  /** What is emailed to this person now. */
  async function emailTo({ id: userId }: Person) {
    await letTimePass()
    const all = await t.deps.db.transaction().execute((trx) => takeDueDigests(trx))
    const due = all.find((one) => one.userId === userId)
    const digest = due === undefined ? null : await readDigest(t.deps.db, due)
    if (digest === null) return null
    return composeDigest(digest, { publicUrl: PUBLIC_URL, userId, id: newId() })
  }
  const forgetPause = () => sql`update users set notifications_mailed_at = null`.execute(t.deps.db)

  it('says who wrote and where, once until the room is read', async () => {
    const room = await hireRoom()
    const headers = await guestOf(room)
    await comment(room, { headers })
    const email = await emailTo(client)
    expect(email?.subject).toBe('Nina, a guest, commented in the proof room of Three posters')
    expect(email?.text).toContain(
      `${email?.subject}\n${PUBLIC_URL}/projects/${room.id}/proof?file=${room.fileIds[0]}`,
    )
    expect(email?.text).not.toContain('Warmer.')
    await comment(room, { headers })
    await forgetPause()
    expect(await emailTo(client)).toBeNull()
    await read(client, room, await changesOf(client, room))
    await comment(room, { headers })
    await forgetPause()
    expect((await emailTo(client))?.subject).toBe(email?.subject)
  })

  it('leads to an own room, and counts guests', async () => {
    const room = await ownRoom()
    for (const name of ['Sam', 'Aino', 'Nina'])
      await comment(room, { headers: await guestOf(room, name) })
    const email = await emailTo(creator)
    expect(email?.subject).toBe('Nina and 2 other guests commented in your proof room Which green?')
    expect(email?.text).toContain(`${PUBLIC_URL}/proofs/${room.id}?file=${room.fileIds[0]}`)
  })

  it('is not for whoever has turned it off, who still sees it on Plinth', async () => {
    const room = await ownRoom()
    await t.call(updateNotificationSettings, {
      as: creator,
      body: { proof: { app: true, mail: false } },
    })
    await comment(room, { headers: await guestOf(room) })
    expect(await emailTo(creator)).toBeNull()
    expect(await unread(creator)).toBe(1)
  })
})
