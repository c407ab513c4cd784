import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SHOWN_IMAGE_TYPES } from '@plinth/contract/media/file-types.ts'
import { deleteMedia, getMedia, retryMedia, type Media } from '@plinth/contract/media/media.ts'
import { beforeAll, expect, test } from 'vitest'
import { testApp, PUBLIC_URL, type Person } from '../../../../test/app.ts'
import {
  ageMedia,
  countAttempts,
  countDelays,
  countMedia,
  addListedWork,
  restartMedia,
} from '../../../../test/media/media.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { childrenRunning } from '../../../../test/processes.ts'
import { RENDER, SWEEP, originalKey } from '../media-rules.ts'

const MB = 1024 ** 2
const SOON = { timeout: 100_000 }

const site = testApp()
let alice: Person
let origin: string

beforeAll(async () => {
  alice = await site.person('Alice', { isCreator: true })
  origin = await site.app.listen({ host: '127.0.0.1', port: 0 })
})

const headers = (as: Person | null = alice) => ({
  origin: PUBLIC_URL,
  ...(as ? { cookie: as.cookie } : {}),
})

const upload = (body: NonNullable<RequestInit['body']>, as: Person | null = alice) =>
  fetch(`${origin}/api/media?fileName=a.jpg`, {
    method: 'POST',
    body,
    headers: headers(as),
    duplex: 'half',
  })

async function uploaded(payload: Uint8Array<ArrayBuffer>): Promise<Media> {
  const response = await upload(payload)
  expect(response.status).toBe(201)
  return (await response.json()) as Media
}

const read = async (id: string): Promise<Media> =>
  (await site.call(getMedia, { as: alice, params: { id } })).body

async function settled(id: string, state: string): Promise<void> {
  await expect.poll(async () => (await read(id)).state, { timeout: 100_000 }).toBe(state)
}

const tempFiles = () => readdir(path.join(site.dataDir, 'tmp'))

async function objects(id: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of site.deps.storage.list('')) if (key.includes(id)) keys.push(key)
  return keys
}

const picture = async (width: number, height: number) =>
  new Uint8Array(await makePicture('image/jpeg', width, height))

/** 51 MB in small chunks, without an announced length. */
const oversizedBody = () => {
  let left = 51
  return new ReadableStream({
    pull: (controller) => {
      if (left === 0) return controller.close()
      left -= 1
      controller.enqueue(new Uint8Array(MB))
    },
  })
}

test('explains why 51 MB are refused, whether the length was announced or not', async () => {
  for (const body of [new Uint8Array(51 * MB), oversizedBody()]) {
    const response = await upload(body)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({
      code: 'media.too_large',
      message: 'This file is larger than 50 MB. Make it smaller and try again.',
    })
  }
  expect(await tempFiles()).toEqual([])
})

test('asks a visitor who sends 51 MB to sign in', async () => {
  for (const body of [new Uint8Array(51 * MB), oversizedBody()]) {
    const response = await upload(body, null)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'auth.required' })
  }
})

test('accepts a body by its content, whatever its content type', async () => {
  const file = await picture(64, 48)
  for (const type of ['', 'text/html', 'application/json', 'multipart/form-data; boundary=x']) {
    const response = await upload(new Blob([file], { type }))
    expect(response.status).toBe(201)
  }
  const none = await fetch(`${origin}/api/media?fileName=a`, { method: 'POST', headers: headers() })
  expect(none.status).toBe(400)
  expect(await none.json()).toMatchObject({ message: 'This file is empty. Choose another one.' })
})

test('leaves nothing of an upload that breaks off, and keeps serving', async () => {
  const before = await countMedia(site.deps.db)
  for (const bytes of [1, 70_000, 5 * MB]) {
    const sending = httpRequest(`${origin}/api/media?fileName=a.jpg`, {
      method: 'POST',
      headers: { ...headers(), 'content-length': 20 * MB },
    })
    sending.on('error', () => undefined)
    sending.write(Buffer.alloc(bytes, 0xff))
    await expect.poll(async () => (await tempFiles()).length, SOON).toBe(1)
    sending.destroy()
    await expect.poll(tempFiles, SOON).toEqual([])
  }
  expect(await countMedia(site.deps.db)).toEqual(before)
  await uploaded(await picture(64, 48))
})

test('keeps accepting uploads while the imaging process is killed repeatedly', async () => {
  // Narrow, so that it needs no renditions.
  const file = await picture(300, 8_000)
  for (let round = 0; round < 3; round += 1) {
    const sending = upload(file)
    for (const pid of childrenRunning('imaging-child')) process.kill(pid, 'SIGKILL')
    expect([201, 503]).toContain((await sending).status)
    await uploaded(await picture(64, 48))
  }
})

test('fails a damaged picture at the first attempt, blocks no other and allows a retry', async () => {
  const { db, jobs, storage } = site.deps
  const file = await picture(400, 300)
  const poison = await uploaded(file)
  await settled(poison.id, 'ready')
  const retry = () => site.call(retryMedia, { as: alice, params: { id: poison.id } })
  expect(await retry()).toMatchObject({ status: 409, body: { code: 'conflict' } })

  await storage.put(originalKey(poison.id, 'jpg'), Buffer.from('\xff\xd8\xff poison', 'latin1'))
  await restartMedia(db, poison.id)
  await jobs.send(db, RENDER, { mediaId: poison.id })
  const healthy = await uploaded(file)
  await settled(healthy.id, 'ready')
  await settled(poison.id, 'failed')
  expect((await read(poison.id)).failure).toContain('damaged or incomplete')
  expect(await countAttempts(db, poison.id)).toBe(1)

  await storage.put(originalKey(poison.id, 'jpg'), Buffer.from(file))
  expect(await retry()).toMatchObject({ status: 202, body: { state: 'processing', failure: null } })
  await settled(poison.id, 'ready')
})

test('fails a picture after three attempts when it keeps crashing the imaging process', async () => {
  const { db, imaging } = site.deps
  const { render } = imaging
  imaging.render = async (...task) => {
    const signal = (name: NodeJS.Signals) =>
      childrenRunning('imaging-child').forEach((pid) => process.kill(pid, name))
    // A process that is there already waits for its end, or it could be done before that comes.
    signal('SIGSTOP')
    const rendering = render(...task)
    const end = () => {
      signal('SIGABRT')
      signal('SIGCONT')
    }
    const timer = setInterval(end, 5)
    return rendering.finally(() => clearInterval(timer))
  }
  try {
    const { id } = await uploaded(await picture(400, 300))
    await settled(id, 'failed')
    expect((await read(id)).failure).toContain('couldn’t read this')
    expect(await countAttempts(db, id)).toBe(3)
    imaging.render = render
    await site.call(retryMedia, { as: alice, params: { id } })
    await settled(id, 'ready')
  } finally {
    imaging.render = render
  }
})

test('puts a picture off when the machine kills the imaging process, and counts no attempt', async () => {
  const { db, imaging } = site.deps
  const { render } = imaging
  imaging.render = async (...task) => {
    const rendering = render(...task)
    const end = () =>
      childrenRunning('imaging-child').forEach((pid) => process.kill(pid, 'SIGKILL'))
    const timer = setInterval(end, 5)
    return rendering.finally(() => clearInterval(timer))
  }
  try {
    const { id } = await uploaded(await picture(400, 300))
    await expect.poll(() => countDelays(db, id), SOON).toBe(1)
    expect(await countAttempts(db, id)).toBe(0)
    expect((await read(id)).state).toBe('processing')
    imaging.render = render
    await settled(id, 'ready')
    expect(await countAttempts(db, id)).toBe(1)
  } finally {
    imaging.render = render
  }
})

test('leaves nothing of a picture that is deleted while it is processed', async () => {
  const { id } = await uploaded(await picture(3_000, 2_000))
  await expect.poll(async () => (await objects(id)).length, SOON).toBeGreaterThan(1)
  expect((await site.call(deleteMedia, { as: alice, params: { id } })).status).toBe(204)
  // The rendition being made may still arrive; the job then removes it again.
  const other = await uploaded(await picture(400, 300))
  await settled(other.id, 'ready')
  await expect.poll(() => objects(id), SOON).toEqual([])
})

test('answers 507 on a full disk and stores nothing', async () => {
  const { putFile } = site.deps.storage
  const before = await countMedia(site.deps.db)
  site.deps.storage.putFile = () =>
    Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  try {
    const response = await upload(await picture(64, 48))
    expect(response.status).toBe(507)
    expect(await response.json()).toMatchObject({ code: 'storage.full' })
  } finally {
    site.deps.storage.putFile = putFile
  }
  expect(await countMedia(site.deps.db)).toEqual(before)
  expect(await tempFiles()).toEqual([])
})

test('deletes in the sweep what nobody used for a day, and resumes what was cut off', async () => {
  const { db, storage } = site.deps
  const unused = await uploaded(await picture(64, 48))
  const used = await uploaded(await picture(64, 48))
  const fresh = await uploaded(await picture(64, 48))
  const stuck = await uploaded(await picture(400, 300))
  await settled(stuck.id, 'ready')
  await addListedWork(db, { creatorId: alice.id, mediaId: used.id })
  await ageMedia(db, [unused.id, used.id])
  // An upload that was cut off after its object and before its row.
  const lost = '01900000-0000-7000-8000-000000000000'
  await storage.put(originalKey(lost, 'png'), Buffer.from('lost'))
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  await db
    .insertInto('media_removals')
    .values({ media_id: lost, extension: 'png', created_at: longAgo })
    .execute()
  await restartMedia(db, stuck.id)

  await site.runJob(SWEEP)
  await expect.poll(() => objects(unused.id), SOON).toEqual([])
  await expect.poll(() => objects(lost), SOON).toEqual([])
  await settled(stuck.id, 'ready')
  expect((await read(used.id)).id).toBe(used.id)
  expect((await read(fresh.id)).id).toBe(fresh.id)
  await expect.poll(async () => (await countMedia(db)).removals, SOON).toBe(0)
})

/** A generator that gives the same numbers in every run. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('accepts or refuses 200 broken files of every type without a server error', async () => {
  const random = seededRandom(20_261)
  const seen = new Map<number, number>()
  for (const type of SHOWN_IMAGE_TYPES) {
    const whole = await makePicture(type, 40, 30)
    for (let count = 0; count < 40; count += 1) {
      const file = Buffer.from(whole)
      for (let flips = 1 + Math.floor(random() * 8); flips > 0; flips -= 1) {
        // Half of the damage hits the headers, where the structure is.
        const reach = random() < 0.5 ? Math.min(64, file.length) : file.length
        const at = Math.floor(random() * reach)
        file.writeUInt8(file.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at)
      }
      const length = random() < 0.2 ? Math.floor(random() * file.length) : file.length
      const { status } = await upload(new Uint8Array(file.subarray(0, length)))
      seen.set(status, (seen.get(status) ?? 0) + 1)
    }
  }
  expect([201, 400, 415, 422]).toEqual(expect.arrayContaining([...seen.keys()]))
  expect(seen.get(201)).toBeGreaterThan(0)
  expect(seen.get(422)).toBeGreaterThan(0)
})

test('never serves more than was requested', async () => {
  const media = await uploaded(await picture(64, 48))
  const response = await fetch(`${origin}${media.url}`, { headers: { range: 'bytes=0-9' } })
  expect(response.status).toBe(206)
  expect((await response.arrayBuffer()).byteLength).toBe(10)
  const object = await site.deps.storage.open(originalKey(media.id, 'jpg'))
  expect((await buffer(object!.stream)).length).toBe(media.bytes)
})
