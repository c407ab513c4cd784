import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import { ACCEPTED_SENTENCES, SHOWN_IMAGE_TYPES } from '@plinth/contract/media/file-types.ts'
import {
  deleteMedia,
  getMedia,
  retryMedia,
  updateMedia,
  uploadMedia,
  type Media,
} from '@plinth/contract/media/media.ts'
import { createPortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { testApp, type Answer, type Person } from '../../../test/app.ts'
import {
  CANARY,
  makePicture,
  makePictureWithMetadata,
  pngHeader,
} from '../../../test/media/pictures.ts'
import { countMedia, addListedWork, openedBy } from '../../../test/media/media.ts'

const site = testApp()
let alice: Person
let bob: Person
let carol: Person

beforeAll(async () => {
  alice = await site.person('Alice', { isCreator: true })
  bob = await site.person('Bob')
  carol = await site.person('Carol', { isCreator: true })
})

const upload = (payload: Buffer | string, as: Person | undefined = alice, fileName = 'a.jpg') =>
  site.request({
    method: 'POST',
    url: endpointUrl(uploadMedia, { query: { fileName } }),
    payload,
    headers: { 'content-type': 'application/octet-stream' },
    ...(as ? { as } : {}),
  })

async function uploaded(payload: Buffer, as = alice): Promise<Media> {
  const answer = await upload(payload, as)
  expect(answer.status).toBe(201)
  return answer.body as Media
}

const read = (id: string, as = alice): Promise<Answer> =>
  site.call(getMedia, { as, params: { id } })

const stateOf = async (id: string): Promise<string> => (await read(id)).body.state

async function settled(id: string, state: string): Promise<void> {
  await expect.poll(() => stateOf(id), { timeout: 100_000 }).toBe(state)
}

/** Fetches a file as its owner, who has a link to it. */
const get = async (address: string, headers: Record<string, string> = {}) => {
  const url = await openedBy(site.deps.db, address)
  const response = await site.app.inject({ url, headers })
  return { status: response.statusCode, body: response.rawPayload, headers: response.headers }
}

/** The same as anybody else. */
const getPublic = async (url: string, headers: Record<string, string> = {}) => {
  const response = await site.app.inject({ url, headers })
  return { status: response.statusCode, body: response.rawPayload, headers: response.headers }
}

async function leftovers() {
  const files: string[] = []
  for await (const key of site.deps.storage.list('')) files.push(key)
  return {
    temp: await readdir(path.join(site.dataDir, 'tmp')),
    files: files.length,
    ...(await countMedia(site.deps.db)),
  }
}

test('answers an upload before its renditions are made, then serves every file', async () => {
  const file = await makePicture('image/jpeg', 1_400, 700)
  const media = await uploaded(file)
  expect(media).toMatchObject({
    url: `/media/${media.id}/original.jpg${media.picture.signature}`,
    state: 'processing',
    failure: null,
    fileName: 'a.jpg',
    contentType: 'image/jpeg',
    bytes: file.length,
    picture: {
      id: media.id,
      width: 1_400,
      height: 700,
      alt: '',
      renditions: [],
      originalUrl: media.url,
    },
  })
  await settled(media.id, 'ready')
  const { picture } = (await read(media.id)).body as Media
  expect(picture.renditions).toEqual([320, 640, 960, 1_280])
  for (const width of picture.renditions) {
    for (const format of ['avif', 'webp']) {
      const rendition = await get(`/media/${media.id}/${width}.${format}`)
      expect(rendition).toMatchObject({
        status: 200,
        headers: { 'content-type': `image/${format}` },
      })
      expect((await sharp(rendition.body).metadata()).width).toBe(width)
    }
  }
  expect((await get(media.url)).body.equals(file)).toBe(true)
})

test('makes wide renditions after the picture is ready', async () => {
  const media = await uploaded(await makePicture('image/jpeg', 2_000, 500))
  await expect
    .poll(async () => (await read(media.id)).body.picture.renditions, { timeout: 100_000 })
    .toEqual([320, 640, 960, 1_280, 1_920])
})

test('marks a small picture as ready right away, without renditions', async () => {
  const media = await uploaded(await makePicture('image/png', 320, 200))
  expect(media).toMatchObject({ state: 'ready', picture: { renditions: [] } })
})

test.for(SHOWN_IMAGE_TYPES)('%s is known by content, whatever its name says', async (type) => {
  const answer = await upload(await makePicture(type), alice, 'notes.txt')
  expect(answer).toMatchObject({ status: 201, body: { contentType: type, fileName: 'notes.txt' } })
  const file = await get(answer.body.url)
  expect(file).toMatchObject({ status: 200, headers: { 'content-type': type } })
})

test('removes place and device from the stored file, keeps its author, and turns it upright', async () => {
  const file = await makePictureWithMetadata('image/jpeg', 6)
  const media = await uploaded(file)
  expect(media.picture).toMatchObject({ width: 48, height: 64 })
  const kept = (await get(media.url)).body
  // It stands in every field, of which only the author's stays.
  expect(kept.toString('latin1').split(CANARY)).toHaveLength(2)
  expect(kept.length).toBe(media.bytes)
  const facts = await sharp(kept).metadata()
  expect(facts).toMatchObject({ orientation: 6, hasProfile: true })
})

test('removes folders, control characters and direction marks from file names', async () => {
  const names = {
    '../../etc/passwd': 'passwd',
    'C:\\Users\\alice\\sea.png': 'sea.png',
    'a\r\nSet-Cookie: b.jpg': 'aSet-Cookie: b.jpg',
    'photo\u202egpj.exe': 'photogpj.exe',
    '/': 'picture',
  }
  const file = await makePicture('image/png')
  for (const [name, kept] of Object.entries(names)) {
    expect((await upload(file, alice, name)).body.fileName).toBe(kept)
  }
  expect((await upload(file, alice, 'a\0.jpg')).status).toBe(400)
  expect((await upload(file, alice, 'a'.repeat(256))).status).toBe(400)
})

test('lets every member upload, and only the owner read an upload', async () => {
  const file = await makePicture('image/png')
  const visitor = await site.request({
    method: 'POST',
    url: '/api/media?fileName=a',
    payload: file,
  })
  expect(visitor).toMatchObject({ status: 401, body: { code: 'auth.required' } })
  expect((await upload(file, bob)).status).toBe(201)
  const onTheWall = {
    fileUrl: `data:;base64,${file.toString('base64')}`,
    fileName: 'a.png',
    category: 'artwork',
  }
  expect(await site.call(createPortfolio, { as: bob, body: onTheWall })).toMatchObject({
    status: 403,
    body: { code: 'creator.required' },
  })

  const { id } = await uploaded(file)
  for (const as of [bob, carol]) {
    const params = { id }
    for (const answer of [
      await site.call(getMedia, { as, params }),
      await site.call(updateMedia, { as, params, body: { alt: 'mine' } }),
      await site.call(retryMedia, { as, params }),
      await site.call(deleteMedia, { as, params }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  }
  for (const endpoint of [getMedia, updateMedia, retryMedia, deleteMedia]) {
    const body = endpoint === updateMedia ? { alt: 'a' } : undefined
    expect((await site.call(endpoint, { params: { id }, body })).status).toBe(401)
    expect((await site.call(endpoint, { as: alice, params: { id: 'x' }, body })).status).toBe(400)
  }
  expect((await read(id)).body.picture.alt).toBe('')
})

test('saves and limits the alternative text', async () => {
  const { id } = await uploaded(await makePicture('image/png'))
  const set = (alt: string) => site.call(updateMedia, { as: alice, params: { id }, body: { alt } })
  expect(await set('A harbour at dusk')).toMatchObject({
    body: { picture: { alt: 'A harbour at dusk' } },
  })
  expect((await set('a'.repeat(2_001))).status).toBe(400)
  expect((await read(id)).body.picture.alt).toBe('A harbour at dusk')
})

const DAMAGED = expect.stringContaining('damaged or incomplete')
const bad: [string, () => Promise<Buffer> | Buffer, number, string, unknown][] = [
  [
    'a page named .jpg',
    () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    415,
    'media.unsupported',
    ACCEPTED_SENTENCES.any,
  ],
  [
    'SVG',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    415,
    'media.unsupported',
    ACCEPTED_SENTENCES.any,
  ],
  [
    'SVG with a prolog',
    () => Buffer.from('<?xml version="1.0"?>\n<svg/>'),
    415,
    'media.unsupported',
    ACCEPTED_SENTENCES.any,
  ],
  [
    'truncated JPEG',
    async () => (await makePicture('image/jpeg', 400, 300)).subarray(0, 2_000),
    422,
    'media.unreadable',
    DAMAGED,
  ],
  [
    'truncated PNG',
    async () => (await makePicture('image/png', 400, 300)).subarray(0, 2_000),
    422,
    'media.unreadable',
    DAMAGED,
  ],
  [
    'PNG of 30,000 × 30,000',
    () => pngHeader(30_000, 30_000),
    422,
    'media.unreadable',
    'This picture has 900 megapixels. Plinth takes up to 200: make it smaller and upload it again.',
  ],
  [
    'empty file',
    () => Buffer.alloc(0),
    400,
    'input.invalid',
    'This file is empty. Choose another one.',
  ],
  [
    '51 MB',
    () => Buffer.alloc(51 * 1024 ** 2),
    413,
    'media.too_large',
    'This file is larger than 50 MB. Make it smaller and try again.',
  ],
]
test.for(bad)('%s is refused and leaves nothing', async ([, make, status, code, message]) => {
  const before = await leftovers()
  for (const name of ['a.jpg', 'a.png']) {
    const answer = await upload(await make(), alice, name)
    expect(answer).toMatchObject({ status, body: { code, message, requestId: expect.any(String) } })
  }
  expect(await leftovers()).toEqual({ ...before, temp: [] })
})

test('accepts exactly 50 MB', async () => {
  const answer = await upload(Buffer.alloc(MAX_MEDIA_BYTES))
  expect(answer).toMatchObject({ status: 415, body: { code: 'media.unsupported' } })
})

test('deletes the row, the objects and every URL', async () => {
  const media = await uploaded(await makePicture('image/jpeg', 700, 300))
  await settled(media.id, 'ready')
  const urls = [media.url, `/media/${media.id}/320.avif`, `/media/${media.id}/640.webp`]
  for (const url of urls) expect((await get(url)).status).toBe(200)
  expect((await site.call(deleteMedia, { as: alice, params: { id: media.id } })).status).toBe(204)
  for (const url of urls) expect((await get(url)).status).toBe(404)
  expect((await read(media.id)).status).toBe(404)
  expect((await site.call(deleteMedia, { as: alice, params: { id: media.id } })).status).toBe(404)
  await expect
    .poll(async () => (await countMedia(site.deps.db)).removals, { timeout: 100_000 })
    .toBe(0)
})

test('does not delete a picture that a work uses', async () => {
  const media = await uploaded(await makePicture('image/png'))
  await addListedWork(site.deps.db, { creatorId: alice.id, mediaId: media.id })
  expect(await site.call(deleteMedia, { as: alice, params: { id: media.id } })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  expect((await get(media.url)).status).toBe(200)
})

test('serves ranges, conditional requests and HEAD, with headers that stop browsers from running files', async () => {
  const file = await makePicture('image/png')
  const { id } = await uploaded(file)
  await addListedWork(site.deps.db, { creatorId: alice.id, mediaId: id })
  const url = `/media/${id}/original.png`
  const whole = await getPublic(url)
  expect(whole.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(file.length),
    // It is kept out of AI training, so a cache that does not know who asks may not send it.
    'cache-control': 'private, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'content-disposition': `inline; filename="${id}-original.png"`,
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  const etag = String(whole.headers.etag)
  expect(await getPublic(url, { 'if-none-match': etag })).toMatchObject({
    status: 304,
    body: Buffer.alloc(0),
  })
  const ranges: [string, number, number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=10-', 10, file.length - 1],
    ['bytes=-5', file.length - 5, file.length - 1],
    ['bytes=0-999999', 0, file.length - 1],
  ]
  for (const [range, start, end] of ranges) {
    const part = await getPublic(url, { range })
    expect(part.status).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${file.length}`)
    expect(part.body.equals(file.subarray(start, end + 1))).toBe(true)
  }
  const past = await getPublic(url, { range: `bytes=${file.length}-` })
  expect(past).toMatchObject({
    status: 416,
    headers: { 'content-range': `bytes */${file.length}` },
  })
  for (const range of ['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-', 'bytes=a-b']) {
    expect((await getPublic(url, { range })).status).toBe(200)
  }
  expect((await getPublic(url, { range: 'bytes=0-0', 'if-range': '"other"' })).status).toBe(200)
  expect((await getPublic(url, { range: 'bytes=0-0', 'if-range': etag })).status).toBe(206)
  const head = await site.app.inject({ method: 'HEAD', url })
  expect(head).toMatchObject({ statusCode: 200, body: '' })
  expect(head.headers['content-length']).toBe(String(file.length))
})

test('answers 404 for missing files without caching', async () => {
  const { id } = await uploaded(await makePicture('image/png'))
  await addListedWork(site.deps.db, { creatorId: alice.id, mediaId: id })
  const names = [
    `${id}/320.avif`,
    `${id}/original.jpg`,
    `${id}/321.avif`,
    `${id}/original.svg`,
    `${id}/320.jpg`,
    `${id}/..%2f..%2foriginals%2f${id}.png`,
    `..%2f..%2f..%2fetc/passwd`,
    `${id.toUpperCase()}/original.png`,
    `${id}/original.png%00`,
    `00000000-0000-0000-0000-000000000000/original.png`,
  ]
  for (const name of names) {
    const answer = await getPublic(`/media/${name}`)
    expect(answer.status).toBe(404)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
  }
})
