import { getReceipt, retryMedia } from '@plinth/contract/media/media.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { createMediaClient, type MediaClient } from '../../../test/media/media-client.ts'
import { countAttempts, countSettled } from '../../../test/media/media.ts'
import { drawPicture, makePicture, makePictureWithMetadata } from '../../../test/media/pictures.ts'
import type { ImagingGateway } from '../../gateways/image/imaging.ts'
import { AppError } from '../../http/errors.ts'
import { SWEEP } from './media-rules.ts'

const SOON = { timeout: 100_000 }

const site = testApp()
let alice: Person
let bob: Person
let desk: MediaClient
let gateway: ImagingGateway

beforeAll(async () => {
  gateway = { ...site.deps.imaging }
  alice = await site.person('Alice')
  bob = await site.person('Bob')
  desk = createMediaClient(site, alice)
})
afterEach(() => {
  Object.assign(site.deps.imaging, gateway)
})

const retry = (id: string) => site.call(retryMedia, { as: alice, params: { id } })
const rows = async (id: string) =>
  (await desk.receipt(id)).made.map((file) => [file.label, file.state])

test('lists the received file, the stored file, what was removed and the renditions, the largest first', async () => {
  const told: string[] = []
  const { mediaMoved } = site.deps.live
  site.deps.live.mediaMoved = (id, _, state) => told.push(`${id} ${state}`)
  try {
    const file = await makePicture('image/jpeg', 1_930, 60)
    const { id } = await desk.upload(file, 'Strip.jpg')
    const { made, ...rest } = await desk.untilDone(id)
    expect(rest).toMatchObject({
      media: { id, state: 'ready', fileName: 'Strip.jpg' },
      received: { format: 'JPEG', width: 1_930, height: 60, bytes: file.length, pages: null },
      kept: { format: 'JPEG', width: 1_930, height: 60, bytes: file.length },
      isSame: true,
      takenOut: [],
      failure: null,
      canRetry: false,
      downloadUrl: `/media/${id}/original.jpg${rest.media.picture.signature}&download`,
    })
    expect(made.map(({ label, name, format, width }) => [label, name, format, width])).toEqual([
      ['Large screen', '1920.avif', 'AVIF', 1_920],
      ['Screen', '1280.avif', 'AVIF', 1_280],
      ['Wall', '960.avif', 'AVIF', 960],
      ['Phone', '640.avif', 'AVIF', 640],
      ['Thumbnail', '320.avif', 'AVIF', 320],
      ['Link preview', '1280.webp', 'WebP', 1_280],
    ])
    // Once when the file is ready, and again when the wide rendition is made.
    await expect.poll(() => told, SOON).toEqual([`${id} ready`, `${id} ready`])
  } finally {
    site.deps.live.mediaMoved = mediaMoved
  }
})

test('names the removed metadata and shows both sizes', async () => {
  const file = await makePictureWithMetadata('image/jpeg')
  const { id } = await desk.upload(file, 'told.jpg')
  const receipt = await desk.untilDone(id)
  expect(receipt.isSame).toBe(false)
  expect(receipt.takenOut).toEqual(expect.arrayContaining(['place', 'device']))
  expect(receipt.stays).toEqual(['creators'])
  expect(receipt.received.bytes).toBe(file.length)
  expect(receipt.kept.bytes).toBeLessThan(file.length)
})

test('is visible to its owner only', async () => {
  const { id } = await desk.upload(await makePicture('image/png'))
  const read = (as: Person | undefined, params: object) => site.call(getReceipt, { as, params })
  expect(await read(bob, { id })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await read(undefined, { id })).toMatchObject({ status: 401 })
  expect(await read(alice, { id: 'x' })).toMatchObject({ status: 400 })
})

test('falls back to the row for files uploaded before facts were recorded', async () => {
  const { id } = await desk.upload(await makePicture('image/jpeg', 400, 300), 'old.jpg')
  await desk.until(id, 'ready')
  const { db } = site.deps
  await sql`update media set received = null, kept = null, received_bytes = 99 where id = ${id}`.execute(
    db,
  )
  await db.deleteFrom('media_renditions').where('media_id', '=', id).execute()
  expect(await desk.receipt(id)).toMatchObject({
    received: { format: 'JPEG', details: [], width: 400, height: 300, bytes: 99 },
    made: [
      { label: 'Thumbnail', bytes: null, state: 'ready' },
      { label: 'Link preview', bytes: null, state: 'ready' },
    ],
    canRetry: false,
  })
})

test('reports a size that failed, still makes the others, and allows a retry', async () => {
  site.deps.imaging.render = (file, rendition, options) =>
    options.width < 1_500
      ? gateway.render(file, rendition, options)
      : Promise.reject(new AppError('media.unreadable', 'This picture needs too much memory.'))
  const tiff = await drawPicture(1_500, 40).tiff().toBuffer()
  const { id } = await desk.upload(tiff, 'wide.tif')
  await desk.until(id, 'ready')
  const failed = await desk.untilDone(id)
  expect(failed).toMatchObject({
    media: {
      state: 'ready',
      failure: null,
      picture: { hasTiles: true, renditions: [320, 640, 960, 1_280] },
    },
    failure: 'This picture needs too much memory.',
    canRetry: true,
  })
  expect(await rows(id)).toContainEqual(['Largest', 'failed'])
  expect(await rows(id)).toContainEqual(['Tiles for 1:1', 'ready'])
  expect(await countSettled(site.deps.db, id)).toBe(1)

  Object.assign(site.deps.imaging, gateway)
  expect(await retry(id)).toMatchObject({ status: 202, body: { state: 'ready' } })
  expect(await desk.receipt(id)).toMatchObject({ failure: null, canRetry: false })
  await desk.untilDone(id)
  expect(await rows(id)).toContainEqual(['Largest', 'ready'])
  const { picture } = await desk.read(id)
  expect(picture.originalUrl).toBe(`/media/${id}/1500.webp${picture.signature}`)
  expect(await retry(id)).toMatchObject({ status: 409 })
}, 40_000)

test('reports a job that died with its process in the next sweep', async () => {
  const { db } = site.deps
  const { id } = await desk.upload(await makePicture('image/png'))
  await sql`insert into pgboss.job (name, data, state) values
    ('media.render-large', ${JSON.stringify({ mediaId: id })}::jsonb, 'failed')`.execute(db)
  await site.runJob(SWEEP)
  await expect.poll(async () => (await desk.receipt(id)).canRetry, SOON).toBe(true)
})

test('marks every size of a failed picture as failed until a retry', async () => {
  site.deps.imaging.render = () => Promise.reject(new Error('no'))
  const { id } = await desk.upload(await makePicture('image/jpeg', 400, 40))
  await desk.until(id, 'failed')
  expect(await countAttempts(site.deps.db, id)).toBe(3)
  expect(await desk.receipt(id)).toMatchObject({
    failure: 'We couldn’t prepare this upload. Try again, or choose another file.',
    canRetry: true,
    made: [
      { state: 'failed', bytes: null },
      { state: 'failed', bytes: null },
    ],
  })
  Object.assign(site.deps.imaging, gateway)
  expect(await retry(id)).toMatchObject({ status: 202, body: { state: 'processing' } })
  expect((await desk.untilDone(id)).made.map(({ state }) => state)).toEqual(['ready', 'ready'])
}, 30_000)
