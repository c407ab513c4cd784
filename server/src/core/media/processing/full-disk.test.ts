import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { getMedia, uploadMedia, type Media } from '@plinth/contract/media/media.ts'
import { beforeAll, expect, it } from 'vitest'
import { testApp, PUBLIC_URL, type Person } from '../../../../test/app.ts'
import { duringTests } from '../../../../test/lifetime.ts'
import { countAttempts, countDelays, restartMedia } from '../../../../test/media/media.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { startServerProcess } from '../../../../test/server-process.ts'
import { RENDER } from '../media-rules.ts'

const MB = 1024 ** 2
const SOON = { timeout: 100_000 }

const site = testApp({ JOBS: 'off' })
const server = duringTests(async () => {
  const started = await startServerProcess(site, {}, { diskSize: '160m' })
  return { ...started, close: started.stop }
})
let alice: Person
beforeAll(async () => {
  alice = await site.person('Alice')
})

const upload = async (payload: Buffer) =>
  fetch(server.origin + endpointUrl(uploadMedia, { query: { fileName: 'a.jpg' } }), {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: { origin: PUBLIC_URL, cookie: alice.cookie },
  })

const read = async (id: string): Promise<Media> =>
  (await site.call(getMedia, { as: alice, params: { id } })).body

const ready = async () => {
  const answer = await fetch(`${server.origin}/readyz`)
  return { status: answer.status, body: await answer.json() }
}

async function freeBytes(): Promise<number> {
  const text = await (await fetch(`${server.origin}/metrics`)).text()
  return Number(/^plinth_disk_free_bytes (\S+)$/m.exec(text)?.[1])
}

/** Writes until there is no space left. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w')
  const chunk = Buffer.alloc(MB)
  try {
    for (;;) await handle.write(chunk)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  } finally {
    await handle.close()
  }
}

it('puts pictures off while the disk is full, says so, and makes them when there is space', async () => {
  const { db, jobs } = site.deps
  const picture = await makePicture('image/jpeg', 400, 300)
  const uploaded = await upload(picture)
  expect(uploaded.status, await uploaded.clone().text()).toBe(201)
  const { id } = (await uploaded.json()) as Media
  await expect.poll(async () => (await read(id)).state, SOON).toBe('ready')
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ok', disk: 'ok' } })
  expect(await freeBytes()).toBeGreaterThan(100 * MB)

  const filler = path.join(server.dataDir, 'filler')
  await fill(filler)
  await restartMedia(db, id)
  await jobs.send(db, RENDER, { mediaId: id })
  await expect
    .poll(ready, SOON)
    .toMatchObject({ status: 200, body: { status: 'degraded', database: 'ok', disk: 'full' } })
  await expect.poll(freeBytes, SOON).toBeLessThan(MB)
  expect((await upload(picture)).status).toBe(507)
  // Its three attempts would be over by then.
  await expect.poll(() => countDelays(db, id), SOON).toBeGreaterThanOrEqual(2)
  expect(await read(id)).toMatchObject({ state: 'processing', failure: null })
  expect(await countAttempts(db, id)).toBe(0)

  await rm(filler)
  await expect.poll(ready, SOON).toMatchObject({ body: { status: 'ok', disk: 'ok' } })
  await expect.poll(async () => (await read(id)).state, SOON).toBe('ready')
  expect((await upload(picture)).status).toBe(201)
})
