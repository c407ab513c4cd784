import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { tileLevels, tileUrl } from '@plinth/contract/media/tiles.ts'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { createMediaClient, type MediaClient } from '../../../../test/media/media-client.ts'
import { drawPicture } from '../../../../test/media/pictures.ts'

const FIXTURES = path.join(import.meta.dirname, '../../../../test/fixtures')

const site = testApp()
let desk: MediaClient

beforeAll(async () => {
  desk = createMediaClient(site, await site.person('Alice'))
})

test('shows a HEIC upright from its copy and tiles, and offers the original for download', async () => {
  const file = await readFile(path.join(FIXTURES, 'turned-p3.heic'))
  const media = await desk.upload(file, 'IMG_0001.HEIC')
  expect(media).toMatchObject({
    contentType: 'image/heic',
    url: `/media/${media.id}/original.heic${media.picture.signature}`,
  })
  const receipt = await desk.untilDone(media.id)
  const { picture } = receipt.media
  const { width, height } = picture
  expect(picture).toMatchObject({ hasTiles: true, renditions: expect.arrayContaining([width]) })
  expect(picture.originalUrl).toBe(`/media/${media.id}/${width}.webp${picture.signature}`)
  for (const name of [`${width}.webp`, `${width}.avif`]) {
    const { body } = await desk.get(`/media/${media.id}/${name}`)
    expect(await sharp(body).metadata()).toMatchObject({ width, height, hasProfile: true })
  }
  const last = { level: tileLevels(picture) - 1, column: 0, row: 0 }
  const tile = await desk.get(tileUrl(media.id, last))
  expect(tile).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
  expect((await desk.get(tileUrl(media.id, { ...last, column: 99 }))).status).toBe(404)
  const original = await desk.get(receipt.downloadUrl)
  expect(original.headers).toMatchObject({
    'content-type': 'image/heic',
    'content-disposition': `attachment; filename="IMG_0001.HEIC"; filename*=UTF-8''IMG_0001.HEIC`,
  })
})

test('keeps an animation as WebP, makes AVIF stills, and no wider than it can be animated', async () => {
  const frames = await Promise.all(
    [false, true].map((isTurned) => drawPicture(1_100, 60).flop(isTurned).png().toBuffer()),
  )
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: 200 })
    .toBuffer()
  const { id } = await desk.upload(gif, 'loop.gif')
  const { media, made } = await desk.untilDone(id)
  expect(media.picture).toMatchObject({
    isAnimated: true,
    hasTiles: false,
    renditions: [320, 640, 960],
    originalUrl: `/media/${id}/original.gif${media.picture.signature}`,
  })
  const pages = async (name: string) =>
    (await sharp((await desk.get(`/media/${id}/${name}`)).body).metadata()).pages ?? 1
  expect([await pages('960.webp'), await pages('960.avif')]).toEqual([2, 1])
  expect(made.map(({ name }) => name)).toEqual(['960.webp', '640.webp', '320.webp'])
})
