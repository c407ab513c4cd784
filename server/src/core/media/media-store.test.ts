import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { getMedia, deleteMedia, uploadMedia, type Media } from '@plinth/contract/media/media.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { PUBLIC_URL, testApp, type Person } from '../../../test/app.ts'
import { duringTests } from '../../../test/lifetime.ts'
import { countMedia } from '../../../test/media/media.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { startBucket } from '../../../test/media/s3.ts'
import { originalKey } from './media-rules.ts'

const SOON = { timeout: 100_000 }
const AWAY = {
  code: 'unavailable',
  message: 'The file store isn’t answering. Try again in a moment.',
}

const bucket = duringTests(() => startBucket('of-plinth'))
const site = testApp(() => bucket.env)
let alice: Person
let origin: string
let file: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  alice = await site.person('Alice')
  origin = await site.app.listen({ host: '127.0.0.1', port: 0 })
  file = new Uint8Array(await makePicture('image/jpeg', 400, 300))
})
beforeEach(() => bucket.fail(0))

const upload = () =>
  fetch(`${origin}${endpointUrl(uploadMedia, { query: { fileName: 'a.jpg' } })}`, {
    method: 'POST',
    body: file,
    headers: { origin: PUBLIC_URL, cookie: alice.cookie },
  })

async function uploaded(): Promise<Media> {
  const response = await upload()
  expect(response.status).toBe(201)
  const { id } = (await response.json()) as Media
  const read = async () => (await site.call(getMedia, { as: alice, params: { id } })).body as Media
  await expect.poll(async () => (await read()).state, SOON).toBe('ready')
  return read()
}

async function keysOf(id: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of site.deps.storage.list('')) if (key.includes(id)) keys.push(key)
  return keys
}

test('keeps files in the bucket from upload to removal', async () => {
  const media = await uploaded()
  expect(await keysOf(media.id)).toEqual([
    `originals/${media.id}.jpg`,
    `renditions/${media.id}/320.avif`,
    `renditions/${media.id}/320.webp`,
  ])
  expect(await readdir(path.join(site.dataDir, 'tmp'))).toEqual([])
  const whole = await fetch(origin + media.url)
  expect(whole.status).toBe(200)
  expect((await whole.arrayBuffer()).byteLength).toBe(media.bytes)
  const part = await fetch(origin + media.url, { headers: { range: 'bytes=-10' } })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe(
    `bytes ${media.bytes - 10}-${media.bytes - 1}/${media.bytes}`,
  )
  const answer = await site.call(deleteMedia, { as: alice, params: { id: media.id } })
  expect(answer.status).toBe(204)
  expect(await keysOf(media.id)).toEqual([])
  expect((await fetch(origin + media.url)).status).toBe(404)
})

test('refuses an upload while the store is down, leaves nothing behind and accepts the next one', async () => {
  const before = await countMedia(site.deps.db)
  bucket.fail(1_000, { status: 503 })
  const response = await upload()
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(await response.json()).toMatchObject(AWAY)
  // The removal stays scheduled until the store can be checked.
  expect(await countMedia(site.deps.db)).toEqual({ ...before, removals: before.removals + 1 })
  expect(await readdir(path.join(site.dataDir, 'tmp'))).toEqual([])
  bucket.fail(0)
  await uploaded()
})

test('answers readers 503 while the store is down, without caching', async () => {
  const media = await uploaded()
  for (const method of ['HEAD', 'GET']) {
    bucket.fail(1_000, 'reset', method)
    const response = await fetch(origin + media.url)
    expect(response.status).toBe(503)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject(AWAY)
  }
  bucket.fail(0)
  expect((await fetch(origin + media.url)).status).toBe(200)
})

test('closes the connection when the store fails midway, and keeps serving', async () => {
  const media = await uploaded()
  bucket.fail(1, 'cut', 'GET')
  const response = await fetch(origin + media.url)
  expect(response.status).toBe(200)
  await expect(response.arrayBuffer()).rejects.toThrow()
  expect((await fetch(origin + media.url)).status).toBe(200)
})

test('finishes a file once the store is back', async () => {
  // The file is ingested, but cannot be read in the first attempt.
  const response = await upload()
  bucket.fail(6, { status: 503 })
  const { id } = (await response.json()) as Media
  const state = async () => (await site.call(getMedia, { as: alice, params: { id } })).body.state
  await expect.poll(state, SOON).toBe('ready')
  expect(await site.deps.storage.size(originalKey(id, 'jpg'))).not.toBeNull()
})
