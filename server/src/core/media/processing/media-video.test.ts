import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { ACCEPTED_SENTENCES } from '@plinth/contract/media/file-types.ts'
import {
  deleteMedia,
  getMedia,
  retryMedia,
  uploadMedia,
  type Media,
} from '@plinth/contract/media/media.ts'
import sharp from 'sharp'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { testApp, type Answer, type Person } from '../../../../test/app.ts'
import { countMedia, countSettled, openedBy } from '../../../../test/media/media.ts'
import { CANARY } from '../../../../test/media/pictures.ts'
import { makeVideo, probeVideo } from '../../../../test/media/videos.ts'
import type { VideoGateway } from '../../../gateways/video/video.ts'

const SOON = { timeout: 100_000 }

const site = testApp()
let alice: Person
let gateway: VideoGateway

beforeAll(async () => {
  gateway = { ...site.deps.video }
  alice = await site.person('Alice')
})
afterEach(() => {
  Object.assign(site.deps.video, gateway)
})

const upload = (payload: Buffer | string, as: Person = alice): Promise<Answer> =>
  site.request({
    method: 'POST',
    url: endpointUrl(uploadMedia, { query: { fileName: 'film.mp4' } }),
    payload,
    headers: { 'content-type': 'application/octet-stream' },
    as,
  })

async function uploaded(payload: Buffer): Promise<Media> {
  const answer = await upload(payload)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body as Media
}

const read = async (id: string): Promise<Media> =>
  (await site.call(getMedia, { as: alice, params: { id } })).body

async function settled(id: string, state: string): Promise<Media> {
  await expect.poll(async () => (await read(id)).state, SOON).toBe(state)
  return read(id)
}

/** Fetches a file as its owner, who has a link to it. */
const get = async (address: string, headers: Record<string, string> = {}) => {
  const url = await openedBy(site.deps.db, address)
  const response = await site.app.inject({ url, headers })
  return { status: response.statusCode, body: response.rawPayload, headers: response.headers }
}

async function objects(id: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of site.deps.storage.list('')) if (key.includes(id)) keys.push(key)
  return keys.toSorted()
}

test('plays a widely supported video from its own file, then makes a poster and its sizes', async () => {
  const media = await uploaded(await makeVideo({ width: 720, height: 400, sound: 'aac' }))
  const url = `/media/${media.id}/original.mp4`
  const playedBy = ({ picture: { signature } }: Media) => ({
    url: url + signature,
    contentType: 'video/mp4',
    durationMs: 2_000,
    hasSound: true,
  })
  expect(media).toMatchObject({
    url: url + media.picture.signature,
    state: 'processing',
    kind: 'video',
    contentType: 'video/mp4',
    fileName: 'film.mp4',
    picture: { width: 720, height: 400, thumbhash: null, renditions: [] },
    video: playedBy(media),
  })
  expect(await probeVideo((await get(url)).body)).toMatchObject({ frames: 20, sound: 'aac' })

  const ready = await settled(media.id, 'ready')
  const poster = `/media/${media.id}/poster.jpg${ready.picture.signature}`
  expect(ready).toMatchObject({
    picture: { renditions: [320, 640], originalUrl: poster, thumbhash: expect.any(String) },
    video: playedBy(ready),
  })
  const whole = await get(poster)
  expect(whole).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } })
  expect(await sharp(whole.body).metadata()).toMatchObject({ width: 720, height: 400 })
  for (const format of ['avif', 'webp']) {
    const rendition = await get(`/media/${media.id}/320.${format}`)
    expect(rendition.headers['content-type']).toBe(`image/${format}`)
    expect((await sharp(rendition.body).metadata()).width).toBe(320)
  }
  expect((await get(`/media/${media.id}/play.mp4`)).status).toBe(404)
})

test('makes a playable copy of other videos, which are ready only then', async () => {
  const film = await makeVideo({ type: 'video/quicktime', picture: 'hevc', isTurned: true })
  const media = await uploaded(film)
  expect(media).toMatchObject({
    contentType: 'video/quicktime',
    picture: { width: 90, height: 160 },
    video: { url: null, contentType: null },
  })
  const ready = await settled(media.id, 'ready')
  const url = `/media/${media.id}/play.mp4${ready.picture.signature}`
  expect(ready.video).toMatchObject({ url, contentType: 'video/mp4', hasSound: false })
  const play = await get(url)
  expect(play.headers['content-type']).toBe('video/mp4')
  expect(await probeVideo(play.body)).toMatchObject({ picture: 'h264', width: 90, height: 160 })
  const original = await get(media.url)
  expect(original.headers['content-type']).toBe('video/quicktime')
  expect(await probeVideo(original.body)).toMatchObject({ picture: 'hevc', frames: 20 })
})

test.for(['video/mp4', 'video/quicktime', 'video/webm'] as const)(
  '%s: no served byte says where or with what it was made',
  async (type) => {
    const picture = type === 'video/webm' ? 'vp8' : 'h264'
    const media = await uploaded(await makeVideo({ type, picture, hasMetadata: true }))
    await settled(media.id, 'ready')
    for (const key of await objects(media.id)) {
      const name = key.startsWith('originals/')
        ? path.basename(key).replace(media.id, 'original')
        : path.basename(key)
      const { status, body } = await get(`/media/${media.id}/${name}`)
      expect(status).toBe(200)
      for (const word of [CANARY, '51.5007']) expect(body.includes(word)).toBe(false)
    }
  },
)

test('serves the ranges that a player asks for', async () => {
  const media = await uploaded(await makeVideo())
  const whole = await get(media.url)
  const part = await get(media.url, { range: 'bytes=100-299' })
  expect(part).toMatchObject({
    status: 206,
    headers: { 'content-range': `bytes 100-299/${whole.body.length}`, 'content-length': '200' },
  })
  expect(part.body.equals(whole.body.subarray(100, 300))).toBe(true)
  expect((await get(media.url, { range: `bytes=${whole.body.length}-` })).status).toBe(416)
})

test('deletes the row, every object and every URL', async () => {
  const media = await uploaded(await makeVideo({ picture: 'mpeg4', width: 400, height: 200 }))
  await expect.poll(async () => (await read(media.id)).video?.previewUrl, SOON).not.toBeNull()
  expect(await objects(media.id)).toEqual([
    `originals/${media.id}.mp4`,
    ...['320.avif', '320.webp', 'play.mp4', 'poster.jpg', 'preview.mp4'].map(
      (name) => `renditions/${media.id}/${name}`,
    ),
  ])
  const params = { id: media.id }
  expect((await site.call(deleteMedia, { as: alice, params })).status).toBe(204)
  expect(await objects(media.id)).toEqual([])
  for (const name of ['original.mp4', 'play.mp4', 'preview.mp4', 'poster.jpg', '320.avif']) {
    expect((await get(`/media/${media.id}/${name}`)).status).toBe(404)
  }
})

test('leaves nothing of a broken video or a file that is none', async () => {
  const film = await makeVideo({ seconds: 4 })
  const leftovers = async () => ({
    temp: await readdir(path.join(site.dataDir, 'tmp')),
    files: (await objects('')).length,
    ...(await countMedia(site.deps.db)),
  })
  const bad: [Buffer | string, number, string][] = [
    ['#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n', 415, ACCEPTED_SENTENCES.any],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 415, ACCEPTED_SENTENCES.any],
    [await makeVideo({ type: 'video/x-matroska' }), 415, ACCEPTED_SENTENCES.any],
    [film.subarray(0, film.length / 2), 422, 'damaged or incomplete'],
    [Buffer.concat([film.subarray(0, 40), Buffer.alloc(2_000, 7)]), 422, 'damaged or incomplete'],
  ]
  const before = await leftovers()
  for (const [payload, status, words] of bad) {
    const answer = await upload(payload)
    expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(words) } })
  }
  expect(await leftovers()).toEqual(before)
})

test('fails a video that cannot be converted, reports it live and allows a retry', async () => {
  const told: string[] = []
  const { mediaMoved } = site.deps.live
  site.deps.live.mediaMoved = (id, owner, state) => {
    expect(owner).toBe(alice.id)
    told.push(`${id} ${state}`)
  }
  site.deps.video.play = () => Promise.reject(new Error('no'))
  try {
    const media = await uploaded(await makeVideo({ picture: 'mpeg4' }))
    const failed = await settled(media.id, 'failed')
    expect(failed.failure).toContain('couldn’t prepare')
    await expect.poll(() => told, SOON).toContain(`${media.id} failed`)
    expect(await countSettled(site.deps.db, media.id)).toBe(1)
    Object.assign(site.deps.video, gateway)
    const params = { id: media.id }
    expect((await site.call(retryMedia, { as: alice, params })).status).toBe(202)
    expect(await settled(media.id, 'ready')).toMatchObject({
      video: { contentType: 'video/mp4' },
    })
    expect(await countSettled(site.deps.db, media.id)).toBe(2)
    // And again when its preview is made.
    await expect
      .poll(() => told.filter((line) => line.startsWith(media.id)), SOON)
      .toEqual(['failed', 'processing', 'ready', 'ready'].map((state) => `${media.id} ${state}`))
  } finally {
    site.deps.live.mediaMoved = mediaMoved
  }
})

test('shows a video without a poster when that cannot be made', async () => {
  site.deps.video.poster = () => Promise.reject(new Error('no'))
  const media = await uploaded(await makeVideo())
  expect(await settled(media.id, 'ready')).toMatchObject({
    picture: { thumbhash: null, renditions: [] },
    video: { url: media.url },
  })
  // The other renditions do not wait for the poster.
  await expect.poll(async () => (await read(media.id)).video?.previewUrl, SOON).toBeTruthy()
})
