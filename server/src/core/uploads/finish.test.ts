import { readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { MAX_OPEN_UPLOADS, MAX_UNUSED_MEDIA, MEDIA_QUOTA_BYTES } from '@plinth/contract/limits.ts'
import { deleteMedia, getMedia } from '@plinth/contract/media/media.ts'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { testApp, type Answer, type Person } from '../../../test/app.ts'
import { addUploads, countMedia } from '../../../test/media/media.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import {
  ageUpload,
  setStoredBytes,
  onDisk,
  openUploads,
  stagedPath,
  createUploader,
} from '../../../test/media/uploads.ts'
import { AppError } from '../../http/errors.ts'
import { insertUpload } from './upload-queries.ts'
import { SWEEP_UPLOADS } from './upload-routes.ts'

const MB = 1024 ** 2

const site = testApp()
let alice: Person
let tus: ReturnType<typeof createUploader>
let file: Buffer
beforeAll(async () => {
  tus = createUploader(site)
  file = await makePicture('image/png')
})
beforeEach(async () => {
  alice = await site.person('Alice')
})

async function sent(payload = file, fileName = 'a.png'): Promise<string> {
  const id = await tus.begun(alice, payload.length, fileName)
  expect((await tus.send(alice, id, 0, payload)).status).toBe(204)
  return id
}

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted()

async function objects(): Promise<number> {
  let count = 0
  for await (const key of site.deps.storage.list('')) count += key === '' ? 0 : 1
  return count
}

it('reports how many bytes are missing', async () => {
  const id = await tus.begun(alice, file.length)
  await tus.send(alice, id, 0, file.subarray(0, 100))
  expect(await tus.finish(alice, id)).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: expect.stringContaining(`${file.length - 100} of`) },
  })
  await tus.send(alice, id, 100, file.subarray(100))
  expect((await tus.finish(alice, id)).status).toBe(201)
  expect(await tus.finish(alice, 'x')).toMatchObject({ status: 400 })
})

it('makes one media when called many times concurrently', async () => {
  const id = await sent()
  const before = await countMedia(site.deps.db)
  const answers = await Promise.all([1, 2, 3, 4].map(() => tus.finish(alice, id)))
  expect(statuses(answers)).toEqual([201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.id)))).toEqual(
    new Set([JSON.stringify(id)]),
  )
  expect((await countMedia(site.deps.db)).rows).toBe(before.rows + 1)
  // As if the process had died before the upload was deleted.
  await insertUpload(site.deps.db, {
    id,
    ownerId: alice.id,
    fileName: 'a',
    bytes: file.length,
    projectId: null,
  })
  await writeFile(stagedPath(site, id), file)
  expect((await tus.finish(alice, id)).status).toBe(201)
  expect(await onDisk(site, id)).toBe(0)
  expect(await openUploads(site)).not.toContain(id)
  await site.call(deleteMedia, { as: alice, params: { id } })
  expect((await tus.finish(alice, id)).status).toBe(404)
})

it('leaves nothing of a refused file', async () => {
  const before = { ...(await countMedia(site.deps.db)), objects: await objects() }
  const id = await sent(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  expect(await tus.finish(alice, id)).toMatchObject({
    status: 415,
    body: { code: 'media.unsupported' },
  })
  const broken = await sent(file.subarray(0, 200))
  expect(await tus.finish(alice, broken)).toMatchObject({ status: 422 })
  for (const gone of [id, broken]) {
    expect((await tus.finish(alice, gone)).status).toBe(404)
    expect((await site.call(getMedia, { as: alice, params: { id: gone } })).status).toBe(404)
    expect(await onDisk(site, gone)).toBe(0)
  }
  expect(await openUploads(site)).toEqual([])
  expect({ ...(await countMedia(site.deps.db)), objects: await objects() }).toEqual(before)
})

it('can be repeated after the store failed', async () => {
  const id = await sent()
  const { storage } = site.deps
  const { putFile } = storage
  const errors: [Error, number][] = [
    [Object.assign(new Error('full'), { code: 'ENOSPC' }), 507],
    [new AppError('unavailable', 'The store is away.'), 503],
    [new Error('unknown'), 500],
  ]
  try {
    for (const [error, status] of errors) {
      storage.putFile = () => Promise.reject(error)
      expect((await tus.finish(alice, id)).status).toBe(status)
      expect(await tus.offset(alice, id)).toBe(file.length)
    }
  } finally {
    storage.putFile = putFile
  }
  expect(await tus.finish(alice, id)).toMatchObject({ status: 201, body: { id } })
})

it('limits concurrent uploads, also for simultaneous requests', async () => {
  const answers = await Promise.all(
    Array.from({ length: MAX_OPEN_UPLOADS + 5 }, () => tus.begin(alice, 10)),
  )
  expect(statuses(answers)).toEqual([
    ...Array.from({ length: MAX_OPEN_UPLOADS }, () => 201),
    ...Array.from({ length: 5 }, () => 409),
  ])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('already uploading'),
  })
  expect((await tus.begin(await site.person('Bob'), 10)).status).toBe(201)
})

it('counts open uploads as unused, and finishes those admitted', async () => {
  const id = await sent()
  await addUploads(site.deps.db, alice.id, MAX_UNUSED_MEDIA - 2)
  expect((await tus.begin(alice, 10)).status).toBe(201)
  expect(await tus.begin(alice, 10)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await tus.finish(alice, id)).status).toBe(201)
})

it('enforces the storage quota for every kind of upload', async () => {
  await addUploads(site.deps.db, alice.id, 1)
  await setStoredBytes(site, alice.id, MEDIA_QUOTA_BYTES - 3 * MB)
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => tus.begin(alice, MB)))
  expect(statuses(answers)).toEqual([201, 201, 201, 507, 507])
  const full = {
    status: 507,
    body: { code: 'storage.full', message: expect.stringContaining('more than 50 GB') },
  }
  expect(answers.find(({ status }) => status === 507)).toMatchObject(full)
  expect(
    await site.request({
      method: 'POST',
      url: '/api/media?fileName=a.png',
      as: alice,
      payload: file,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  ).toMatchObject(full)
  // Announced bytes count towards the quota.
  const admitted = answers.find(({ status }) => status === 201)
  const id = String(admitted?.headers.location).split('/').at(-1) ?? ''
  await tus.send(alice, id, 0, Buffer.alloc(MB))
  expect((await tus.finish(alice, id)).status).toBe(415)
})

it('sweeps idle uploads and leaves active ones alone', async () => {
  const [still, empty, living, young] = [
    await sent(),
    await tus.begun(alice, 10),
    await sent(),
    await tus.begun(alice, 10),
  ]
  await ageUpload(site, still, { begunHours: 30, touchedHours: 25 })
  await ageUpload(site, empty, { begunHours: 2 })
  await ageUpload(site, living, { begunHours: 30, touchedHours: 23 })
  const strays = {
    old: '01900000-0000-7000-8000-000000000001',
    fresh: '01900000-0000-7000-8000-000000000002',
  }
  for (const id of Object.values(strays)) await writeFile(stagedPath(site, id), 'stray')
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const id of [strays.old, living]) await utimes(stagedPath(site, id), longAgo, longAgo)

  // Not as a job: while the sweep of the schedule waits or runs, another one is not taken on.
  await site.runJob(SWEEP_UPLOADS)
  const folder = path.join(site.dataDir, 'uploads')
  // The sweep of the schedule may begin at any moment, also between two of the lines above.
  const swept = async () => {
    expect(await readdir(folder)).not.toContain(strays.old)
    const open = await openUploads(site)
    expect(open).not.toContain(still)
    expect(open).not.toContain(empty)
    expect(await onDisk(site, still)).toBe(0)
  }
  await vi.waitFor(swept, { timeout: 100_000 })
  const left = await openUploads(site)
  expect(left).toEqual(expect.arrayContaining([living, young]))
  for (const id of [still, empty]) {
    expect((await tus.head(alice, id)).status).toBe(404)
  }
  expect(await onDisk(site, strays.fresh)).toBe(5)
  expect((await tus.finish(alice, living)).status).toBe(201)
})
