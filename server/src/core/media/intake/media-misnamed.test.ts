import { finishUpload, uploadMedia } from '@plinth/contract/media/media.ts'
import { createPortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { createPost } from '@plinth/contract/posts/posts.ts'
import { beforeAll, expect, test } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { formOf } from '../../../../test/content/posts.ts'
import { makeDocx, makePdf } from '../../../../test/media/documents.ts'
import { countMedia } from '../../../../test/media/media.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { createUploader, onDisk } from '../../../../test/media/uploads.ts'

const WORDS = Buffer.from('Only words.')
const SENTENCE = 'This is named as a picture, but holds text.'
const MISNAMED = { status: 415, body: { code: 'media.misnamed', message: SENTENCE } }

const site = testApp({ JOBS: 'off' })
const tus = createUploader(site)
let marit: Person
let ben: Person
beforeAll(async () => {
  marit = await site.person('Marit', { isCreator: true })
  ben = await site.person('Ben')
})

const send = (fileName: string, body: Buffer = WORDS, query: { asDocument?: boolean } = {}) =>
  site.call(uploadMedia, {
    as: marit,
    query: { fileName, ...query },
    body,
    headers: { 'content-type': 'application/octet-stream' },
  })
const finish = (as: Person | undefined, id: string, query: { asDocument?: boolean } = {}) =>
  site.call(finishUpload, { as, params: { id }, query })

test.for(['notes.jpg', 'NOTES.JPEG', 'notes.heic', 'notes.tif', 'notes.png'])(
  'asks before it takes a text that is called %s',
  async (fileName) => {
    const before = await countMedia(site.deps.db)
    expect(await send(fileName)).toMatchObject(MISNAMED)
    expect(await countMedia(site.deps.db)).toEqual(before)
    const { status, body } = await send(fileName, WORDS, { asDocument: true })
    expect(status).toBe(201)
    expect(body).toMatchObject({ kind: 'document', contentType: 'text/plain', fileName })
  },
)

test.for([
  ['film.mp4', WORDS, 'This is named as a video, but holds text.'],
  ['song.mp3', WORDS, 'This is named as a sound file, but holds text.'],
  ['page.jpg', makePdf(), 'This is named as a picture, but holds a PDF.'],
  ['page.jpg', makeDocx(), 'This is named as a picture, but holds a Word document.'],
] as const)('says what %s holds', async ([fileName, bytes, message]) => {
  expect((await send(fileName, bytes)).body).toMatchObject({ code: 'media.misnamed', message })
})

test('takes names that say nothing, and pictures that are named as other pictures', async () => {
  for (const fileName of ['notes', 'notes.txt', 'notes.md', 'notes.pdf'])
    expect((await send(fileName)).status).toBe(201)
  const png = await makePicture('image/png')
  for (const query of [{}, { asDocument: true }]) {
    const { status, body } = await send('plate.jpg', png, query)
    expect([status, body]).toMatchObject([201, { kind: 'image', contentType: 'image/png' }])
  }
})

test('keeps the bytes of a resumable upload until it is said what they are', async () => {
  const id = await tus.begun(marit, WORDS.length, 'notes.jpg')
  await tus.send(marit, id, 0, WORDS)
  expect(await finish(marit, id)).toMatchObject(MISNAMED)
  expect(await onDisk(site, id)).toBe(WORDS.length)
  expect((await finish(undefined, id, { asDocument: true })).status).toBe(401)
  expect((await finish(ben, id, { asDocument: true })).status).toBe(404)
  const bad = { asDocument: 'perhaps' as unknown as boolean }
  expect(await finish(marit, id, bad)).toMatchObject({ status: 400 })
  const { status, body } = await finish(marit, id, { asDocument: true })
  expect([status, body]).toMatchObject([201, { id, kind: 'document' }])
  // Repeating the call returns the same, however it is asked.
  expect((await finish(marit, id)).body).toMatchObject({ id, kind: 'document' })
})

test('a post says it, too, and takes no document', async () => {
  const before = await countMedia(site.deps.db)
  const form = await formOf([
    { name: 'title', value: 'Notes' },
    { name: 'type', value: 'image' },
    { name: 'media_0', fileName: 'notes.jpg', value: Uint8Array.from(WORDS) },
  ])
  expect(await site.call(createPost, { as: marit, ...form })).toMatchObject(MISNAMED)
  expect(await countMedia(site.deps.db)).toEqual(before)
})

test('a work says it, unless it is published as a document', async () => {
  const body = {
    category: 'crafting',
    fileName: 'notes.jpg',
    fileUrl: `data:image/jpeg;base64,${WORDS.toString('base64')}`,
  } as const
  expect(await site.call(createPortfolio, { as: marit, body })).toMatchObject(MISNAMED)
  const said = { ...body, fileType: 'document' as const }
  expect((await site.call(createPortfolio, { as: marit, body: said })).status).toBe(201)
})
