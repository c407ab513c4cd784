import { once } from 'node:events'
import { readdir, rm, symlink } from 'node:fs/promises'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { finishUpload } from '@plinth/contract/media/media.ts'
import { beforeAll, expect, it } from 'vitest'
import { testApp, PUBLIC_URL, startTestApp, type Person } from '../../../test/app.ts'
import { countMedia } from '../../../test/media/media.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { startServerProcess } from '../../../test/server-process.ts'
import {
  onDisk,
  openUploads,
  stagedPath,
  startChunk,
  startUploadWithBody,
  createUploader,
} from '../../../test/media/uploads.ts'
import { openTempFolder } from '../../gateways/files.ts'

const SOON = { timeout: 100_000 }

const site = testApp({ JOBS: 'off' })
let alice: Person
let tus: ReturnType<typeof createUploader>
let port: number
let file: Buffer
beforeAll(async () => {
  alice = await site.person('Alice')
  tus = createUploader(site)
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  port = (site.app.server.address() as AddressInfo).port
  file = await makePicture('image/png', 1_200, 900)
})

/** Announces the rest of the file and resolves once it is sent up to `end`. */
async function sendUpTo(
  id: string,
  offset: number,
  end: number,
  to = port,
): Promise<ClientRequest> {
  const sending = startChunk(to, { as: alice, id, offset, length: file.length - offset })
  sending.write(file.subarray(offset, end))
  await expect.poll(() => onDisk(site, id), SOON).toBe(end)
  return sending
}

async function answerOf(sending: ClientRequest): Promise<IncomingMessage> {
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  answer.resume()
  return answer
}

async function keptOf(id: string): Promise<Buffer> {
  const media = await tus.finish(alice, id)
  expect(media).toMatchObject({ status: 201, body: { id } })
  return (await site.app.inject({ url: media.body.url })).rawPayload
}

it('receives each byte once over a connection that keeps breaking', async () => {
  const id = await tus.begun(alice, file.length)
  expect(file.length).toBeGreaterThan(100_000)
  let offset = 0
  for (const end of [1, 1_000, 65_537, file.length - 1]) {
    const sending = await sendUpTo(id, offset, end)
    sending.destroy()
    // A client that returns right away neither waits nor is refused.
    offset = await tus.offset(alice, id)
    expect(offset).toBe(end)
  }
  expect(await tus.send(alice, id, offset, file.subarray(offset))).toMatchObject({ status: 204 })
  expect((await keptOf(id)).equals(file)).toBe(true)
})

it('makes one of two concurrent chunks wait, and takes over from a dead connection', async () => {
  const id = await tus.begun(alice, file.length)
  const silent = await sendUpTo(id, 0, 5_000)
  const answered = answerOf(silent)
  const began = Date.now()
  expect(await tus.send(alice, id, 0, file)).toMatchObject({
    status: 423,
    body: { code: 'conflict', requestId: expect.any(String) },
  })
  await expect.poll(async () => (await tus.head(alice, id)).status, SOON).toBe(200)
  expect(Date.now() - began).toBeLessThan(5_000)
  expect(await tus.send(alice, id, 5_000, file.subarray(5_000))).toMatchObject({ status: 204 })
  expect((await answered).headers['upload-offset']).toBe('5000')
  silent.destroy()
  expect((await keptOf(id)).equals(file)).toBe(true)
})

it('leaves nothing of a creation that breaks before its location is read', async () => {
  const sending = startUploadWithBody(port, { as: alice, length: file.length })
  sending.write(file.subarray(0, 5_000))
  await expect.poll(() => openUploads(site), SOON).toHaveLength(1)
  const [id = ''] = await openUploads(site)
  await expect.poll(() => onDisk(site, id), SOON).toBe(5_000)
  sending.destroy()
  await expect.poll(() => openUploads(site), SOON).toEqual([])
  await expect.poll(() => onDisk(site, id), SOON).toBe(0)
})

it('can be deleted while its bytes arrive', async () => {
  const id = await tus.begun(alice, file.length)
  const sending = await sendUpTo(id, 0, 5_000)
  expect((await tus.remove(alice, id)).status).toBe(204)
  sending.destroy()
  expect(await onDisk(site, id)).toBe(0)
  expect(await openUploads(site)).toEqual([])
})

it('answers 507 on a full disk and resumes once there is space', async () => {
  const id = await tus.begun(alice, file.length)
  await symlink('/dev/full', stagedPath(site, id))
  expect(await tus.send(alice, id, 0, file)).toMatchObject({
    status: 507,
    body: { code: 'storage.full', message: expect.stringContaining('We keep what has arrived') },
  })
  expect(await tus.offset(alice, id)).toBe(0)
  await rm(stagedPath(site, id))
  expect(await tus.send(alice, id, 0, file)).toMatchObject({ status: 204 })
  expect((await keptOf(id)).equals(file)).toBe(true)
})

it('resumes on another server after kill -9, during an upload and during a check', async () => {
  const { origin, child } = await startServerProcess(site, { JOBS: 'off' })
  const gone = once(child, 'exit')
  const [half, whole] = [await tus.begun(alice, file.length), await tus.begun(alice, file.length)]
  await tus.send(alice, whole, 0, file)
  await sendUpTo(half, 0, 70_000, Number(new URL(origin).port))
  const before = await countMedia(site.deps.db)
  const finishing = fetch(`${origin}${endpointUrl(finishUpload, { params: { id: whole } })}`, {
    method: 'POST',
    headers: { cookie: alice.cookie, origin: PUBLIC_URL },
  }).catch(() => null)
  // Its object is scheduled for removal and being written.
  await expect.poll(() => countMedia(site.deps.db), { ...SOON, interval: 1 }).not.toEqual(before)
  child.kill('SIGKILL')
  await gone
  await finishing

  expect(await tus.offset(alice, half)).toBe(70_000)
  expect(await tus.send(alice, half, 70_000, file.subarray(70_000))).toMatchObject({ status: 204 })
  for (const id of [half, whole]) expect((await keptOf(id)).equals(file)).toBe(true)
  expect(await countMedia(site.deps.db)).toEqual({ rows: before.rows + 2, removals: 0 })
  expect(await openUploads(site)).toEqual([])
  expect(await readdir(path.join(site.dataDir, 'uploads'))).toEqual([])
  // Every server start does this.
  await openTempFolder(site.dataDir)
  expect(await readdir(path.join(site.dataDir, 'tmp'))).toEqual([])
  const originals: string[] = []
  for await (const key of site.deps.storage.list('originals/')) originals.push(key)
  expect(originals).toHaveLength(before.rows + 2)
})

it('stops without waiting for slow connections', async () => {
  const other = await startTestApp({ JOBS: 'off' })
  const bea = await other.person('Bea')
  const calls = createUploader(other)
  await other.app.listen({ host: '127.0.0.1', port: 0 })
  const id = await calls.begun(bea, 1_000)
  const otherPort = (other.app.server.address() as AddressInfo).port
  const slow = startChunk(otherPort, { as: bea, id, offset: 0, length: 1_000 })
  slow.write(Buffer.alloc(10))
  await expect.poll(() => onDisk(other, id), SOON).toBe(10)
  const began = Date.now()
  await other.close()
  expect(Date.now() - began).toBeLessThan(5_000)
  slow.destroy()
})
