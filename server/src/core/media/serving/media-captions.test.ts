import { MAX_CAPTIONS_BYTES } from '@plinth/contract/limits.ts'
import { deleteCaptions, putCaptions, type Media } from '@plinth/contract/media/media.ts'
import { beforeAll, expect, test } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { createMediaClient, type MediaClient } from '../../../../test/media/media-client.ts'
import { addListedWork, putInPost } from '../../../../test/media/media.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { makePost } from '../../../../test/content/posts.ts'
import { makeVideo } from '../../../../test/media/videos.ts'

const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\nThe tide is out.\n'
const SRT = '1\r\n00:00:00,000 --> 00:00:01,000\r\nThe tide is in.\r\n'

const site = testApp()
let alice: Person
let bob: Person
let desk: MediaClient
let film: Media
let url: string

beforeAll(async () => {
  alice = await site.person('Alice')
  bob = await site.person('Bob')
  desk = createMediaClient(site, alice)
  film = await desk.upload(await makeVideo({ seconds: 1 }), 'film.mp4')
  url = `/media/${film.id}/captions.vtt`
})

const put = (payload: string | Buffer, as: Person | undefined = alice, id = film.id) =>
  site.request({
    method: 'PUT',
    url: putCaptions.path.replace(':id', id),
    payload,
    headers: { 'content-type': 'text/vtt' },
    ...(as ? { as } : {}),
  })
const remove = (as: Person | undefined = alice, id = film.id) =>
  site.call(deleteCaptions, { as, params: { id } })

test('adds, replaces and removes captions, and no browser keeps the old ones', async () => {
  const { db } = site.deps
  await addListedWork(db, { creatorId: alice.id, mediaId: film.id })
  expect(film.video?.captionsUrl).toBeNull()
  expect((await desk.getPublic(url)).status).toBe(404)
  expect(await put(VTT)).toMatchObject({ status: 200, body: { video: { captionsUrl: url } } })
  const first = await desk.getPublic(url)
  expect(first).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/vtt; charset=utf-8',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
    },
  })
  expect(first.body.toString()).toContain('The tide is out.')
  const etag = String(first.headers.etag)
  expect((await desk.getPublic(url, { 'if-none-match': etag })).status).toBe(304)

  expect((await put(SRT)).status).toBe(200)
  const second = await desk.getPublic(url, { 'if-none-match': etag })
  expect(second.status).toBe(200)
  expect(second.body.toString()).toMatch(/^WEBVTT\n\n[^]*The tide is in\./)

  expect(await remove()).toMatchObject({ status: 200, body: { video: { captionsUrl: null } } })
  expect((await desk.getPublic(url)).status).toBe(404)
  expect(await desk.objects(film.id)).not.toContain('captions.vtt')
  expect((await remove()).status).toBe(200)
  await db.deleteFrom('portfolio_items').where('media_id', '=', film.id).execute()
})

test('opens captions of a private video only by its link', async () => {
  await put(VTT)
  const postId = await makePost(site.deps, alice, { isPublic: false })
  await putInPost(site.deps.db, postId, film.id)
  const { video } = await desk.read(film.id)
  expect((await desk.getPublic(url)).status).toBe(404)
  expect(await desk.getPublic(video?.captionsUrl ?? '')).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'private, no-cache' },
  })
  await site.deps.db.deleteFrom('posts').where('id', '=', postId).execute()
  await remove()
})

test('refuses what is not captions and leaves nothing', async () => {
  const bad: [string | Buffer, number][] = [
    ['<!doctype html><script>alert(1)</script>', 415],
    ['', 415],
    [Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 415],
    [`WEBVTT\n\n${'x'.repeat(MAX_CAPTIONS_BYTES)}`, 413],
  ]
  for (const [payload, status] of bad) {
    const answer = await put(payload)
    expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(/\.$/) } })
  }
  expect((await desk.read(film.id)).video?.captionsUrl).toBeNull()
  expect(await desk.objects(film.id)).not.toContain('captions.vtt')
})

test('lets only the owner of a video change its captions', async () => {
  for (const answer of [await put(VTT, bob), await remove(bob)]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }
  const visitor = await site.request({
    method: 'PUT',
    url: putCaptions.path.replace(':id', film.id),
    payload: VTT,
  })
  expect(visitor.status).toBe(401)
  expect((await site.call(deleteCaptions, { params: { id: film.id } })).status).toBe(401)
  expect((await put(VTT, alice, 'x')).status).toBe(400)
  const picture = await desk.upload(await makePicture('image/png'))
  expect(await put(VTT, alice, picture.id)).toMatchObject({
    status: 409,
    body: { message: 'Only videos can have captions.' },
  })
})

test('deletes captions with the video', async () => {
  await put(VTT)
  await desk.untilDone(film.id)
  expect((await desk.remove(film.id)).status).toBe(204)
  expect(await desk.objects(film.id)).toEqual([])
  expect((await desk.get(url)).status).toBe(404)
})
