import { randomBytes } from 'node:crypto'
import {
  DELIVERY_QUOTA_BYTES,
  MAX_DELIVERY_FILES,
  MAX_DELIVERY_FILE_BYTES,
} from '@plinth/contract/limits.ts'
import {
  deleteProjectFile,
  keepProjectFile,
  listProjectFiles,
} from '@plinth/contract/projects/project-calls.ts'
import { PROJECT_STATUSES } from '@plinth/contract/projects/project-states.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import {
  addFiles,
  addProject,
  ageFiles,
  deliver,
  delivering,
  leaveObject,
  objectsOf,
  purposeHeader,
  removalsOf,
  setStatus,
} from '../../../../test/content/deliveries.ts'
import { onDisk, openUploads, createUploader } from '../../../../test/media/uploads.ts'
import { SWEEP_UPLOADS } from '../../../core/uploads/upload-routes.ts'
import { newId } from '../../../db/id.ts'
import { RECEIVING_STATUSES, SWEEP_FILES } from './delivery-rules.ts'

const SOON = { timeout: 100_000 }
const NOBODYS = '01900000-0000-7000-8000-000000000000'

const site = testApp()
let client: Person
let creator: Person
let stranger: Person
let admin: Person
let tus: ReturnType<typeof createUploader>
let projectId: string
let room: ReturnType<typeof delivering>
beforeAll(async () => {
  tus = createUploader(site)
  stranger = await site.person('Sam')
  admin = await site.person('Ada', { isAdmin: true })
})
beforeEach(async () => {
  client = await site.person('Clara')
  creator = await site.person('Mara', { isCreator: true })
  projectId = await addProject(site.deps.db, { client, creator })
  room = delivering(site, projectId)
})

const list = async (as = creator) =>
  (await site.call(listProjectFiles, { as, params: { id: projectId } })).body
const remove = (as: Person | undefined, fileId: string, id = projectId) =>
  site.call(deleteProjectFile, { as, params: { id, fileId } })

it('an interrupted file continues where it stopped, and is stored byte for byte', async () => {
  const file = randomBytes(200_000)
  const id = await room.begun(creator, file.length, 'Poster — final.psd')
  expect((await tus.head(creator, id)).headers['upload-metadata']).toBe(
    purposeHeader(projectId, 'Poster — final.psd')['upload-metadata'],
  )
  await tus.send(creator, id, 0, file.subarray(0, 70_000))
  expect(await room.keep(creator, id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await list()).toEqual([])
  const offset = await tus.offset(creator, id)
  await tus.send(creator, id, offset, file.subarray(offset))
  const kept = await room.keep(creator, id)
  expect(kept).toMatchObject({
    status: 200,
    body: {
      id,
      kind: 'other',
      fileName: 'Poster — final.psd',
      bytes: file.length,
      previewState: 'none',
      preview: null,
    },
  })
  expect(await list()).toMatchObject([{ id, fileName: kept.body.fileName }])
  const { rawPayload } = await site.app.inject({ url: kept.body.url })
  expect(rawPayload.equals(file)).toBe(true)
  expect(await onDisk(site, id)).toBe(0)
  expect(await openUploads(site)).toEqual([])
  expect(await removalsOf(site)).toEqual([])
  // A client that lost the answer learns that everything has arrived, and gets the file again.
  expect(await tus.offset(creator, id)).toBe(file.length)
  expect(await room.keep(creator, id.toUpperCase())).toMatchObject({ status: 200, body: { id } })
})

it('finishing it many times at once makes one file', async () => {
  const id = await room.begun(creator, 10)
  await tus.send(creator, id, 0, Buffer.alloc(10))
  const answers = await Promise.all([1, 2, 3, 4].map(() => room.keep(creator, id)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await list()).toHaveLength(1)
})

it('can be started by the creator only, while the project accepts files', async () => {
  expect((await room.begin(undefined, 10)).status).toBe(401)
  expect((await room.begin(stranger, 10)).status).toBe(404)
  expect((await delivering(site, NOBODYS).begin(creator, 10)).status).toBe(404)
  for (const other of [client, admin]) {
    expect(await room.begin(other, 10)).toMatchObject({
      status: 403,
      body: { code: 'auth.forbidden' },
    })
  }
  for (const status of PROJECT_STATUSES) {
    await setStatus(site.deps.db, projectId, status)
    const right = RECEIVING_STATUSES.includes(status) ? 201 : 409
    expect({ status, answer: (await room.begin(creator, 10)).status }).toEqual({
      status,
      answer: right,
    })
  }
  await site.deps.db
    .updateTable('projects')
    .set({ status: 'requested', shared_at: null })
    .where('id', '=', projectId)
    .execute()
  // Only the client knows the project until it is shared.
  expect((await room.begin(creator, 10)).status).toBe(404)
})

it('accepts up to 1 GB, and refuses one byte more', async () => {
  const before = await openUploads(site)
  expect(await room.begin(creator, MAX_DELIVERY_FILE_BYTES + 1)).toMatchObject({
    status: 413,
    body: { code: 'media.too_large', message: expect.stringContaining('1 GB') },
  })
  expect(await openUploads(site)).toEqual(before)
  expect((await room.begin(creator, MAX_DELIVERY_FILE_BYTES)).status).toBe(201)
  expect((await room.begin(creator, 0)).status).toBe(400)
})

it('an upload needs a complete and known purpose', async () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const name = `filename ${encoded('a')}`
  const invalidMetadata = [
    `${name},purpose ${encoded('delivery')}`,
    `${name},project ${encoded(projectId)}`,
    `${name},purpose ${encoded('avatar')},project ${encoded(projectId)}`,
    `${name},purpose ${encoded('delivery')},project ${encoded('../1')}`,
    `purpose ${encoded('delivery')},project ${encoded(projectId)}`,
  ]
  for (const metadata of invalidMetadata) {
    expect(await tus.begin(creator, 10, { 'upload-metadata': metadata })).toMatchObject({
      status: 400,
      body: { code: 'input.invalid' },
    })
  }
})

it('an upload becomes what it was started for, and nothing else', async () => {
  const forDelivery = await room.begun(creator, 4)
  const forMedia = await tus.begun(creator, 4)
  for (const id of [forDelivery, forMedia]) await tus.send(creator, id, 0, Buffer.from('text'))
  expect((await tus.finish(creator, forDelivery)).status).toBe(404)
  expect((await room.keep(creator, forMedia)).status).toBe(404)
  const other = await addProject(site.deps.db, { client, creator })
  expect((await delivering(site, other).keep(creator, forDelivery)).status).toBe(404)
  expect((await room.keep(creator, forDelivery)).status).toBe(200)
})

it('each call refuses a missing session, other people and bad input', async () => {
  const file = await room.send(creator, Buffer.from('text'))
  const params = { id: projectId, fileId: file.id }
  for (const endpoint of [listProjectFiles, keepProjectFile, deleteProjectFile]) {
    const code = async (as: Person | undefined, given: object = params) =>
      (await site.call(endpoint, { as, params: given })).status
    expect(await code(undefined)).toBe(401)
    expect(await code(stranger)).toBe(404)
    expect(await code(client)).toBe(403)
    expect(await code(admin)).toBe(403)
    expect(await code(creator, { ...params, id: NOBODYS })).toBe(404)
    expect(await code(creator, { ...params, id: 'x' })).toBe(400)
  }
  for (const endpoint of [keepProjectFile, deleteProjectFile]) {
    const code = async (fileId: string) =>
      (await site.call(endpoint, { as: creator, params: { ...params, fileId } })).status
    expect(await code(NOBODYS)).toBe(404)
    expect(await code('x')).toBe(400)
  }
  expect(await list()).toEqual([expect.objectContaining({ id: file.id })])
})

it('a deleted file leaves nothing behind; a delivered one stays', async () => {
  const [kept, gone] = [
    await room.send(creator, Buffer.from('kept')),
    await room.send(creator, Buffer.from('gone')),
  ]
  const fileIds = [kept.id]
  await deliver(site.deps.db, { projectId, ownerId: creator.id, fileIds })
  expect((await remove(creator, gone.id)).status).toBe(204)
  expect(await remove(creator, kept.id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await remove(creator, gone.id)).status).toBe(404)
  expect(await list()).toEqual([])
  await expect
    .poll(async () => (await objectsOf(site)).filter((key) => key.includes(gone.id)), SOON)
    .toEqual([])
  expect((await objectsOf(site)).filter((key) => key.includes(kept.id))).toHaveLength(1)
  await expect.poll(() => removalsOf(site), SOON).toEqual([])
})

it('a delivery accepts files of its own creator and project, each once, in their order', async () => {
  const { db } = site.deps
  const files = [
    await room.send(creator, Buffer.from('one'), 'one'),
    await room.send(creator, Buffer.from('two'), 'two'),
  ]
  const otherProject = await addProject(db, { client, creator })
  const foreign = await delivering(site, otherProject).send(creator, Buffer.from('x'))
  const ids = files.map(({ id }) => id).reverse()
  const give = (fileIds: string[], ownerId = creator.id, number = 1) =>
    deliver(db, { projectId, ownerId, fileIds, number })
  const refusal = { code: 'conflict', fields: { fileIds: expect.any(String) } }
  await expect(give([...ids, foreign.id])).rejects.toMatchObject(refusal)
  await expect(give([...ids, NOBODYS])).rejects.toMatchObject(refusal)
  await expect(give(ids, client.id)).rejects.toMatchObject(refusal)
  const outcomes = await Promise.allSettled([give(ids, creator.id, 1), give(ids, creator.id, 2)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const rows = await db
    .selectFrom('delivery_files')
    .select(['id', 'position'])
    .where('project_id', '=', projectId)
    .orderBy('position')
    .execute()
  expect(rows).toEqual(ids.map((id, position) => ({ id, position })))
})

it('the limits of files and bytes hold for concurrent uploads', async () => {
  const { db } = site.deps
  await addFiles(db, { projectId, ownerId: creator.id, count: MAX_DELIVERY_FILES - 2, bytes: 1 })
  const answers = await Promise.all([1, 2, 3, 4].map(() => room.begin(creator, 10)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])

  const open = await addProject(db, { client, creator, status: 'delivered' })
  const over = await addProject(db, { client, creator, status: 'completed' })
  const deliveryOf = (id: string) =>
    deliver(db, { projectId: id, ownerId: creator.id, fileIds: [] })
  const large = { ownerId: creator.id, count: 1, bytes: MAX_DELIVERY_FILE_BYTES }
  const most = DELIVERY_QUOTA_BYTES / MAX_DELIVERY_FILE_BYTES
  await addFiles(db, { ...large, count: most, projectId: over, deliveryId: await deliveryOf(over) })
  const deliveryId = await deliveryOf(open)
  await addFiles(db, { ...large, count: most - 1, projectId: open, deliveryId })
  const next = delivering(site, open)
  // Completed projects no longer count.
  expect((await next.begin(creator, MAX_DELIVERY_FILE_BYTES / 2)).status).toBe(201)
  expect(await next.begin(creator, MAX_DELIVERY_FILE_BYTES / 2)).toMatchObject({
    status: 507,
    body: { code: 'storage.full', message: expect.stringContaining('20 GB') },
  })
  // Media have a quota of their own.
  expect((await tus.begin(creator, 10)).status).toBe(201)
})

it('a project that closed meanwhile accepts nothing, and nothing is left behind', async () => {
  const id = await room.begun(creator, 4)
  await tus.send(creator, id, 0, Buffer.from('late'))
  await setStatus(site.deps.db, projectId, 'cancelled')
  expect(await room.keep(creator, id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await objectsOf(site)).filter((key) => key.includes(id))).toEqual([
    expect.stringContaining(id),
  ])
  await site.deps.db
    .updateTable('delivery_removals')
    .set({ created_at: new Date(Date.now() - 2 * 3_600_000) })
    .where('file_id', '=', id)
    .execute()
  // Not as a job: while the sweep of the schedule waits or runs, another one is not taken on.
  await site.runJob(SWEEP_FILES)
  await expect
    .poll(async () => (await objectsOf(site)).filter((key) => key.includes(id)), SOON)
    .toEqual([])
})

it('the upload can be finished after the store failed once', async () => {
  const id = await room.begun(creator, 4)
  await tus.send(creator, id, 0, Buffer.from('text'))
  const { storage } = site.deps
  const { putFile } = storage
  try {
    storage.putFile = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
    expect((await room.keep(creator, id)).status).toBe(507)
    expect(await tus.offset(creator, id)).toBe(4)
  } finally {
    storage.putFile = putFile
  }
  expect((await room.keep(creator, id)).status).toBe(200)
})

it('files not delivered within three days are removed, and so are interrupted ones', async () => {
  const { db } = site.deps
  const [old, young, delivered] = [
    await room.send(creator, Buffer.from('old')),
    await room.send(creator, Buffer.from('young')),
    await room.send(creator, Buffer.from('delivered')),
  ]
  await deliver(db, { projectId, ownerId: creator.id, fileIds: [delivered.id] })
  await ageFiles(db, [young.id], 71)
  await ageFiles(db, [old.id, delivered.id], 73)
  const [cutOff, comingIn] = [newId(), newId()]
  await leaveObject(site, cutOff, 2)
  await leaveObject(site, comingIn, 0)
  await site.runJob(SWEEP_FILES)
  const left = async () => {
    const keys = await objectsOf(site)
    return [old.id, young.id, delivered.id, cutOff, comingIn].filter((id) =>
      keys.some((key) => key.includes(id)),
    )
  }
  await expect.poll(left, SOON).toEqual([young.id, delivered.id, comingIn])
  expect(await list()).toEqual([expect.objectContaining({ id: young.id })])
  // As if the process had ended before the upload was removed.
  await db
    .insertInto('uploads')
    .values({
      id: young.id,
      owner_id: creator.id,
      file_name: 'a',
      bytes: 5n,
      project_id: projectId,
    })
    .execute()
  await site.runJob(SWEEP_UPLOADS)
  await expect.poll(() => openUploads(site), SOON).not.toContain(young.id)
})
