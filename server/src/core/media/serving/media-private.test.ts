import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { deleteMedia, getMedia, uploadMedia, type Media } from '@plinth/contract/media/media.ts'
import { beforeAll, expect, test } from 'vitest'
import { testApp, type Answer, type Person } from '../../../../test/app.ts'
import {
  addUploads,
  ageMedia,
  countMedia,
  addListedWork,
  linkUntil,
  putInPost,
  setPublic,
} from '../../../../test/media/media.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { makePost } from '../../../../test/content/posts.ts'
import { makeVideo } from '../../../../test/media/videos.ts'

const SOON = { timeout: 100_000 }
const FOR_GOOD = 'private, max-age=31536000, immutable'

const site = testApp()
let alice: Person

beforeAll(async () => {
  alice = await site.person('Alice')
})

const upload = (payload: Buffer, as: Person = alice): Promise<Answer> =>
  site.request({
    method: 'POST',
    url: endpointUrl(uploadMedia, { query: { fileName: 'a' } }),
    payload,
    headers: { 'content-type': 'application/octet-stream' },
    as,
  })

async function ready(payload: Buffer): Promise<Media> {
  const answer = await upload(payload)
  expect(answer).toMatchObject({ status: 201 })
  const { id } = answer.body as Media
  await expect.poll(async () => (await read(id)).state, SOON).toBe('ready')
  return read(id)
}

const read = async (id: string): Promise<Media> =>
  (await site.call(getMedia, { as: alice, params: { id } })).body

const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await site.app.inject({ url, headers })
  return {
    status: response.statusCode,
    code: response.statusCode < 400 ? null : response.json().code,
    cache: response.headers['cache-control'],
    body: response.rawPayload,
  }
}

const now = () => Math.floor(Date.now() / 1_000)

async function hidden(payload: Buffer): Promise<{ media: Media; postId: string }> {
  const media = await ready(payload)
  const postId = await makePost(site.deps, alice, { isPublic: false })
  await putInPost(site.deps.db, postId, media.id)
  return { media, postId }
}

test('opens every file of a private post only by its link', async () => {
  const { db } = site.deps
  const film = await makeVideo({ picture: 'mpeg4', width: 400, height: 200 })
  const { media } = await hidden(film)
  const { signature: link, originalUrl } = (await read(media.id)).picture
  expect(link).toMatch(/^\?expires=\d{10}&signature=[0-9a-f]{64}$/)
  expect(originalUrl.endsWith(link)).toBe(true)
  expect((await read(media.id)).video?.url).toBe(`/media/${media.id}/play.mp4${link}`)

  const over = await linkUntil(db, media.id, now() - 1)
  const another = await linkUntil(
    db,
    (await hidden(await makePicture('image/png'))).media.id,
    now() + 60,
  )
  const later = link.replace(/expires=\d+/, `expires=${now() + 86_400}`)
  // Signed while the clock was a day ahead.
  const ahead = await linkUntil(db, media.id, now() + 86_400)
  const lastTurned = link.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  const right = await linkUntil(db, media.id, now() + 60)
  for (const name of ['original.mp4', 'play.mp4', 'poster.jpg', '320.avif', '320.webp']) {
    const file = `/media/${media.id}/${name}`
    for (const good of [link, right]) {
      expect(await get(`${file}${good}`)).toMatchObject({
        status: 200,
        cache: 'private, max-age=300',
      })
    }
    for (const query of ['', '?expires=1', `?expires=${now() + 60}`, '?signature=', '?a=b']) {
      expect(await get(`${file}${query}`)).toMatchObject({ status: 404, code: 'not_found' })
    }
    for (const bad of [over, another, later, ahead, lastTurned, `${link}0`, link.slice(0, -1)]) {
      expect(await get(`${file}${bad}`)).toMatchObject({ status: 403, code: 'auth.forbidden' })
    }
    for (const odd of ['abc', '-1', '1e12', '99999999999999', '']) {
      const query = link.replace(/expires=\d+/, `expires=${odd}`)
      expect(await get(`${file}${query}`)).toMatchObject({ status: 403 })
    }
    expect(await get(`${file}${link}&signature=00`)).toMatchObject({ status: 404 })
  }
})

test('requires the link for ranges and conditional requests, too', async () => {
  const { media } = await hidden(await makeVideo())
  const { signature: link } = (await read(media.id)).picture
  const url = `/media/${media.id}/original.mp4`
  const part = await get(`${url}${link}`, { range: 'bytes=0-9' })
  expect([part.status, part.body.length]).toEqual([206, 10])
  expect((await get(url, { range: 'bytes=0-9' })).status).toBe(404)
  const etag = `"${media.id}-original.mp4"`
  expect((await get(`${url}${link}`, { 'if-none-match': etag })).status).toBe(304)
  expect((await get(url, { 'if-none-match': etag })).status).toBe(404)
})

test('opens a new file for its owner alone, for some minutes, until something shows it', async () => {
  const { db } = site.deps
  const media = await ready(await makePicture('image/jpeg', 400, 300))
  const { signature } = media.picture
  expect(media.url).toBe(`/media/${media.id}/original.jpg${signature}`)
  for (const name of ['original.jpg', '320.webp', '320.avif']) {
    const file = `/media/${media.id}/${name}`
    expect(await get(file)).toMatchObject({ status: 404, cache: 'no-store' })
    expect(await get(file + signature)).toMatchObject({
      status: 200,
      cache: 'private, max-age=300',
    })
  }
  await addListedWork(db, { creatorId: alice.id, mediaId: media.id })
  expect((await read(media.id)).url).toBe(`/media/${media.id}/original.jpg`)
  expect(await get(`/media/${media.id}/320.webp`)).toMatchObject({ status: 200, cache: FOR_GOOD })
  await db.deleteFrom('portfolio_items').where('media_id', '=', media.id).execute()
  expect(await get(`/media/${media.id}/320.webp`)).toMatchObject({ status: 404 })
})

test('makes a file private and public with its post', async () => {
  const { db } = site.deps
  const media = await ready(await makePicture('image/png'))
  const url = `/media/${media.id}/original.png`
  const postId = await makePost(site.deps, alice)
  await putInPost(db, postId, media.id)
  expect(await get(url)).toMatchObject({ status: 200, cache: FOR_GOOD })
  await setPublic(db, postId, false)
  expect((await get(url)).status).toBe(404)
  const { originalUrl } = (await read(media.id)).picture
  expect((await get(originalUrl)).status).toBe(200)
  await setPublic(db, postId, true)
  expect((await read(media.id)).picture).toMatchObject({ signature: '', originalUrl: url })
  for (const file of [url, originalUrl, `${url}?expires=1&signature=x`]) {
    expect(await get(file)).toMatchObject({ status: 200, cache: FOR_GOOD })
  }
})

test('keeps a file public that a published work uses, too', async () => {
  const { db } = site.deps
  const { media } = await hidden(await makePicture('image/png'))
  const url = `/media/${media.id}/original.png`
  expect((await get(url)).status).toBe(404)
  await addListedWork(db, { creatorId: alice.id, mediaId: media.id })
  expect((await get(url)).status).toBe(200)
})

test('answers 404 for a link to a deleted file', async () => {
  const { media } = await hidden(await makePicture('image/png'))
  const { originalUrl } = (await read(media.id)).picture
  const params = { id: media.id }
  expect((await site.call(deleteMedia, { as: alice, params })).status).toBe(409)
  const { db } = site.deps
  await db.deleteFrom('post_media').where('media_id', '=', media.id).execute()
  expect((await site.call(deleteMedia, { as: alice, params })).status).toBe(204)
  expect((await get(originalUrl)).status).toBe(404)
})

test('allows 200 unused uploads, not counting those in use and other people’s', async () => {
  const { db } = site.deps
  const bob = await site.person('Bob')
  const picture = await makePicture('image/png')
  await addUploads(db, bob.id, 199)
  const answers = await Promise.all([1, 2, 3].map(() => upload(picture, bob)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({
    code: 'conflict',
    message: 'You have 200 uploads you haven’t used. Use or delete some, then try again.',
  })
  expect((await countMedia(db)).removals).toBe(0)
  expect((await upload(picture, alice)).status).toBe(201)

  const taken = answers.find(({ status }) => status === 201)?.body as Media
  await addListedWork(db, { creatorId: bob.id, mediaId: taken.id })
  const next = await upload(picture, bob)
  expect(next.status).toBe(201)
  expect((await upload(picture, bob)).status).toBe(409)
  // The file is due for the sweep, whether that has run or not.
  await ageMedia(db, [(next.body as Media).id])
  expect((await upload(picture, bob)).status).toBe(201)
})
