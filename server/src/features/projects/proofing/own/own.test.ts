import { buffer } from 'node:stream/consumers'
import {
  DELIVERY_QUOTA_BYTES,
  MAX_OWN_ROOMS,
  MAX_ROOM_TITLE,
  MAX_ROOM_WORKS,
} from '@plinth/contract/limits.ts'
import { openProofLink, type MadeProofLink } from '@plinth/contract/proofing/links.ts'
import {
  deleteOwnProofRoom,
  listOwnProofRooms,
  openOwnProofRoom,
  type OwnProofRoom,
} from '@plinth/contract/proofing/own.ts'
import type { MarkPlace } from '@plinth/contract/proofing/marks.ts'
import {
  addProofMark,
  addProofReply,
  getProofRoom,
  listProofMarks,
  setProofMarkState,
  type ProofRoom,
} from '@plinth/contract/proofing/rooms.ts'
import { listNotifications } from '@plinth/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../../test/app.ts'
import { removalsOf } from '../../../../../test/content/deliveries.ts'
import { makeDraft } from '../../../../../test/content/drafts.ts'
import { enter, makeLink, secretOf } from '../../../../../test/content/guests.ts'
import { nextOf } from '../../../../../test/content/lists.ts'
import { waitForOutbox } from '../../../../../test/content/outbox.ts'
import { makePicture } from '../../../../../test/media/pictures.ts'
import { deliveredKey } from '../../../../core/media/media-rules.ts'
import { newId } from '../../../../db/id.ts'

const t = testApp()
let owner: Person
let other: Person
let picture: Buffer
beforeEach(async () => {
  owner = await t.person('Marit', { isCreator: true })
  other = await t.person('Leila', { isCreator: true })
  picture = await makePicture('image/jpeg', 64, 48)
})

const work = (of: Person, title: string, state = 'draft') =>
  makeDraft(t.deps, of, { title, state, file: picture })

const open = (as: Person | undefined, body: object) => t.call(openOwnProofRoom, { as, body })
const list = (as: Person | undefined, query: object = {}) =>
  t.call(listOwnProofRooms, { as, query })
const remove = (as: Person | undefined, id: string) =>
  t.call(deleteOwnProofRoom, { as, params: { id } })
const read = (as: Person | undefined, id: string, headers: Record<string, string> = {}) =>
  t.call(getProofRoom, { as, params: { id }, headers })

async function openRoom(titles: string[] = ['Poster']): Promise<OwnProofRoom> {
  const workIds = []
  for (const title of titles) workIds.push(await work(owner, title))
  const answer = await open(owner, { title: 'Spring posters', workIds })
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
  return answer.body as OwnProofRoom
}

const WHOLE: MarkPlace = { shape: 'whole', points: [], page: null, from: null, to: null }
const versionOf = (room: ProofRoom) => room.things[0]?.versions[0]

describe('opening a room', () => {
  it('copies the files of the works in their order, and they outlive the works', async () => {
    const first = await work(owner, 'Poster')
    const second = await work(owner, 'Banner', 'hidden')
    const third = await work(owner, 'Card', 'scheduled')
    const answer = await open(owner, { title: ' Spring posters ', workIds: [second, third, first] })
    expect(answer).toMatchObject({
      status: 201,
      body: { title: 'Spring posters', files: 3, openMarks: 0, openLinks: 0 },
    })
    const { id } = answer.body as OwnProofRoom
    await sql`delete from portfolio_items where creator_id = ${owner.id}::uuid`.execute(t.deps.db)
    const room = (await read(owner, id)).body as ProofRoom
    expect(room).toMatchObject({
      id,
      title: 'Spring posters',
      client: null,
      creator: { firstName: 'Marit' },
      role: 'creator',
      isOpen: true,
      deliveries: [{ number: 1 }],
    })
    expect(room.rights.toSorted()).toEqual(['arrange', 'comment', 'confirm', 'finish'])
    expect(room.things.map(({ versions }) => versions.map(({ fileName }) => fileName))).toEqual([
      ['Banner.jpg'],
      ['Card.jpg'],
      ['Poster.jpg'],
    ])
    const original = await t.request({ as: owner, url: versionOf(room)?.url ?? '' })
    expect(original.status).toBe(200)
    const object = await t.deps.storage.open(deliveredKey(versionOf(room)?.id ?? ''))
    expect(object === null ? null : (await buffer(object.stream)).equals(picture)).toBe(true)
  })

  it('makes what it is looked at by', async () => {
    const { id } = await openRoom()
    await expect
      .poll(async () => versionOf((await read(owner, id)).body as ProofRoom)?.previewState, {
        timeout: 100_000,
      })
      .toBe('ready')
    await expect
      .poll(async () => versionOf((await read(owner, id)).body as ProofRoom)?.proofState, {
        timeout: 100_000,
      })
      .toBe('ready')
    const [listed] = (await list(owner)).body as OwnProofRoom[]
    expect(listed?.preview).toMatchObject({ width: 64, height: 48 })
    expect((await t.request({ as: owner, url: listed?.preview?.url ?? '' })).status).toBe(200)
  })

  it('is for whoever has these works and shows them to nobody', async () => {
    const mine = await work(owner, 'Poster')
    for (const [as, workIds, status] of [
      [undefined, [mine], 401],
      [other, [mine], 404],
      [owner, [mine, newId()], 404],
      [owner, [await work(owner, 'Shown', 'published')], 404],
      [owner, [await work(owner, 'Gone', 'binned')], 404],
    ] as const)
      expect((await open(as, { title: 'Room', workIds })).status).toBe(status)
    await sql`update portfolio_items set taken_down_at = now(), taken_down_reason = 'stolen'
      where id = ${mine}::uuid`.execute(t.deps.db)
    expect((await open(owner, { title: 'Room', workIds: [mine] })).status).toBe(404)
    expect((await list(owner)).body).toEqual([])
  })

  it.each([
    [{ title: ' ', workIds: [newId()] }],
    [{ title: 'x'.repeat(MAX_ROOM_TITLE + 1), workIds: [newId()] }],
    [{ title: 'Room', workIds: [] }],
    [{ title: 'Room', workIds: ['poster'] }],
    [{ title: 'Room', workIds: Array.from({ length: MAX_ROOM_WORKS + 1 }, () => newId()) }],
    [{ workIds: [newId()] }],
  ])('is told what is wrong with %j', async (body) => {
    expect((await open(owner, body)).status).toBe(400)
  })

  it('counts towards what somebody may store', async () => {
    const { id } = await openRoom()
    await sql`
      insert into delivery_files (id, room_id, owner_id, kind, file_name, content_type, bytes, preview_state,
        delivery_id, position)
      select gen_random_uuid(), f.room_id, f.owner_id, 'other', 'a' || n, 'a/b',
        ${DELIVERY_QUOTA_BYTES / 20}::bigint, 'none', f.delivery_id, n
      from delivery_files f, generate_series(1, 20) n where f.room_id = ${id}::uuid`.execute(
      t.deps.db,
    )
    const answer = await open(owner, { title: 'More', workIds: [await work(owner, 'Card')] })
    expect(answer).toMatchObject({ status: 507, body: { code: 'storage.full' } })
  })

  it('stops at a number of rooms', async () => {
    await sql`insert into proof_rooms (id, owner_id, title)
      select gen_random_uuid(), ${owner.id}::uuid, 'Room'
      from generate_series(1, ${MAX_OWN_ROOMS - 1}::int)`.execute(t.deps.db)
    const workIds = [await work(owner, 'Poster')]
    const both = await Promise.all([1, 2].map(() => open(owner, { title: 'Last', workIds })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})

describe('the list', () => {
  it('has the own rooms, the newest first, page by page', async () => {
    const rooms = [await openRoom(), await openRoom(), await openRoom()]
    const first = await list(owner, { limit: 2 })
    const cursor = nextOf(first) ?? ''
    const rest = await list(owner, { limit: 2, cursor })
    expect([...first.body, ...rest.body].map(({ id }: OwnProofRoom) => id)).toEqual(
      rooms.map(({ id }) => id).toReversed(),
    )
    expect((await list(other)).body).toEqual([])
    expect((await list(undefined)).status).toBe(401)
    expect((await list(owner, { limit: 0 })).status).toBe(400)
    expect((await list(owner, { cursor: 'x' })).status).toBe(400)
  })
})

describe('in a room', () => {
  it('guests comment by a link, and its owner answers, finishes and confirms', async () => {
    const { id } = await openRoom()
    const link = await makeLink(t, { as: owner, roomId: id, days: null })
    const invite = await t.call(openProofLink, {
      params: { id: link.id },
      body: { secret: secretOf(link) },
    })
    expect(invite.body).toMatchObject({
      title: 'Spring posters',
      client: null,
      versions: 1,
      files: 1,
      isOwn: false,
    })
    const guest = await enter(t, link)
    const room = (await read(undefined, id, guest.headers)).body as ProofRoom
    expect(room).toMatchObject({ role: null, rights: ['comment'], isOpen: false })
    expect(versionOf(room)?.url).toBeNull()
    const [markId, versionId] = [newId(), versionOf(room)?.id ?? '']
    const made = await t.call(addProofMark, {
      params: { id, markId },
      body: { versionId, place: WHOLE, text: 'Warmer.' },
      headers: guest.headers,
    })
    expect(made).toMatchObject({ status: 200, body: { number: 1, by: { guest: 'Aino' } } })
    expect((await list(owner)).body).toMatchObject([{ openMarks: 1, openLinks: 1 }])
    const answered = await t.call(addProofReply, {
      as: owner,
      params: { id, markId, replyId: newId() },
      body: { text: 'Will do.' },
    })
    expect(answered).toMatchObject({ status: 200 })
    for (const state of ['done', 'confirmed'] as const)
      expect(
        await t.call(setProofMarkState, { as: owner, params: { id, markId }, body: { state } }),
      ).toMatchObject({ status: 200, body: { state } })
    const seen = await t.call(listProofMarks, { params: { id }, headers: guest.headers })
    expect(seen.body).toMatchObject({
      marks: [{ state: 'confirmed', replies: [{ text: 'Will do.' }] }],
    })
    // Nothing of a project happened. The owner is notified of what the guest wrote, and of nothing else.
    const { rows } = await sql`select from project_events where project_id = ${id}::uuid`.execute(
      t.deps.db,
    )
    expect(rows).toEqual([])
    await waitForOutbox(t)
    expect((await t.call(listNotifications, { as: owner })).body).toMatchObject([
      { kind: 'proof', actorCount: 1, proof: { id, isOwn: true, guest: 'Aino' } },
    ])
    expect((await t.call(listNotifications, { as: owner })).body).toHaveLength(1)
  })

  it('there is nothing to pick, decide or download', async () => {
    const { id } = await openRoom()
    const wanted = { name: 'A friend', days: 7 } as const
    for (const body of [
      { ...wanted, right: 'pick' },
      { ...wanted, right: 'decide', person: { name: 'Aino', email: 'aino@example.com' } },
      { ...wanted, right: 'comment', allowsDownloads: true },
    ]) {
      const answer = await t.request({
        as: owner,
        method: 'POST',
        url: `/api/proof-rooms/${id}/links`,
        payload: body,
      })
      expect(answer.status).toBe(400)
    }
  })

  it('nobody else finds it, nor its links', async () => {
    const { id } = await openRoom()
    for (const as of [other, await t.person('Admin', { isAdmin: true })]) {
      expect((await read(as, id)).status).toBe(404)
      const made = await t.request({
        as,
        method: 'POST',
        url: `/api/proof-rooms/${id}/links`,
        payload: { name: 'Me', right: 'look', days: 7 },
      })
      expect(made.status).toBe(404)
    }
    expect((await read(undefined, id)).status).toBe(401)
  })
})

describe('deleting a room', () => {
  it('takes everything with it, and its guests are out', async () => {
    const { id } = await openRoom(['Poster', 'Card'])
    const kept = await openRoom()
    const link: MadeProofLink = await makeLink(t, { as: owner, roomId: id })
    const guest = await enter(t, link)
    const room = (await read(owner, id)).body as ProofRoom
    const fileIds = room.things.flatMap(({ versions }) => versions.map((one) => one.id))
    const markId = newId()
    await t.call(addProofMark, {
      params: { id, markId },
      body: { versionId: fileIds[0] ?? '', place: WHOLE, text: 'Warmer.' },
      headers: guest.headers,
    })
    await t.call(addProofReply, {
      as: owner,
      params: { id, markId, replyId: newId() },
      body: { text: 'Yes.' },
    })
    expect((await remove(undefined, id)).status).toBe(401)
    expect((await remove(other, id)).status).toBe(404)
    expect((await remove(owner, newId())).status).toBe(404)
    expect((await remove(owner, id)).status).toBe(204)
    expect((await remove(owner, id)).status).toBe(404)
    expect((await read(owner, id)).status).toBe(404)
    expect((await read(undefined, id, guest.headers)).status).toBe(401)
    const gone = async () =>
      Promise.all(fileIds.map((fileId) => t.deps.storage.size(deliveredKey(fileId))))
    await expect.poll(gone, { timeout: 60_000 }).toEqual([null, null])
    await expect.poll(() => removalsOf(t), { timeout: 60_000 }).toEqual([])
    const still = (await read(owner, kept.id)).body as ProofRoom
    const object = await t.deps.storage.open(deliveredKey(versionOf(still)?.id ?? ''))
    expect(object === null ? null : (await buffer(object.stream)).equals(picture)).toBe(true)
  })

  it('happens with the account of its owner', async () => {
    const { id } = await openRoom()
    const fileId = versionOf((await read(owner, id)).body as ProofRoom)?.id ?? ''
    await makeLink(t, { as: owner, roomId: id })
    await sql`update users set deleted_at = now() - interval '31 days', kept_profile = '{}'
      where id = ${owner.id}::uuid`.execute(t.deps.db)
    await t.runJob('account.purge')
    const { rows } = await sql`
      select id from proof_rooms where id = ${id}::uuid union all
      select id from proof_links where room_id = ${id}::uuid union all
      select id from delivery_files where room_id = ${id}::uuid`.execute(t.deps.db)
    expect(rows).toEqual([])
    expect(await removalsOf(t)).toContain(fileId)
  })

  it('can’t be the room of a project', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into projects (id, client_id, creator_id, title, subject, description, status, price_cents, shared_at)
      values (${newId()}::uuid, ${other.id}::uuid, ${owner.id}::uuid, 'T', 'S', 'D', 'delivered', 100, now())
      returning id`.execute(t.deps.db)
    const id = rows[0]?.id ?? ''
    await sql`insert into proof_rooms (id) values (${id}::uuid)`.execute(t.deps.db)
    expect((await remove(owner, id)).status).toBe(404)
    expect((await remove(other, id)).status).toBe(404)
  })
})
