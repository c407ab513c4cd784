import { once } from 'node:events'
import type { Socket } from 'node:net'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { finishUpload, getMedia, uploadMedia, type Media } from '@plinth/contract/media/media.ts'
import { createPortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { testApp, PUBLIC_URL, type Person } from '../../../test/app.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { createUploader, onDisk, openUploads } from '../../../test/media/uploads.ts'
import { childrenRunning } from '../../../test/processes.ts'
import { createLooks } from './looks.ts'

const SOON = { timeout: 100_000 }

/** Answers at once that it is still looking, whenever it is. */
const hasty = testApp({ UPLOAD_PATIENCE_MS: '50' })
const patient = testApp()
let alice: Person
let pat: Person
let origin: string
let file: Buffer

beforeAll(async () => {
  alice = await hasty.person('Alice')
  pat = await patient.person('Pat', { isCreator: true })
  origin = await patient.app.listen({ host: '127.0.0.1', port: 0 })
  file = await makePicture('image/png')
})

let goOn = () => undefined as void
afterEach(() => goOn())

/** Holds every imaging process, which is there once a picture has been taken in. */
async function hold(site: typeof hasty, as: Person): Promise<void> {
  const id = await sent(site, as)
  const { finish } = createUploader(site)
  await expect.poll(async () => (await finish(as, id)).status, SOON).toBe(201)
  const held = childrenRunning('imaging-child')
  held.forEach((pid) => process.kill(pid, 'SIGSTOP'))
  goOn = () => held.forEach((pid) => process.kill(pid, 'SIGCONT'))
}

async function sent(site: typeof hasty, as: Person, payload = file): Promise<string> {
  const tus = createUploader(site)
  const id = await tus.begun(as, payload.length, 'a.png')
  expect((await tus.send(as, id, 0, payload)).status).toBe(204)
  return id
}

const uploadRaw = (payload: Buffer) =>
  hasty.request({
    method: 'POST',
    url: endpointUrl(uploadMedia, { query: { fileName: 'a.png' } }),
    payload,
    headers: { 'content-type': 'application/octet-stream' },
    as: alice,
  })

const finish = (id: string) => hasty.call(finishUpload, { as: alice, params: { id } })

it('answers that it is still checking an upload, and gives the result later', async () => {
  await hold(hasty, alice)
  const id = await sent(hasty, alice)
  const first = await finish(id)
  expect(first).toMatchObject({ status: 202, body: { id, state: 'uploaded' } })
  expect(first.headers).toMatchObject({
    location: `/api/uploads/${id}/finish`,
    'retry-after': '2',
    'cache-control': 'no-store',
  })
  expect((await finish(id)).status).toBe(202)
  goOn()
  await expect.poll(async () => (await finish(id)).status, SOON).toBe(201)
  expect((await finish(id)).body).toMatchObject({ id, kind: 'image' })
  expect(await onDisk(hasty, id)).toBe(0)
})

it('does the same with a raw body, which it keeps until then', async () => {
  await hold(hasty, alice)
  const first = await uploadRaw(file)
  expect(first).toMatchObject({ status: 202, body: { state: 'uploaded' } })
  const { id } = first.body as Media
  expect(first.headers.location).toBe(`/api/uploads/${id}/finish`)
  // So any server can look at it, also after this one was killed.
  expect(await onDisk(hasty, id)).toBe(file.length)
  expect(await openUploads(hasty)).toContain(id)
  goOn()
  await expect.poll(async () => (await finish(id)).status, SOON).toBe(201)
  expect(await hasty.call(getMedia, { as: alice, params: { id } })).toMatchObject({
    status: 200,
    body: { id, fileName: 'a.png' },
  })
  expect(await onDisk(hasty, id)).toBe(0)
})

it('says why it refuses a file when it is asked, once', async () => {
  await hold(hasty, alice)
  const broken = file.subarray(0, 200)
  const ids = [await sent(hasty, alice, broken), (await uploadRaw(broken)).body.id as string]
  for (const id of ids) expect((await finish(id)).status).toBe(202)
  goOn()
  for (const id of ids) {
    await expect.poll(async () => (await finish(id)).status, SOON).toBe(422)
    await expect.poll(async () => (await finish(id)).status, SOON).toBe(404)
    expect(await onDisk(hasty, id)).toBe(0)
  }
})

it('tells nobody else', async () => {
  await hold(hasty, alice)
  const id = await sent(hasty, alice)
  expect((await finish(id)).status).toBe(202)
  const ben = await hasty.person('Ben')
  const asked = async () => (await hasty.call(finishUpload, { as: ben, params: { id } })).status
  await expect.poll(asked, SOON).toBe(404)
})

it('cuts nobody off whose file has arrived whole', async () => {
  await hold(patient, pat)
  const { server } = patient.app
  const before = server.timeout
  server.setTimeout(300)
  try {
    const connected = once(server, 'connection') as Promise<[Socket]>
    const answer = fetch(origin + createPortfolio.path, {
      method: 'POST',
      headers: { origin: PUBLIC_URL, cookie: pat.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({
        title: 'Sea',
        category: 'artwork',
        fileUrl: `data:image/png;base64,${file.toString('base64')}`,
        fileName: 'sea.png',
        fileType: 'image',
      }),
    })
    const [socket] = await connected
    // Nothing has moved on the connection for so long.
    await once(socket, 'timeout')
    goOn()
    expect((await answer).status).toBe(201)
  } finally {
    server.setTimeout(before)
  }
})

it('stops a look that nobody asks for any more', async () => {
  const { isDone } = createLooks({ keptMs: 20 })
  const stopped = Promise.withResolvers<string>()
  const work = (signal: AbortSignal) =>
    new Promise<void>((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error)
        stopped.resolve((signal.reason as Error).message)
      })
    })
  expect(await isDone('a', work, 0)).toBe(false)
  expect(await stopped.promise).toContain('Nobody asked')
  // The next who asks begins another.
  expect(await isDone('a', async () => undefined, 1_000)).toBe(true)
})
