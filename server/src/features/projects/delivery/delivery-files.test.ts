import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { deliveryArchiveUrl } from '@plinth/contract/projects/project-calls.ts'
import { PROJECT_STATUSES } from '@plinth/contract/projects/project-states.ts'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import {
  addProject,
  deliver,
  delivering,
  deliveryLinkUntil,
  filesSeenBy,
  setStatus,
  untilSeen,
} from '../../../../test/content/deliveries.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { deliveredKey } from '../../../core/media/media-rules.ts'
import { ORIGINAL_NAME, PREVIEW_NAME } from './delivery-sql.ts'

/** Bytes after the end of the picture, which viewers ignore and previews do not contain. */
const CANARY = Buffer.from('CANARY-of-the-whole-file')

const site = testApp()
let client: Person
let creator: Person
let admin: Person
let projectId: string
let picture: Buffer
let ids: string[]
beforeAll(async () => {
  client = await site.person('Clara')
  creator = await site.person('Mara', { isCreator: true })
  admin = await site.person('Ada', { isAdmin: true })
  projectId = await addProject(site.deps.db, { client, creator })
  const room = delivering(site, projectId)
  picture = Buffer.concat([await makePicture('image/jpeg', 400, 300), CANARY])
  const sent = [
    await room.send(creator, picture, 'Größe "A1" — final.jpg'),
    await room.send(creator, Buffer.from(`all of it ${CANARY.toString()}`), 'layers.psd'),
  ]
  ids = sent.map(({ id }) => id)
  await untilSeen(site, { as: creator, projectId })
  await deliver(site.deps.db, { projectId, ownerId: creator.id, fileIds: ids })
  await setStatus(site.deps.db, projectId, 'delivered')
})

const seenBy = (viewer: Person) => filesSeenBy(site, projectId, viewer)
const fetched = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url, headers })
const firstOf = async (viewer: Person): Promise<DeliveryFile> => {
  const [first] = await seenBy(viewer)
  if (first === undefined) throw new Error('no file')
  return first
}

it('before everything is paid the client sees previews and names, and not a byte of the files', async () => {
  for (const status of PROJECT_STATUSES.filter((one) => one !== 'completed')) {
    await setStatus(site.deps.db, projectId, status)
    const files = await seenBy(client)
    expect(files).toMatchObject([
      { kind: 'image', fileName: 'Größe "A1" — final.jpg', bytes: picture.length, url: null },
      { kind: 'document', fileName: 'layers.psd', previewState: 'none', preview: null, url: null },
    ])
    expect(files[0]?.preview).toMatchObject({
      width: 400,
      height: 300,
      alt: 'Preview of Größe "A1" — final.jpg',
    })
  }
  await setStatus(site.deps.db, projectId, 'delivered')
  const { preview } = await firstOf(client)
  const answer = await fetched(preview?.url ?? '')
  expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/webp' } })
  expect(answer.rawPayload.includes(CANARY)).toBe(false)
  const query = (preview?.url ?? '').split('?')[1]
  const guesses = ids.flatMap((id) => [
    `/media/deliveries/${id}/${ORIGINAL_NAME}`,
    `/media/deliveries/${id}/${ORIGINAL_NAME}?${query}`,
    `/media/deliveries/${id}/original.bin?${query}`,
    `/media/deliveries/${id}/${PREVIEW_NAME}`,
    `/media/deliveries/${id}/${PREVIEW_NAME}/../${ORIGINAL_NAME}?${query}`,
    `/media/deliveries/${id}/..%2f${id}%2f${ORIGINAL_NAME}?${query}`,
    `/media/${id}/original.jpg?${query}`,
    `/media/${id}/original.bin`,
  ])
  guesses.push(`/media/deliveries/${ids[1]}/${PREVIEW_NAME}?${query}`)
  for (const url of guesses) {
    const refused = await fetched(url, { cookie: client.cookie })
    expect({ url, status: refused.statusCode }).toEqual({ url, status: 404 })
    expect(refused.rawPayload.includes(CANARY)).toBe(false)
  }
})

it('the creator can open their files at any time; an admin sees previews once there is a dispute', async () => {
  const { db } = site.deps
  for (const status of ['delivered', 'resolved', 'cancelled'] as const) {
    await setStatus(db, projectId, status)
    const { url } = await firstOf(creator)
    expect((await fetched(url ?? '')).rawPayload.equals(picture)).toBe(true)
  }
  expect(await firstOf(admin)).toMatchObject({ preview: null, url: null })
  await db
    .insertInto('project_disputes')
    .values({
      project_id: projectId,
      opened_by: 'client',
      from_status: 'delivered',
      opened_at: new Date(),
    })
    .execute()
  await setStatus(db, projectId, 'disputed')
  const seen = await firstOf(admin)
  expect(seen).toMatchObject({ url: null, preview: { url: expect.any(String) } })
  expect((await fetched(seen.preview?.url ?? '')).statusCode).toBe(200)
  await setStatus(db, projectId, 'completed')
  expect(await firstOf(admin)).toMatchObject({ url: null })
})

it('once everything is paid the client can download each file unchanged, under its own name', async () => {
  await setStatus(site.deps.db, projectId, 'completed')
  const [first, second] = await seenBy(client)
  const answer = await fetched(first?.url ?? '')
  expect(answer.rawPayload.equals(picture)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': `attachment; filename="Gr__e _A1_ _ final.jpg"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22A1%22%20%E2%80%94%20final.jpg`,
    'content-length': String(picture.length),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'private, max-age=300',
  })
  expect((await fetched(second?.url ?? '')).headers['content-disposition']).toContain(
    'filename="layers.psd"',
  )
  const part = await fetched(first?.url ?? '', { range: 'bytes=10-19' })
  expect(part).toMatchObject({
    statusCode: 206,
    headers: { 'content-range': `bytes 10-19/${picture.length}`, 'content-length': '10' },
  })
  expect(part.rawPayload.equals(picture.subarray(10, 20))).toBe(true)
  const past = await fetched(first?.url ?? '', { range: `bytes=${picture.length}-` })
  expect(past.statusCode).toBe(416)
  const again = await fetched(first?.url ?? '', { 'if-none-match': String(answer.headers.etag) })
  expect(again.statusCode).toBe(304)
  const head = await site.app.inject({ method: 'HEAD', url: first?.url ?? '' })
  expect(head).toMatchObject({ statusCode: 200, rawPayload: Buffer.alloc(0) })
})

it('a link works for some minutes, and only for the file it names', async () => {
  const { db } = site.deps
  await setStatus(db, projectId, 'completed')
  const [fileId = ''] = ids
  const now = Math.floor(Date.now() / 1_000)
  const linkOf = async (expires: number, name = ORIGINAL_NAME) =>
    `/media/deliveries/${fileId}/${ORIGINAL_NAME}${await deliveryLinkUntil(db, { fileId, name }, expires)}`
  expect((await fetched(await linkOf(now + 60))).statusCode).toBe(200)
  const over = await fetched(await linkOf(now - 1))
  expect(over).toMatchObject({ statusCode: 403 })
  expect(over.json()).toMatchObject({ code: 'auth.forbidden' })
  expect((await fetched(await linkOf(now + 60, PREVIEW_NAME))).statusCode).toBe(404)
  const good = await linkOf(now + 60)
  for (const bad of [good.replace(/expires=\d+/, `expires=${now + 99}`), good.slice(0, -1)]) {
    expect((await fetched(bad)).statusCode).toBe(404)
  }
  const { url } = await firstOf(client)
  const expires = Number(new URL(url ?? '', 'http://localhost').searchParams.get('expires'))
  expect(expires - now).toBeGreaterThan(9 * 60)
  expect(expires - now).toBeLessThanOrEqual(15 * 60)
})

it('all files of a delivery can be downloaded as one archive by whoever they are handed over to', async () => {
  const { db, storage } = site.deps
  const own = await addProject(db, { client, creator })
  const room = delivering(site, own)
  const names = [
    'tile.txt',
    'Tile.TXT',
    '../..\\up "1".txt',
    'con.txt',
    '.hidden',
    'rtl\u202etxt.exe',
  ]
  const sent: DeliveryFile[] = []
  for (const name of names) sent.push(await room.send(creator, Buffer.from(`as ${name}`), name))
  const fileIds = sent.map(({ id }) => id)
  const deliveryId = await deliver(db, { projectId: own, ownerId: creator.id, fileIds })
  const url = deliveryArchiveUrl(own, deliveryId)
  const statusFor = async (as: Person | undefined, where = url) =>
    (await fetched(where, as ? { cookie: as.cookie } : {})).statusCode

  await setStatus(db, own, 'approved')
  const stranger = await site.person('Sten')
  expect(await statusFor(undefined)).toBe(401)
  for (const one of [client, stranger, admin]) expect(await statusFor(one)).toBe(404)
  expect(await statusFor(creator)).toBe(200)
  await setStatus(db, own, 'completed')
  for (const one of [stranger, admin]) expect(await statusFor(one)).toBe(404)
  // A delivery of another project of theirs, none at all, and strings that are not ids.
  for (const where of [
    deliveryArchiveUrl(projectId, deliveryId),
    deliveryArchiveUrl(own, own),
    deliveryArchiveUrl('a', 'b'),
  ]) {
    expect(await statusFor(client, where)).toBe(404)
  }

  const answer = await fetched(url, { cookie: client.cookie, range: 'bytes=0-3' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringContaining('filename="Three posters, delivery 1.zip"'),
    'accept-ranges': 'none',
    'cache-control': 'private, no-store',
  })
  const files = Object.entries(unzipSync(answer.rawPayload))
  expect(files.map(([name]) => name)).toEqual([
    'tile.txt',
    'Tile (2).TXT',
    'up _1_.txt',
    '_con.txt',
    'hidden',
    'rtltxt.exe',
  ])
  const texts = files.map(([, bytes]) => strFromU8(bytes))
  expect(texts).toEqual(names.map((name) => `as ${name}`))

  // A lost file breaks the archive off, so that nobody takes it for complete.
  await storage.remove(deliveredKey(fileIds[1] ?? ''))
  await expect(fetched(url, { cookie: client.cookie })).rejects.toThrow()
})
