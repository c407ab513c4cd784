import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import { UPLOADS_PATH } from '@plinth/contract/http/urls.ts'
import { beforeAll, expect, it } from 'vitest'
import { testApp, startTestApp, type Person } from '../../../test/app.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import {
  CHUNK_HEADERS,
  TUS,
  nameHeader,
  onDisk,
  openUploads,
  createUploader,
} from '../../../test/media/uploads.ts'

const site = testApp({ JOBS: 'off' })
let alice: Person
let bob: Person
let tus: ReturnType<typeof createUploader>
beforeAll(async () => {
  alice = await site.person('Alice')
  bob = await site.person('Bob')
  tus = createUploader(site)
})

it('makes media with the same id from a file sent in two chunks', async () => {
  const file = await makePicture('image/jpeg')
  const begun = await tus.begin(alice, file.length, { fileName: '../sea\u0000 fog.jpg' })
  expect(begun).toMatchObject({ status: 201, headers: { 'tus-resumable': '1.0.0' } })
  const location = String(begun.headers.location)
  // A path is correct behind every proxy.
  expect(location).toMatch(/^\/api\/uploads\/[\da-f-]{36}$/)
  const id = location.slice(UPLOADS_PATH.length + 1)
  expect((await tus.head(alice, id)).headers).toMatchObject({
    'upload-offset': '0',
    'upload-length': String(file.length),
    'upload-metadata': nameHeader('../sea fog.jpg'),
    'cache-control': 'no-store',
  })
  const first = await tus.send(alice, id, 0, file.subarray(0, 500))
  expect(first).toMatchObject({ status: 204, headers: { 'upload-offset': '500' } })
  expect(await tus.offset(alice, id)).toBe(500)
  await tus.send(alice, id.toUpperCase(), 500, file.subarray(500))
  const media = await tus.finish(alice, id)
  expect(media).toMatchObject({
    status: 201,
    body: { id, fileName: 'sea fog.jpg', contentType: 'image/jpeg', bytes: file.length },
  })
  const kept = await site.app.inject({ url: media.body.url })
  expect(kept.rawPayload.equals(file)).toBe(true)
  expect(await openUploads(site)).toEqual([])
  expect(await onDisk(site, id)).toBe(0)
  // A client that lost the response reads that all bytes arrived, and can finish again.
  expect(await tus.offset(alice, id)).toBe(file.length)
  expect((await tus.finish(alice, id)).body).toEqual(media.body)
})

it('accepts the first bytes together with the creation', async () => {
  const file = await makePicture('image/png')
  const answer = await site.request({
    method: 'POST',
    url: UPLOADS_PATH,
    as: alice,
    payload: file,
    headers: {
      ...CHUNK_HEADERS,
      'upload-length': String(file.length),
      'upload-metadata': nameHeader('a.png'),
    },
  })
  expect(answer).toMatchObject({ status: 201, headers: { 'upload-offset': String(file.length) } })
  const id = String(answer.headers.location).slice(UPLOADS_PATH.length + 1)
  expect((await tus.finish(alice, id)).status).toBe(201)
})

it('reports its protocol features', async () => {
  const answer = await site.request({ method: 'OPTIONS', url: UPLOADS_PATH })
  expect(answer).toMatchObject({
    status: 204,
    headers: {
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination',
      'tus-max-size': String(MAX_MEDIA_BYTES),
      'access-control-allow-origin': 'http://localhost:3000',
    },
  })
  expect(String(answer.headers['access-control-expose-headers'])).toContain('Upload-Offset')
  const docs = await site.request({ method: 'GET', url: '/api/docs/json' })
  expect(Object.keys(docs.body.paths[`${UPLOADS_PATH}/{id}`])).toEqual(['patch', 'delete'])
})

it('refuses requests without a session, with an ended one, or from another site', async () => {
  const id = await tus.begun(alice, 10)
  const ghost = { id: 'x', cookie: 'plinth=gone' }
  for (const as of [undefined, ghost]) {
    const refused = { status: 401, body: { code: 'auth.required' } }
    expect(await tus.begin(as, 10)).toMatchObject(refused)
    expect(await tus.send(as, id, 0, Buffer.alloc(10))).toMatchObject(refused)
    expect(await tus.remove(as, id)).toMatchObject(refused)
    expect(await tus.finish(as, id)).toMatchObject(refused)
    expect(await tus.head(as, id)).toMatchObject({ status: 401 })
  }
  for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
    const answer = await site.request({
      method,
      url: method === 'POST' ? UPLOADS_PATH : `${UPLOADS_PATH}/${id}`,
      as: alice,
      headers: { ...TUS, origin: 'https://evil.example' },
    })
    expect(answer).toMatchObject({ status: 403, body: { code: 'auth.cross_site' } })
  }
  expect(await tus.offset(alice, id)).toBe(0)
})

it("answers 404 for another person's upload, like for an unknown one", async () => {
  const id = await tus.begun(alice, 10)
  const nowhere = '01900000-0000-7000-8000-000000000000'
  const bodies = new Set<string>()
  for (const [as, which] of [
    [bob, id],
    [alice, nowhere],
  ] as const) {
    for (const answer of [
      await tus.send(as, which, 0, Buffer.alloc(10)),
      await tus.remove(as, which),
      await tus.finish(as, which),
    ]) {
      expect(answer.status).toBe(404)
      bodies.add(JSON.stringify({ ...answer.body, requestId: '' }))
    }
    expect((await tus.head(as, which)).status).toBe(404)
  }
  expect(bodies.size).toBe(1)
  expect(await tus.offset(alice, id)).toBe(0)
  for (const bad of ['x', '..%2f..%2fetc%2fpasswd', `${id}.json`]) {
    expect(await tus.send(alice, bad, 0, Buffer.alloc(1))).toMatchObject({
      status: 400,
      body: { code: 'input.invalid' },
    })
  }
})

it('refuses malformed requests with readable errors', async () => {
  const before = await openUploads(site)
  const refused = { status: 400, body: { code: 'input.invalid', requestId: expect.any(String) } }
  for (const length of ['', '-1', '1.5', 'many', '0', '9'.repeat(20)]) {
    expect(await tus.begin(alice, length)).toMatchObject(refused)
  }
  for (const metadata of [
    '',
    'filename',
    'filename ***',
    'name YQ==',
    'filename YQ==,filename YQ==',
  ]) {
    const answer = await tus.begin(alice, 10, { 'upload-metadata': metadata })
    expect(answer).toMatchObject(refused)
  }
  const deferred = { ...TUS, 'upload-defer-length': '1', 'upload-metadata': nameHeader('a') }
  expect(
    await site.request({ method: 'POST', url: UPLOADS_PATH, as: alice, headers: deferred }),
  ).toMatchObject(refused)
  for (const version of ['', '0.2.2']) {
    expect(await tus.begin(alice, 10, { 'tus-resumable': version })).toMatchObject({
      status: 412,
      headers: { 'tus-version': '1.0.0' },
      body: { code: 'input.invalid' },
    })
  }
  expect(await tus.begin(alice, MAX_MEDIA_BYTES + 1)).toMatchObject({
    status: 413,
    body: { code: 'media.too_large', message: expect.stringContaining('larger than 50 MB') },
  })
  expect(await openUploads(site)).toEqual(before)
})

it('changes nothing on a chunk with the wrong offset', async () => {
  const id = await tus.begun(alice, 10)
  expect(await tus.send(alice, id, 0, Buffer.from('abcd'))).toMatchObject({ status: 204 })
  expect(await tus.send(alice, id, 0, Buffer.from('zzzz'))).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: expect.stringContaining('Upload-Offset') },
  })
  expect(await tus.send(alice, id, 4, Buffer.alloc(7))).toMatchObject({
    status: 413,
    body: { code: 'media.too_large' },
  })
  for (const headers of [
    { ...CHUNK_HEADERS, 'upload-offset': 'x' },
    CHUNK_HEADERS,
    { ...TUS, 'upload-offset': '4', 'content-type': 'text/plain' },
  ]) {
    const url = `${UPLOADS_PATH}/${id}`
    const payload = Buffer.alloc(1)
    expect(await site.request({ method: 'PATCH', url, as: alice, headers, payload })).toMatchObject(
      { status: 400, body: { code: 'input.invalid' } },
    )
  }
  expect(await tus.offset(alice, id)).toBe(4)
})

it('deletes an upload with its bytes', async () => {
  const id = await tus.begun(alice, 10)
  await tus.send(alice, id, 0, Buffer.alloc(4))
  expect(await onDisk(site, id)).toBe(4)
  expect((await tus.remove(alice, id)).status).toBe(204)
  expect(await onDisk(site, id)).toBe(0)
  expect((await tus.head(alice, id)).status).toBe(404)
  expect((await tus.remove(alice, id)).status).toBe(404)
})

it('gives chunks a rate limit of their own', async () => {
  const strict = await startTestApp({ JOBS: 'off', RATE_LIMIT_PER_MINUTE: '4' })
  try {
    const carol = await strict.person('Carol')
    const { begun, send, begin } = createUploader(strict)
    const id = await begun(carol, 100)
    const statuses: number[] = []
    for (let at = 0; at < 21; at += 1) {
      statuses.push((await send(carol, id, at, Buffer.alloc(1))).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 204), 429])
    expect((await begin(carol, 1)).status).toBe(201)
  } finally {
    await strict.close()
  }
})
