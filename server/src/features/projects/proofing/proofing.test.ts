import type { MarkPlace, ProofMark } from '@plinth/contract/proofing/marks.ts'
import {
  addProofMark,
  addProofReply,
  bindProofVersion,
  changeProofMark,
  deleteProofMark,
  deleteProofReply,
  getProofRoom,
  listProofMarks,
  setProofMarkState,
  type ProofMarks,
  type ProofRoom,
} from '@plinth/contract/proofing/rooms.ts'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { addProject, deliver, delivering, setStatus } from '../../../../test/content/deliveries.ts'
import { newId } from '../../../db/id.ts'

const site = testApp()
let client: Person
let creator: Person
let stranger: Person
let admin: Person
let id: string
let files: DeliveryFile[]

const whole: MarkPlace = { shape: 'whole', points: [], page: null, from: null, to: null }
const point = (x: number, y: number): MarkPlace => ({ ...whole, shape: 'point', points: [x, y] })

let sentBefore = 0
/** Delivers small files of these names. */
async function send(...names: string[]): Promise<DeliveryFile[]> {
  const room = delivering(site, id)
  const sent: DeliveryFile[] = []
  for (const name of names)
    sent.push(await room.send(creator, Buffer.from(`${name}${newId()}`), name))
  await deliver(site.deps.db, {
    projectId: id,
    ownerId: creator.id,
    fileIds: sent.map((file) => file.id),
    number: (sentBefore += 1),
  })
  return sent
}

beforeAll(async () => {
  client = await site.person('Clara')
  creator = await site.person('Mara', { isCreator: true })
  stranger = await site.person('Sten')
  admin = await site.person('Ada', { isAdmin: true })
  id = await addProject(site.deps.db, { client, creator })
  files = await send('label v1.txt', 'cap.txt')
  await setStatus(site.deps.db, id, 'delivered')
})

const room = async (as: Person = client) => {
  const { body } = await site.call(getProofRoom, { as, params: { id } })
  return body as ProofRoom
}
const marks = async (as: Person = client, since?: number) => {
  const { body } = await site.call(listProofMarks, { as, params: { id }, query: { since } })
  return body as ProofMarks
}
const add = (as: Person | undefined, body: object, markId = newId()) =>
  site.call(addProofMark, { as, params: { id, markId }, body })
const mark = async (as: Person, text = 'Brighter, please.') => {
  const { status, body } = await add(as, { versionId: files[0]?.id, place: whole, text })
  expect(status).toBe(200)
  return body as ProofMark
}
const setState = (as: Person, markId: string, state: 'open' | 'done' | 'confirmed') =>
  site.call(setProofMarkState, { as, params: { id, markId }, body: { state } })

it('a room shows what was delivered to the two of a project, to staff after a dispute, and to nobody else', async () => {
  const seen = await room()
  expect(seen).toMatchObject({
    id,
    role: 'client',
    rights: ['comment', 'confirm', 'decide', 'pick'],
    isOpen: false,
  })
  expect(seen.things.map(({ versions }) => versions[0]?.fileName)).toEqual([
    'label v1.txt',
    'cap.txt',
  ])
  expect(await room(creator)).toMatchObject({
    role: 'creator',
    rights: ['comment', 'finish', 'arrange'],
    isOpen: true,
  })
  for (const call of [getProofRoom, listProofMarks]) {
    expect((await site.call(call, { params: { id } })).status).toBe(401)
    expect((await site.call(call, { as: stranger, params: { id } })).status).toBe(404)
    expect((await site.call(call, { as: admin, params: { id } })).status).toBe(404)
    expect((await site.call(call, { as: client, params: { id: 'x' } })).status).toBe(400)
  }
})

it('a file replaces what had its name in the delivery before, whatever it is called about its version', async () => {
  files.push(...(await send('Label_v2 (final).txt', 'box.txt')))
  const { things, deliveries } = await room()
  expect(things.map(({ versions }) => versions.map((one) => [one.fileName, one.number]))).toEqual([
    [
      ['Label_v2 (final).txt', 2],
      ['label v1.txt', 1],
    ],
    [['box.txt', 1]],
    [['cap.txt', 1]],
  ])
  expect(deliveries.map(({ number }) => number)).toEqual([2, 1])
})

it('the creator says which file replaces which', async () => {
  const [label, cap, , box] = files.map((file) => file.id)
  const bind = (as: Person | undefined, versionId = '', thingId: string | null = null) =>
    site.call(bindProofVersion, { as, params: { id, versionId }, body: { thingId } })
  expect((await bind(undefined, box, cap)).status).toBe(401)
  expect((await bind(stranger, box, cap)).status).toBe(404)
  expect((await bind(client, box, cap)).status).toBe(403)
  expect((await bind(creator, box, newId())).status).toBe(404)
  expect((await bind(creator, newId(), cap)).status).toBe(404)
  // Two files of one delivery, and the first of a thing that others are versions of.
  expect((await bind(creator, box, label)).status).toBe(409)
  expect((await bind(creator, label, cap)).status).toBe(409)
  const { status, body } = await bind(creator, box, cap)
  expect(status).toBe(200)
  const { things } = body as ProofRoom
  expect(things.find((one) => one.id === cap)?.versions.map((one) => one.fileName)).toEqual([
    'box.txt',
    'cap.txt',
  ])
  expect((await bind(creator, box, null)).status).toBe(200)
  expect((await room()).things).toHaveLength(3)
})

it('a mark sent twice is one, and numbers count up on each version', async () => {
  const markId = newId()
  const body = { versionId: files[0]?.id, place: whole, text: ' Brighter, please. ' }
  const [one, two] = await Promise.all([add(client, body, markId), add(client, body, markId)])
  expect([one.status, two.status]).toEqual([200, 200])
  expect(one.body).toMatchObject({ number: 1, text: 'Brighter, please.', state: 'open' })
  expect((await mark(creator)).number).toBe(2)
  expect((await marks()).marks).toHaveLength(2)
  // Nobody gets at another's mark by its id.
  expect((await add(creator, body, markId)).status).toBe(409)
})

it('a mark needs a person of the room, a delivered file and a place in it', async () => {
  const fits = { versionId: files[0]?.id, place: whole, text: 'Darker.' }
  expect((await add(undefined, fits)).status).toBe(401)
  expect((await add(stranger, fits)).status).toBe(404)
  expect((await add(admin, fits)).status).toBe(404)
  expect((await add(client, { ...fits, versionId: newId() })).status).toBe(404)
  for (const wrong of [
    { ...fits, text: ' ' },
    { ...fits, text: 'x'.repeat(2_001) },
    // A text file has nothing to draw on, no pages and no moments.
    { ...fits, place: point(0.5, 0.5) },
    { ...fits, place: { ...whole, page: 1 } },
    { ...fits, place: { ...whole, from: 0 } },
    { ...fits, place: { ...whole, points: [0.1] } },
    { ...fits, place: { ...whole, points: [2, 2] } },
  ])
    expect((await add(client, wrong)).status).toBe(400)
})

it('only its author changes a mark or takes it back, until it is answered', async () => {
  const { id: markId } = await mark(client)
  const change = (as: Person | undefined, text = 'Much brighter.') =>
    site.call(changeProofMark, { as, params: { id, markId }, body: { text } })
  expect((await change(undefined)).status).toBe(401)
  expect((await change(stranger)).status).toBe(404)
  expect((await change(creator)).status).toBe(403)
  expect((await change(client, '')).status).toBe(400)
  expect((await change(client)).body).toMatchObject({ text: 'Much brighter.' })

  const remove = (as: Person | undefined) =>
    site.call(deleteProofMark, { as, params: { id, markId } })
  const replyId = newId()
  const reply = (as: Person | undefined, text = 'Yes.') =>
    site.call(addProofReply, { as, params: { id, markId, replyId }, body: { text } })
  expect((await reply(undefined)).status).toBe(401)
  expect((await reply(stranger)).status).toBe(404)
  expect((await reply(creator, '  ')).status).toBe(400)
  expect((await reply(creator)).status).toBe(200)
  const again = (await reply(creator)).body as ProofMark
  expect(again.replies.map(({ text, by }) => [text, by.person?.firstName])).toEqual([
    ['Yes.', 'Mara'],
  ])
  expect((await reply(client)).status).toBe(409)
  expect((await remove(client)).status).toBe(409)

  const removeReply = (as: Person | undefined, which = replyId) =>
    site.call(deleteProofReply, { as, params: { id, markId, replyId: which } })
  expect((await removeReply(undefined)).status).toBe(401)
  expect((await removeReply(stranger)).status).toBe(404)
  expect((await removeReply(client)).status).toBe(403)
  expect((await removeReply(creator, newId())).status).toBe(404)
  expect((await removeReply(creator)).body).toMatchObject({ replies: [] })

  expect((await remove(undefined)).status).toBe(401)
  expect((await remove(stranger)).status).toBe(404)
  expect((await remove(creator)).status).toBe(403)
  const before = (await marks()).changes
  expect((await remove(client)).body).toMatchObject({ isGone: true, text: '' })
  expect((await remove(client)).status).toBe(200)
  expect((await change(client)).status).toBe(404)
  // Who has it already learns that it is gone; who comes later never sees it.
  expect((await marks(creator, before)).marks).toMatchObject([{ id: markId, isGone: true }])
  expect((await marks(creator)).marks.some((one) => one.id === markId)).toBe(false)
})

it('the creator says that it is done, and the client that it is right or not yet', async () => {
  const { id: markId } = await mark(client)
  expect(
    (await site.call(setProofMarkState, { params: { id, markId }, body: { state: 'done' } }))
      .status,
  ).toBe(401)
  expect((await setState(stranger, markId, 'done')).status).toBe(404)
  expect((await setState(client, markId, 'done')).status).toBe(403)
  expect((await setState(creator, markId, 'confirmed')).status).toBe(403)
  expect((await setState(creator, newId(), 'done')).status).toBe(404)
  expect((await setState(creator, markId, 'done')).body).toMatchObject({ state: 'done' })
  expect((await setState(client, markId, 'open')).body).toMatchObject({
    state: 'open',
    doneAt: null,
  })
  await setState(creator, markId, 'done')
  const { doneAt, confirmedAt } = (await setState(client, markId, 'confirmed')).body as ProofMark
  expect([doneAt, confirmedAt].includes(null)).toBe(false)
  expect((await setState(creator, markId, 'open')).status).toBe(403)
})

it('whoever asks from a count on gets everything that changed since, while both write at once', async () => {
  const before = (await marks()).changes
  const written = await Promise.all(
    Array.from({ length: 20 }, (_, at) => mark(at % 2 === 0 ? client : creator, `Remark ${at}`)),
  )
  const seen = await marks(client, before)
  expect(new Set(seen.marks.map((one) => one.id))).toEqual(new Set(written.map((one) => one.id)))
  expect(new Set(seen.marks.map(({ change }) => change)).size).toBe(20)
  expect(Math.max(...seen.marks.map(({ change }) => change))).toBe(seen.changes)
  expect((await marks(client, seen.changes)).marks).toEqual([])
})

it('the other side is told once of comments that come together', async () => {
  const { rows } = await sql<{ firstName: string; told: number }>`
    select u.first_name as "firstName", count(*)::int as told
    from project_events e join users u on u.id = e.actor_id
    where e.project_id = ${id}::uuid and e.kind = 'remarked' group by 1 order by 1`.execute(
    site.deps.db,
  )
  expect(rows).toEqual([
    { firstName: 'Clara', told: 1 },
    { firstName: 'Mara', told: 1 },
  ])
  await sql`update project_events set created_at = created_at - interval '4 hours'`.execute(
    site.deps.db,
  )
  await mark(client)
  const { rows: later } = await sql`
    select from project_events where project_id = ${id}::uuid and kind = 'remarked'`.execute(
    site.deps.db,
  )
  expect(later).toHaveLength(3)
})

it('in a closed project the room can be looked at, and nothing more', async () => {
  const { id: markId } = await mark(client)
  await setStatus(site.deps.db, id, 'completed')
  expect(await room()).toMatchObject({ rights: [], isOpen: true })
  expect((await setState(client, markId, 'confirmed')).status).toBe(403)
  expect((await add(client, { versionId: files[0]?.id, place: whole, text: 'Late.' })).status).toBe(
    403,
  )
  await setStatus(site.deps.db, id, 'delivered')
})

it('staff read a room once one of the two has asked Plinth to decide, and write nothing', async () => {
  await sql`
    insert into project_disputes (project_id, opened_by, from_status, opened_at)
    values (${id}::uuid, 'client', 'delivered', now())`.execute(site.deps.db)
  expect(await room(admin)).toMatchObject({ role: null, rights: [] })
  expect((await marks(admin)).marks.length).toBeGreaterThan(20)
  expect((await add(admin, { versionId: files[0]?.id, place: whole, text: 'Hello.' })).status).toBe(
    404,
  )
})
