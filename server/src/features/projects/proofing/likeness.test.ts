import { bindProofVersion, getProofRoom, type ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import {
  addProject,
  deliver,
  delivering,
  setStatus,
  untilSeen,
} from '../../../../test/content/deliveries.ts'
import { enter, makeLink } from '../../../../test/content/guests.ts'
import { makePdf } from '../../../../test/media/documents.ts'
import { makeVideo } from '../../../../test/media/videos.ts'
import { newId } from '../../../db/id.ts'

const site = testApp()
let client: Person
let creator: Person
let id: string
beforeEach(async () => {
  client = await site.person('Clara')
  creator = await site.person('Mara', { isCreator: true })
  id = await openRoom()
})

async function openRoom(): Promise<string> {
  const projectId = await addProject(site.deps.db, { client, creator })
  await setStatus(site.deps.db, projectId, 'delivered')
  return projectId
}

/** A fingerprint in which so many bits differ from `looks(0)`. */
const looks = (bits: number): string => '1'.repeat(bits).padEnd(64, '0')

interface Sent {
  name: string
  /** None by default. */
  print?: string
  kind?: string
}

/** Delivers files that look like this. Returns their ids. */
async function send(number: number, files: Sent[], projectId = id): Promise<string[]> {
  const ids: string[] = []
  for (const { name, print = null, kind = 'image' } of files) {
    const fileId = newId()
    await sql`
      insert into delivery_files (id, project_id, owner_id, kind, file_name, content_type, bytes, preview_state,
        proof_state, fingerprint)
      values (${fileId}::uuid, ${projectId}::uuid, ${creator.id}::uuid, ${kind}, ${name}, 'a/b', 1, 'none', 'none',
        ${print}::bit(64))`.execute(site.deps.db)
    ids.push(fileId)
  }
  await deliver(site.deps.db, { projectId, ownerId: creator.id, fileIds: ids, number })
  return ids
}

async function roomFor(as: Person, projectId = id): Promise<ProofRoom> {
  const { status, body } = await site.call(getProofRoom, { as, params: { id: projectId } })
  expect(status).toBe(200)
  return body as ProofRoom
}
const likenesses = async (as = creator, projectId = id) => (await roomFor(as, projectId)).likenesses
const bind = async (versionId: string, thingId: string | null): Promise<ProofRoom> => {
  const { status, body } = await site.call(bindProofVersion, {
    as: creator,
    params: { id, versionId },
    body: { thingId },
  })
  expect(status).toBe(200)
  return body as ProofRoom
}

it('proposes the thing that a file of a later delivery looks most like, to the creator alone', async () => {
  const [near = '', nearer = ''] = await send(1, [
    { name: 'front.jpg', print: looks(9) },
    { name: 'side.jpg', print: looks(3) },
    { name: 'other.jpg', print: looks(30) },
    { name: 'none.jpg' },
  ])
  const [sketch = ''] = await send(2, [
    { name: 'sketch.jpg', print: looks(0) },
    { name: 'plain.jpg' },
  ])
  expect(await likenesses()).toEqual([
    { versionId: sketch, thingIds: [nearer, near], isProposed: true },
  ])
  expect(await likenesses(client)).toEqual([])
})

it('says nothing to guests and staff, nor in a project that is closed', async () => {
  await send(1, [{ name: 'front.jpg', print: looks(0) }])
  await send(2, [{ name: 'sketch.jpg', print: looks(1) }])
  const link = await makeLink(site, { as: client, roomId: id, right: 'comment' })
  const { headers } = await enter(site, link)
  const guest = await site.call(getProofRoom, { params: { id }, headers })
  expect(guest).toMatchObject({ status: 200, body: { likenesses: [] } })
  const admin = await site.person('Ada', { isAdmin: true })
  await sql`
    insert into project_disputes (project_id, opened_by, from_status, opened_at)
    values (${id}::uuid, 'client', 'delivered', now())`.execute(site.deps.db)
  expect(await likenesses(admin)).toEqual([])
  expect(await likenesses()).toHaveLength(1)
  await setStatus(site.deps.db, id, 'completed')
  expect(await likenesses()).toEqual([])
})

it('looks no further than ten bits, its own kind, its own room and earlier deliveries', async () => {
  const other = await openRoom()
  await send(1, [{ name: 'elsewhere.jpg', print: looks(0) }], other)
  const [, far = ''] = await send(1, [
    { name: 'film.mp4', print: looks(0), kind: 'video' },
    { name: 'far.jpg', print: looks(11) },
  ])
  const [first = '', twin = ''] = await send(2, [
    { name: 'sketch.jpg', print: looks(0) },
    { name: 'twin.jpg', print: looks(0) },
  ])
  expect(await likenesses()).toEqual([])
  const [later = ''] = await send(3, [{ name: 'later.jpg', print: looks(10) }])
  expect(await likenesses()).toMatchObject([{ versionId: later, isProposed: true }])
  // Both look like it as much, and the far one even more so: one bit.
  expect((await likenesses())[0]?.thingIds[0]).toBe(far)
  expect((await likenesses())[0]?.thingIds.slice(1).toSorted()).toEqual([first, twin].toSorted())
  expect(await likenesses(creator, other)).toEqual([])
})

it('compares with the newest version, and not with what has one in the same delivery', async () => {
  const [, cap = ''] = await send(1, [
    { name: 'label.jpg', print: looks(0) },
    { name: 'cap.jpg', print: looks(2) },
  ])
  // Another label: what looks like the first one is no newer version of this one.
  await send(2, [{ name: 'label v2.jpg', print: looks(40) }])
  // The first cap looked like it, and its newest version is in this delivery.
  await send(3, [
    { name: 'cap.jpg', print: looks(62) },
    { name: 'sketch.jpg', print: looks(1) },
  ])
  expect(await likenesses()).toEqual([])
  const [final = ''] = await send(4, [{ name: 'lid.jpg', print: looks(55) }])
  expect(await likenesses()).toEqual([{ versionId: final, thingIds: [cap], isProposed: true }])
})

it('proposes nothing of a file once somebody has said what it is, and still names what it looks like', async () => {
  const [front = ''] = await send(1, [{ name: 'front.jpg', print: looks(0) }])
  const [sketch = '', twin = ''] = await send(2, [
    { name: 'sketch.jpg', print: looks(1) },
    { name: 'twin.jpg', print: looks(2) },
  ])
  const parted = await bind(sketch, null)
  expect(parted.likenesses).toEqual(
    [
      { versionId: sketch, thingIds: [front], isProposed: false },
      { versionId: twin, thingIds: [front], isProposed: true },
    ].toSorted((a, z) => a.versionId.localeCompare(z.versionId)),
  )
  // The thing has a version of that delivery now, so the other one can't be it.
  const bound = await bind(twin, front)
  expect(bound.likenesses).toEqual([])
  expect(bound.things.find((one) => one.id === front)?.versions.map((one) => one.id)).toEqual([
    twin,
    front,
  ])
  // Parting it again is a decision, too.
  expect((await bind(twin, null)).likenesses).toMatchObject([
    { isProposed: false },
    { isProposed: false },
  ])
})

it('proposes no file that others are versions of', async () => {
  await send(1, [{ name: 'front.jpg', print: looks(0) }])
  const [cap = ''] = await send(2, [{ name: 'cap.jpg', print: looks(1) }])
  expect(await likenesses()).toMatchObject([{ versionId: cap, isProposed: true }])
  const [newer = ''] = await send(3, [{ name: 'cap v2.jpg', print: looks(40) }])
  expect(await likenesses()).toEqual([])
  expect((await roomFor(creator)).things[0]?.versions.map((one) => one.id)).toEqual([newer, cap])
})

it('reads how pictures, films and documents look when their previews are made', async () => {
  const project = delivering(site, id)
  const drawn = (colour: string) =>
    sharp(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#eee"/>
        <circle cx="120" cy="140" r="90" fill="${colour}"/><rect x="250" y="40" width="90" height="220" fill="#333"/></svg>`),
    )
      .png()
      .toBuffer()
  const text = `# Scene one\n\n${'A door opens onto the harbour, and nobody is there. '.repeat(30)}`
  const sent = [
    await project.send(creator, await drawn('#b04030'), 'front.png'),
    await project.send(creator, await makeVideo({ width: 320, height: 180 }), 'film.mp4'),
    await project.send(creator, makePdf(), 'poster.pdf'),
    await project.send(creator, Buffer.from(text), 'script.md'),
    await project.send(creator, Buffer.from('PK\u0003\u0004 an archive'), 'fonts.zip'),
  ]
  await untilSeen(site, { as: creator, projectId: id })
  const { rows } = await sql<{ name: string; hasPrint: boolean }>`
    select file_name as name, fingerprint is not null as "hasPrint" from delivery_files
    where id = any(${sent.map((one) => one.id)}::uuid[]) order by created_at`.execute(site.deps.db)
  expect(rows).toEqual([
    { name: 'front.png', hasPrint: true },
    { name: 'film.mp4', hasPrint: true },
    { name: 'poster.pdf', hasPrint: true },
    { name: 'script.md', hasPrint: true },
    { name: 'fonts.zip', hasPrint: false },
  ])
  await deliver(site.deps.db, {
    projectId: id,
    ownerId: creator.id,
    fileIds: sent.map((one) => one.id),
  })
  const renamed = await project.send(creator, await drawn('#c05a40'), 'as we said.png')
  await untilSeen(site, { as: creator, projectId: id })
  await deliver(site.deps.db, {
    projectId: id,
    ownerId: creator.id,
    fileIds: [renamed.id],
    number: 2,
  })
  expect(await likenesses()).toEqual([
    { versionId: renamed.id, thingIds: [sent[0]?.id], isProposed: true },
  ])
})
