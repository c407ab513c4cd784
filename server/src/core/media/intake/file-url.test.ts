import { readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { ACCEPTED_SENTENCES } from '@plinth/contract/media/file-types.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, PUBLIC_URL, type Person } from '../../../../test/app.ts'
import { countMedia } from '../../../../test/media/media.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { resolveFileUrl, type FileUrl, ingestFile } from './intake.ts'
import { findMedia } from '../media-queries.ts'

const site = testApp({}, { mayFetch: (address) => address === '127.0.0.1' })
let alice: Person
let bob: Person
let jpeg: Buffer
let origin: string

const server = createServer((request, response) => {
  if (request.url === '/picture') response.end(jpeg)
  else response.writeHead(request.url === '/page' ? 200 : 404).end('<html>')
})

beforeAll(async () => {
  alice = await site.person('Alice', { isCreator: true })
  bob = await site.person('Bob', { isCreator: true })
  jpeg = await makePicture('image/jpeg')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
})

const resolve = (fileUrl: string, more: Partial<FileUrl> = {}) =>
  resolveFileUrl(site.deps, { fileUrl, ownerId: alice.id, fileName: 'sea.jpg', ...more })
const find = (mediaId: string, ownerId = alice.id) => findMedia(site.deps.db, { mediaId, ownerId })
const dataUrl = (bytes: Uint8Array, type = 'image/jpeg') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

test('ingests a data: URL by its content, not by its declared type', async () => {
  for (const type of ['image/jpeg', 'text/html', '', 'image/svg+xml;charset=utf-8']) {
    const id = await resolve(dataUrl(jpeg, type), { alt: 'The sea' })
    expect(await find(id)).toMatchObject({
      content_type: 'image/jpeg',
      file_name: 'sea.jpg',
      picture: { alt: 'The sea', width: 64 },
    })
  }
})

test('fetches a remote URL once', async () => {
  const id = await resolve(`${origin}/picture`)
  expect(await find(id)).toMatchObject({ content_type: 'image/jpeg', bytes: BigInt(jpeg.length) })
})

test("resolves a finished upload's URL for its owner", async () => {
  const id = await resolve(dataUrl(jpeg))
  for (const url of [`/media/${id}/original.jpg`, `${PUBLIC_URL}/media/${id}/original.jpg`]) {
    expect(await resolve(url)).toBe(id)
    expect(await resolve(url, { alt: 'Set here' })).toBe(id)
    expect(await find(id)).toMatchObject({ picture: { alt: 'Set here' } })
    expect(await resolve(url)).toBe(id)
    expect(await find(id)).toMatchObject({ picture: { alt: 'Set here' } })
    for (const more of [{ ownerId: bob.id }, { ownerId: bob.id, alt: 'Mine now' }]) {
      await expect(resolve(url, more)).rejects.toMatchObject({ code: 'not_found' })
    }
  }
})

const refused: [string, string, string][] = [
  ['data:image/jpeg;base64,', 'input.invalid', 'base64'],
  ['data:image/jpeg;base64,!!!!', 'input.invalid', 'base64'],
  ['data:image/jpeg;base64,AAAAA', 'input.invalid', 'base64'],
  ['data:image/jpeg,hello', 'input.invalid', 'base64'],
  ['data:', 'input.invalid', 'base64'],
  ['data:image/jpeg;base64,PHN2Zy8+', 'media.unsupported', ACCEPTED_SENTENCES.any],
  ['/media/00000000-0000-7000-8000-000000000000/original.jpg', 'not_found', 'upload'],
  ['/media/x/original.jpg', 'input.invalid', 'https://'],
  ['/etc/passwd', 'input.invalid', 'https://'],
  ['file:///etc/passwd', 'input.invalid', 'https://'],
  ['sea.jpg', 'input.invalid', 'https://'],
  ['http://10.0.0.1/sea.jpg', 'media.unreachable', 'don’t download from this address'],
]
test.for(refused)('%s is refused', async ([url, code, words]) => {
  const before = await countMedia(site.deps.db)
  await expect(resolve(url)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(words),
  })
  expect(await countMedia(site.deps.db)).toEqual(before)
  expect(await readdir(path.join(site.dataDir, 'tmp'))).toEqual([])
})

test('checks a remote file like an upload', async () => {
  await expect(resolve(`${origin}/page`)).rejects.toMatchObject({ code: 'media.unsupported' })
  await expect(resolve(`${origin}/none`)).rejects.toMatchObject({
    code: 'media.unreachable',
    message: '127.0.0.1 answered 404. Check the link, or upload the file itself.',
  })
})

test('refuses a data: URL of more than 50 MB', async () => {
  await expect(resolve(dataUrl(Buffer.alloc(51 * 1024 ** 2)))).rejects.toMatchObject({
    code: 'media.too_large',
  })
})

test('leaves an ingested file where it was', async () => {
  const file = path.join(site.dataDir, 'own.jpg')
  await writeFile(file, jpeg)
  await ingestFile(site.deps, { ownerId: alice.id, fileName: 'own.jpg', file })
  expect(await readdir(site.dataDir)).toContain('own.jpg')
})
