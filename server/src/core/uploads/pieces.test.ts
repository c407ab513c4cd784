import { randomBytes } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { duringTests } from '../../../test/lifetime.ts'
import { startBucket } from '../../../test/media/s3.ts'
import {
  ageUpload,
  createUploader,
  openUploads,
  piecesOf,
  stagedPath,
} from '../../../test/media/uploads.ts'
import { newId } from '../../db/id.ts'
import { checkMedia } from '../media/check/check.ts'
import { createPieces } from './pieces.ts'
import { PIECES } from './staging.ts'
import { insertUpload } from './upload-queries.ts'
import { SWEEP_UPLOADS } from './upload-routes.ts'

const KB = 1024
const MB = 1024 ** 2
const LONG_AGO = new Date(Date.now() - 3 * 3_600_000)
const AWAY = { status: 503, body: { code: 'unavailable', message: /isn’t answering/ } }
const FULL = { status: 507, body: { code: 'storage.full', message: /We keep what has arrived/ } }

const bucket = duringTests(() => startBucket('of-plinth/'))
const site = testApp(() => ({ ...bucket.env, JOBS: 'off' }))
let alice: Person
let tus: ReturnType<typeof createUploader>
beforeAll(async () => {
  alice = await site.person('Alice')
  tus = createUploader(site)
})
beforeEach(() => bucket.fail(0))

/** A text of this many bytes, of which no two parts are equal. */
const makeText = (bytes: number): Buffer =>
  Buffer.from(
    randomBytes(Math.ceil(bytes / 2))
      .toString('hex')
      .slice(0, bytes),
  )

async function finished(id: string): Promise<Buffer> {
  const media = await tus.finish(alice, id)
  expect(media).toMatchObject({ status: 201, body: { id } })
  return (await site.app.inject({ url: media.body.url })).rawPayload
}

async function leavesNothing(id: string): Promise<void> {
  expect(await piecesOf(site, id)).toEqual([])
  expect(await openUploads(site)).not.toContain(id)
  expect(await readdir(path.join(site.dataDir, 'tmp'))).toEqual([])
}

const sizesOf = async (id: string) =>
  Promise.all((await piecesOf(site, id)).map((key) => site.deps.storage.size(key)))

it('divides a long chunk into pieces of 5 MB', async () => {
  const file = makeText(12 * MB)
  const id = await tus.begun(alice, file.length, 'a.txt')
  expect(await tus.send(alice, id, 0, file)).toMatchObject({
    status: 204,
    headers: { 'upload-offset': String(file.length) },
  })
  expect(await tus.offset(alice, id)).toBe(file.length)
  expect(await sizesOf(id)).toEqual([5 * MB, 5 * MB, 2 * MB])
  // Nothing on this machine's disk.
  expect(await readdir(path.join(site.dataDir, 'uploads'))).toEqual([])
  expect((await finished(id)).equals(file)).toBe(true)
  await leavesNothing(id)
  // A client that lost the response can ask again.
  expect(await tus.offset(alice, id)).toBe(file.length)
  expect((await tus.finish(alice, id)).status).toBe(201)
})

it('makes few objects of many short chunks', async () => {
  const file = makeText(1_000 * KB)
  const id = await tus.begun(alice, file.length, 'a.txt')
  const ends = [1, 2, 70 * KB, 300 * KB, 300 * KB + 1]
  for (let end = 340 * KB; end <= file.length; end += 40 * KB) ends.push(end)
  if (ends.at(-1) !== file.length) ends.push(file.length)
  let offset = 0
  for (const end of ends) {
    expect((await tus.send(alice, id, offset, file.subarray(offset, end))).status).toBe(204)
    offset = await tus.offset(alice, id)
    expect(offset).toBe(end)
  }
  expect(ends.length).toBeGreaterThan(20)
  const sizes = await sizesOf(id)
  expect(sizes.length).toBeLessThanOrEqual(4)
  expect((await finished(id)).equals(file)).toBe(true)
  await leavesNothing(id)
})

it('continues where it stopped once the bucket is back or has space', async () => {
  const file = makeText(6 * MB)
  const id = await tus.begun(alice, file.length, 'a.txt')
  await tus.send(alice, id, 0, file.subarray(0, 100 * KB))
  for (const [failure, expected] of [
    [{ status: 503 }, AWAY],
    ['reset', AWAY],
    [{ status: 507 }, FULL],
  ] as const) {
    bucket.fail(1_000, failure, 'PUT')
    const { status, body } = await tus.send(alice, id, 100 * KB, file.subarray(100 * KB))
    expect(status).toBe(expected.status)
    expect(body.code).toBe(expected.body.code)
    expect(body.message).toMatch(expected.body.message)
    expect(await tus.offset(alice, id)).toBe(100 * KB)
  }
  bucket.fail(0)
  expect((await tus.send(alice, id, 100 * KB, file.subarray(100 * KB))).status).toBe(204)
  bucket.fail(1_000, { status: 503 }, 'GET')
  const { status, body } = await tus.finish(alice, id)
  expect([status, body.code]).toEqual([503, 'unavailable'])
  bucket.fail(1, 'cut', 'GET')
  expect((await tus.finish(alice, id)).status).toBe(503)
  bucket.fail(0)
  expect((await finished(id)).equals(file)).toBe(true)
  await leavesNothing(id)
}, 120_000)

it('removes the pieces of a deleted and of a refused upload', async () => {
  const deleted = await tus.begun(alice, 10)
  await tus.send(alice, deleted, 0, Buffer.alloc(4))
  expect(await piecesOf(site, deleted)).toHaveLength(1)
  expect((await tus.remove(alice, deleted)).status).toBe(204)
  await leavesNothing(deleted)
  expect((await tus.head(alice, deleted)).status).toBe(404)

  const refused = await tus.begun(alice, 10)
  await tus.send(alice, refused, 0, Buffer.alloc(10))
  expect((await tus.finish(alice, refused)).status).toBe(415)
  await leavesNothing(refused)
})

it('sweeps what servers that are gone have left behind', async () => {
  const [idle, living] = [await tus.begun(alice, 10), await tus.begun(alice, 10)]
  for (const id of [idle, living]) await tus.send(alice, id, 0, Buffer.alloc(4))
  await ageUpload(site, idle, { begunHours: 30, touchedHours: 25 })
  const stray = (name: string) => `${PIECES}${living}/${name}.part`
  const [old, young] = [stray(newId()), stray(newId())]
  const ended = `${PIECES}${newId()}/${newId()}.part`
  for (const key of [old, young, ended]) await site.deps.storage.put(key, Buffer.from('x'))
  const found = await piecesOf(site, living)
  const recorded = found.find((key) => key !== old && key !== young) ?? ''
  for (const key of [old, ended, recorded]) await utimes(bucket.fileOf(key), LONG_AGO, LONG_AGO)
  // From before there was a bucket.
  const [file, current] = [stagedPath(site, newId()), stagedPath(site, newId())]
  for (const one of [file, current]) await writeFile(one, 'x')
  await utimes(file, LONG_AGO, LONG_AGO)

  const { problems } = await checkMedia(site.deps, { repair: false })
  expect(problems.uploads.first.toSorted()).toEqual([path.basename(file), ended, old].toSorted())
  await site.runJob(SWEEP_UPLOADS)
  expect(await piecesOf(site)).toEqual([recorded, young].toSorted())
  expect(await readdir(path.join(site.dataDir, 'uploads'))).toEqual([path.basename(current)])
  expect(await openUploads(site)).toEqual([living])
  expect(await tus.offset(alice, living)).toBe(4)
  await tus.remove(alice, living)
})

it('goes back to before a piece that the bucket has lost', async () => {
  const file = makeText(900 * KB)
  const id = await tus.begun(alice, file.length, 'a.txt')
  const ends = [300 * KB, 600 * KB, 800 * KB]
  for (const [at, end] of ends.entries())
    await tus.send(alice, id, ends[at - 1] ?? 0, file.subarray(ends[at - 1] ?? 0, end))
  const lose = async (at: number) => site.deps.storage.remove((await piecesOf(site, id))[at] ?? '')
  const lost = { status: 409, body: { code: 'conflict', message: expect.stringMatching(/lost/) } }
  await lose(2)
  expect(await tus.send(alice, id, 800 * KB, file.subarray(800 * KB))).toMatchObject(lost)
  expect(await tus.offset(alice, id)).toBe(600 * KB)
  expect((await tus.send(alice, id, 600 * KB, file.subarray(600 * KB))).status).toBe(204)
  await lose(1)
  expect(await tus.finish(alice, id)).toMatchObject(lost)
  expect(await tus.offset(alice, id)).toBe(300 * KB)
  expect((await tus.send(alice, id, 300 * KB, file.subarray(300 * KB))).status).toBe(204)
  expect((await finished(id)).equals(file)).toBe(true)
  await leavesNothing(id)
})

it('downloads no upload that would not fit on the disk', async () => {
  const id = await tus.begun(alice, 10)
  await tus.send(alice, id, 0, Buffer.alloc(10))
  bucket.requests()
  const { withFile } = createPieces(site.deps)
  await expect(
    withFile({ id, bytes: Number.MAX_SAFE_INTEGER }, () => Promise.resolve()),
  ).rejects.toMatchObject({ code: 'storage.full' })
  expect(bucket.requests()).toEqual([])
  await withFile({ id, bytes: 10 }, () => Promise.resolve())
  await tus.remove(alice, id)
})

it('sends sixteen pieces at a time and refuses when too many wait', async () => {
  const { db, storage } = site.deps
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  let [now, most] = [0, 0]
  const put: typeof storage.put = async (key, source) => {
    now += 1
    most = Math.max(most, now)
    await isOpen
    await storage.put(key, source)
    now -= 1
  }
  const staging = createPieces({ ...site.deps, storage: { ...storage, put } })
  const keys = Array.from({ length: 90 }, () => ({ id: newId(), ownerId: alice.id }))
  for (const key of keys)
    await insertUpload(db, { ...key, fileName: 'a', bytes: 4, projectId: null })
  const options = { offset: 0, onBytes: () => undefined }
  const sent = keys.map((key) =>
    staging.append(key, Readable.from([Buffer.alloc(4)]), options).catch((error: unknown) => error),
  )
  await expect.poll(() => now, { timeout: 20_000 }).toBe(16)
  const refused = await Promise.race(sent)
  expect(refused).toMatchObject({ code: 'unavailable' })
  open()
  const results = await Promise.all(sent)
  expect(results.filter((result) => result === 4)).toHaveLength(80)
  expect(most).toBe(16)
  for (const { id } of keys) await staging.remove(id)
  await db.deleteFrom('uploads').where('owner_id', '=', alice.id).execute()
})
