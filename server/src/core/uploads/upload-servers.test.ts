import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { duringTests } from '../../../test/lifetime.ts'
import { countMedia } from '../../../test/media/media.ts'
import { startBucket } from '../../../test/media/s3.ts'
import {
  createUploader,
  createUploaderAt,
  openUploads,
  piecesOf,
  startChunk,
} from '../../../test/media/uploads.ts'
import { startServerProcess, type ServerProcess } from '../../../test/server-process.ts'

const SOON = { timeout: 100_000 }
const MB = 1024 ** 2

const bucket = duringTests(() => startBucket())
const site = testApp(() => ({ ...bucket.env, JOBS: 'off' }))
/** Another server, which shares the database and the bucket, but no disk. */
const other = duringTests(async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'plinth-other-'))
  const server = await startOther(dataDir)
  return {
    ...server,
    dataDir,
    close: async () => {
      if (server.child.exitCode === null && server.child.signalCode === null) await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
})
const startOther = (dataDir: string): Promise<ServerProcess> =>
  startServerProcess(site, { ...bucket.env, PLINTH_DATA: dataDir, JOBS: 'off' })

let alice: Person
let here: ReturnType<typeof createUploader>
let there: ReturnType<typeof createUploaderAt>
let file: Buffer
beforeAll(async () => {
  alice = await site.person('Alice')
  here = createUploader(site)
  there = createUploaderAt(other.origin)
  file = Buffer.from(randomBytes(6 * MB).toString('hex'))
})

async function keptOf(id: string): Promise<Buffer> {
  const media = await here.finish(alice, id)
  expect(media).toMatchObject({ status: 201, body: { id } })
  return (await site.app.inject({ url: media.body.url })).rawPayload
}

/** Sends this part to the other server, and leaves the request open. */
function startThere(id: string, offset: number, end: number) {
  const port = Number(new URL(other.origin).port)
  const sending = startChunk(port, { as: alice, id, offset, length: file.length - offset })
  sending.write(file.subarray(offset, end))
  return sending
}

/** Resolves once the other server's disk holds this much of the next piece. */
async function isCollected(bytes: number): Promise<void> {
  const folder = path.join(other.dataDir, 'tmp')
  const collected = async () => {
    const [name] = await readdir(folder)
    if (name === undefined) return null
    return (await stat(path.join(folder, name)).catch(() => null))?.size
  }
  await expect.poll(collected, SOON).toBe(bytes)
}

async function hasLeftNothing(): Promise<void> {
  expect(await piecesOf(site)).toEqual([])
  expect(await openUploads(site)).toEqual([])
  for (const { dataDir } of [site, other])
    for (const folder of ['uploads', 'tmp'])
      expect(await readdir(path.join(dataDir, folder))).toEqual([])
}

it('continues at another server an upload that was cut, and finishes at either', async () => {
  const id = await here.begun(alice, file.length, 'a.txt')
  const sending = startThere(id, 0, 7 * MB)
  await isCollected(2 * MB)
  expect(await here.offset(alice, id)).toBe(5 * MB)
  sending.destroy()
  // The other server notices, and keeps what had arrived, too.
  await expect.poll(() => here.offset(alice, id), SOON).toBe(7 * MB)
  const [more, all] = [9 * MB, file.length]
  expect((await here.send(alice, id, 7 * MB, file.subarray(7 * MB, more))).status).toBe(204)
  expect(await there.offset(alice, id)).toBe(more)
  expect((await there.send(alice, id, more, file.subarray(more, all))).status).toBe(204)
  expect(await here.offset(alice, id)).toBe(all)
  expect((await there.finish(alice, id)).status).toBe(201)
  expect((await keptOf(id)).equals(file)).toBe(true)
  await hasLeftNothing()
})

it('takes over from a server that still waits for a dead connection', async () => {
  const id = await here.begun(alice, file.length, 'a.txt')
  const silent = startThere(id, 0, 2 * MB)
  await isCollected(2 * MB)
  expect((await here.send(alice, id, 0, file.subarray(0, 3 * MB))).status).toBe(204)
  silent.destroy()
  // The other server has received 2 MB of the same bytes, and throws them away.
  await expect.poll(() => readdir(path.join(other.dataDir, 'tmp')), SOON).toEqual([])
  expect(await there.offset(alice, id)).toBe(3 * MB)
  expect((await there.send(alice, id, 3 * MB, file.subarray(3 * MB))).status).toBe(204)
  expect((await keptOf(id)).equals(file)).toBe(true)
  await hasLeftNothing()
})

it('corrupts nothing when two servers receive the same upload at once', async () => {
  for (let round = 0; round < 2; round += 1) {
    const id = await here.begun(alice, file.length, 'a.txt')
    // What each of two tabs does.
    const sendAll = async (at: typeof here | typeof there, step: number) => {
      for (let offset = 0; offset < file.length; offset = await at.offset(alice, id)) {
        const part = file.subarray(offset, offset + step)
        // The slower one is told to ask for the offset.
        expect([204, 409, 423]).toContain((await at.send(alice, id, offset, part)).status)
      }
    }
    await Promise.all([sendAll(here, 400_000), sendAll(there, 6 * MB)])
    const before = await countMedia(site.deps.db)
    const answers = await Promise.all([here.finish(alice, id), there.finish(alice, id)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await countMedia(site.deps.db)).rows).toBe(before.rows + 1)
    expect((await keptOf(id)).equals(file)).toBe(true)
    await hasLeftNothing()
  }
}, 120_000)

it('can be deleted while another server receives it', async () => {
  const id = await here.begun(alice, file.length, 'a.txt')
  const sending = startThere(id, 0, 6 * MB)
  await expect.poll(() => here.offset(alice, id), SOON).toBe(5 * MB)
  expect((await here.remove(alice, id)).status).toBe(204)
  const answered = once(sending, 'response')
  sending.end(file.subarray(6 * MB))
  expect(await answered).toMatchObject([{ statusCode: 404 }])
  sending.destroy()
  await hasLeftNothing()
})

it('loses only what was not acknowledged when a server is killed', async () => {
  const [half, whole] = [
    await here.begun(alice, file.length, 'a.txt'),
    await here.begun(alice, file.length, 'a.txt'),
  ]
  expect((await there.send(alice, whole, 0, file)).status).toBe(204)
  expect((await there.send(alice, half, 0, file.subarray(0, 1_000))).status).toBe(204)
  const sending = startThere(half, 1_000, 8 * MB)
  await expect.poll(() => here.offset(alice, half), SOON).toBe(5 * MB)
  const finishing = there.finish(alice, whole).catch(() => null)
  const gone = once(other.child, 'exit')
  other.child.kill('SIGKILL')
  await gone
  await finishing
  sending.destroy()
  expect(await here.offset(alice, half)).toBe(5 * MB)
  expect((await here.send(alice, half, 5 * MB, file.subarray(5 * MB))).status).toBe(204)
  for (const id of [half, whole]) expect((await keptOf(id)).equals(file)).toBe(true)
  expect(await openUploads(site)).toEqual([])
  // Its next start clears its disk.
  const again = await startOther(other.dataDir)
  await again.stop()
  await hasLeftNothing()
})
